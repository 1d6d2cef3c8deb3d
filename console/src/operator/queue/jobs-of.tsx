import { systemClock } from '@lastro/client/transport/clock.ts'
import type { QueueJob } from '@lastro/contract/operator/operator-queue.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { ageText } from '../../parts/age.ts'
import { instantOf } from '../../parts/instant.ts'
import { List } from '../../parts/lists/list.tsx'
import { type Pages, usePages } from '../../parts/lists/pages-of.ts'
import { Mark } from '../../parts/marks/mark.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { jobFaultText } from '../../voice/job-fault.ts'
import { runningWords } from '../../words/operator/running.ts'
import { ClientLink } from '../clients/client-link.tsx'
import { type QueueVerb, useOperator } from '../operations.ts'
import { queueName } from '../operator-names.ts'
import { QueueActs } from './queue-act.tsx'
import { jobName, topicName } from './topic-name.ts'

type JobsOfProps = { readonly topic: string; readonly mayGiveUp: boolean }

/** The work of one topic, in the order in which it will be tried. */
export function JobsOf({ topic, mayGiveUp }: JobsOfProps) {
  const say = useSay(runningWords)
  const { language } = useLanguage()
  const operator = useOperator()
  const pages = usePages([...queueName, 'jobs', topic], (cursor, limit) =>
    operator.jobs({ topic, cursor, limit }),
  )
  return (
    <section>
      <h2>{say('jobsOf', { topic: topicName(topic, language) })}</h2>
      <Jobs pages={pages} mayGiveUp={mayGiveUp} />
    </section>
  )
}

type JobsProps = { readonly pages: Pages<QueueJob>; readonly mayGiveUp: boolean }

function Jobs({ pages, mayGiveUp }: JobsProps) {
  const say = useSay(runningWords)
  const operator = useOperator()
  const { language } = useLanguage()
  const nowMs = systemClock.nowMs()
  const texts = { tentar: say('retryJobText'), abandonar: say('giveUpJobText') }
  return (
    <List
      caption={say('jobsTitle')}
      name="jobs"
      pages={pages}
      empty={say('noJobsOf')}
      rowKey={(row) => row.id}
      columns={[
        {
          id: 'id',
          label: say('job'),
          text: (row) => jobName(row.id, language),
        },
        {
          id: 'client',
          label: say('client'),
          text: ({ clientId, clientName }) => clientId && printable(clientName ?? clientId),
          cell: ({ clientId, clientName }) => clientId && <ClientLink id={clientId} name={clientName} />,
        },
        {
          id: 'since',
          label: say('waitsSince'),
          isFixed: true,
          instant: (row) => row.createdAt,
          cell: (row) => ageText({ at: row.createdAt, nowMs, language }),
        },
        {
          id: 'due',
          label: say('triedAt'),
          isFixed: true,
          instant: (row) => row.dueAt,
          cell: (row) => (row.underWay ? <Mark tone="info">{say('underWay')}</Mark> : instantOf(row.dueAt)),
        },
        { id: 'attempts', label: say('attempts'), count: (row) => row.attempts },
        {
          id: 'error',
          label: say('lastError'),
          text: ({ lastError }) => lastError && jobFaultText(lastError.text, language),
        },
        {
          id: 'acts',
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
