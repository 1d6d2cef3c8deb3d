import { systemClock } from '@lastro/client/transport/clock.ts'
import type { QueueStatus, QueueTopic } from '@lastro/contract/operator/operator-queue.ts'
import { grouped } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'wouter'
import { ageText } from '../../parts/age.ts'
import { Answered } from '../../parts/answered.tsx'
import { Facts } from '../../parts/facts.tsx'
import { List } from '../../parts/lists/list.tsx'
import { onePage } from '../../parts/lists/pages-of.ts'
import { Notice } from '../../parts/notice.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { Page } from '../../shell/page/page.tsx'
import { runningWords } from '../../words/operator/running.ts'
import { useOperator } from '../operations.ts'
import { lookAgainMs, queueName } from '../operator-names.ts'
import { OverdueNotice } from '../person/request-list.tsx'
import { JobsOf } from './jobs-of.tsx'
import { topicName } from './topic-name.ts'
import { TroubledDeliveries } from './troubled-deliveries.tsx'

/** What waits to be done and to be sent, how old it is, and what failed. The topic is in the address. */
export function QueuePage() {
  const say = useSay(runningWords)
  const operator = useOperator()
  const { language } = useLanguage()
  const [search] = useSearchParams()
  const topic = search.get('topic') ?? undefined
  const queue = useQuery({
    queryKey: [...queueName, 'status', language],
    queryFn: operator.queue,
    refetchInterval: lookAgainMs,
  })
  return (
    <Page title={say('queueTitle')} lede={say('queueLede')}>
      <OverdueNotice />
      <Answered query={queue}>
        {(status) => (
          <>
            <HeldBack status={status} />
            <Topics topics={status.topics} chosen={topic} />
            {topic !== undefined && (
              <JobsOf
                topic={topic}
                mayGiveUp={status.topics.some((one) => one.topic === topic && one.mayGiveUp)}
              />
            )}
            <Deliveries deliveries={status.deliveries} />
          </>
        )}
      </Answered>
      <TroubledDeliveries />
    </Page>
  )
}

/** Which setting is missing, and how much waits for it. */
function HeldBack({ status }: { readonly status: QueueStatus }) {
  const say = useSay(runningWords)
  return status.heldBack.map(({ what, text }) => (
    <Notice key={what} tone="warn">
      <strong>{say(what)}</strong>: {text}.{' '}
      {say('heldBack', { count: grouped(String(waitingOf(what, status))) })}
    </Notice>
  ))
}

const waitingOf = (what: 'notices' | 'alerts', { topics, deliveries }: QueueStatus): number =>
  what === 'notices'
    ? (topics.find(({ topic }) => topic === 'notice.send')?.waiting ?? 0)
    : (deliveries.find(({ kind }) => kind === 'email')?.waiting ?? 0)

type TopicsProps = { readonly topics: readonly QueueTopic[]; readonly chosen: string | undefined }

function Topics({ topics, chosen }: TopicsProps) {
  const say = useSay(runningWords)
  const { language } = useLanguage()
  const nowMs = systemClock.nowMs()
  return (
    <section>
      <h2>{say('jobsTitle')}</h2>
      <List
        caption={say('jobsTitle')}
        name="topics"
        pages={onePage(topics)}
        empty={say('noJobs')}
        rowKey={(row) => row.topic}
        columns={[
          {
            id: 'topic',
            label: say('topic'),
            text: (row) => topicName(row.topic, language),
            cell: ({ topic }) => (
              <Link
                href={`/operador/fila?topic=${encodeURIComponent(topic)}`}
                aria-current={topic === chosen ? 'true' : undefined}
              >
                {topicName(topic, language)}
              </Link>
            ),
          },
          { id: 'waiting', label: say('waiting'), count: (row) => row.waiting },
          { id: 'due', label: say('due'), count: (row) => row.due },
          { id: 'failed', label: say('failed'), count: (row) => row.failing },
          {
            id: 'oldest',
            label: say('oldest'),
            instant: (row) => row.oldestAt,
            cell: ({ oldestAt: at }) => at && ageText({ at, nowMs, language }),
          },
        ]}
      />
    </section>
  )
}

const kinds = { webhook: 'webhook', email: 'emailKind' } as const

function Deliveries({ deliveries }: Pick<QueueStatus, 'deliveries'>) {
  const say = useSay(runningWords)
  const { language } = useLanguage()
  const nowMs = systemClock.nowMs()
  return (
    <section className="panel">
      <h2>{say('deliveriesTitle')}</h2>
      <Facts
        facts={deliveries.flatMap(({ kind, waiting, failing, oldestAt: at }) => [
          { label: say(kinds[kind]), value: say('deliveriesWaiting', { waiting, failing }) },
          {
            label: `${say(kinds[kind])}: ${say('oldest')}`,
            value: at && ageText({ at, nowMs, language }),
          },
        ])}
      />
    </section>
  )
}
