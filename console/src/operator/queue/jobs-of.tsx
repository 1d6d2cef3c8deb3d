import { systemClock } from '@lastro/client/clock.ts'
import type { QueueJob } from '@lastro/contract/operator/operator-queue.ts'
import { ageText } from '../../parts/age.ts'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Listed } from '../../parts/lists/listed.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/mark.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { runningWords } from '../../words/running.ts'
import { type QueueVerb, useOperator } from '../operations.ts'
import { queueName } from '../operator-names.ts'
import { QueueActs } from './queue-act.tsx'
import { topicName } from './topic-name.ts'

type JobsOfProps = { readonly topic: string; readonly mayGiveUp: boolean }

/** The work of one topic, in the order in which it will be tried. */
export function JobsOf({ topic, mayGiveUp }: JobsOfProps) {
  const say = useSay(runningWords)
  const { language } = useLanguage()
  const operator = useOperator()
  const pages = usePages([...queueName, 'jobs', topic], (cursor) => operator.jobs({ topic, cursor }))
  return (
    <section>
      <h2>{say('jobsOf', { topic: topicName(topic, language) })}</h2>
      <Listed pages={pages} empty={say('noJobsOf')}>
        {(items) => <JobTable items={items} mayGiveUp={mayGiveUp} />}
      </Listed>
    </section>
  )
}

function JobTable({
  items,
  mayGiveUp,
}: {
  readonly items: readonly QueueJob[]
  readonly mayGiveUp: boolean
}) {
  const say = useSay(runningWords)
  const operator = useOperator()
  const { language } = useLanguage()
  const nowMs = systemClock.nowMs()
  const texts = { tentar: say('retryJobText'), abandonar: say('giveUpJobText') }
  return (
    <DataTable
      caption={say('jobsTitle')}
      rows={items}
      rowKey={(row) => row.id}
      columns={[
        { label: say('job'), cell: (row) => <span className="code">{row.id}</span> },
        {
          label: say('waitsSince'),
          isFixed: true,
          cell: (row) => ageText({ at: row.createdAt, nowMs, language }),
        },
        {
          label: say('triedAt'),
          isFixed: true,
          cell: (row) => (row.underWay ? <Mark tone="info">{say('underWay')}</Mark> : instantOf(row.dueAt)),
        },
        { label: say('attempts'), isFigure: true, cell: (row) => row.attempts },
        { label: say('lastError'), cell: (row) => row.lastError?.text },
        {
          label: say('what'),
          cell: (row) => (
            <QueueActs
              verbs={verbsFor(row, mayGiveUp)}
              texts={texts}
              act={(verb) => operator.onJob(row.id, verb)}
            />
          ),
        },
      ]}
    />
  )
}

/** What was never tried waits for its hour. */
const verbsFor = ({ attempts, underWay }: QueueJob, mayGiveUp: boolean): readonly QueueVerb[] =>
  underWay ? [] : [...(attempts > 0 ? ['tentar' as const] : []), ...(mayGiveUp ? ['abandonar' as const] : [])]
