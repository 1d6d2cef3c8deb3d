import type { Delivery } from '@lastro/contract/alerts/alerts.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { useQuery } from '@tanstack/react-query'
import { Answered } from '../../parts/answered.tsx'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Mark } from '../../parts/marks/mark.tsx'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { useSession } from '../../shell/session/session.ts'
import { attemptText } from '../../voice/attempt-text.ts'
import { alertWords } from '../../words/creditor/alerts.ts'
import { deliveriesName } from '../alert-names.ts'

/** While something is to be sent, one wants to see it go. */
const lookAgainMs = 2_000

/** Each target, each attempt. */
export function Deliveries({ id }: { readonly id: string }) {
  const say = useSay(alertWords)
  const { lastro } = useSession()
  const { language } = useLanguage()
  const nameOf = useTargetNames()
  const deliveries = useQuery({
    queryKey: [...deliveriesName, id, language],
    queryFn: () => lastro.alerts.occurrences.deliveries(id),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === 'pending') ? lookAgainMs : false,
  })
  return (
    <section>
      <h2>{say('deliveries')}</h2>
      <Answered query={deliveries}>
        {(data) =>
          data.length === 0 ? (
            <p className="empty">{say('noDeliveries')}</p>
          ) : (
            data.map((one) => (
              <DeliveryPanel key={one.target.id} delivery={one} name={nameOf(one.target.id)} />
            ))
          )
        }
      </Answered>
    </section>
  )
}

/** Webhooks and addresses are few: they are read once and named from memory. */
function useTargetNames(): (id: string) => string | undefined {
  const { lastro } = useSession()
  const { data } = useQuery({
    queryKey: ['targets'],
    queryFn: async () => {
      const [webhooks, emails] = await Promise.all([
        lastro.webhooks.list(),
        lastro.alerts.emails.page({ limit: 200 }),
      ])
      return new Map([
        ...webhooks.map(({ id, url, label }) => [id, label ?? url] as const),
        ...emails.items.map(({ id, email }) => [id, email] as const),
      ])
    },
  })
  // Until they are read, nothing is known to be gone.
  return (id) => (data === undefined ? id : data.get(id))
}

const tones = { pending: 'info', delivered: 'good', failed: 'bad', dropped: 'quiet' } as const

type DeliveryPanelProps = { readonly delivery: Delivery; readonly name: string | undefined }

function DeliveryPanel({ delivery, name }: DeliveryPanelProps) {
  const say = useSay(alertWords)
  const { target, state, nextAttemptAt, attempts } = delivery
  const title = name === undefined ? say('targetGone', { id: target.id }) : printable(name)
  return (
    <section className="panel">
      <h3 className="subject-small">{title}</h3>
      <p>
        <Mark tone={tones[state]}>{say(state)}</Mark>{' '}
        {nextAttemptAt !== undefined && (
          <span className="muted">{say('nextAttempt', { at: instantOf(nextAttemptAt) })}</span>
        )}
      </p>
      {attempts.length === 0 ? (
        <p className="muted">{say('noAttempts')}</p>
      ) : (
        <DataTable
          caption={`${say('deliveries')}: ${title}`}
          rows={attempts.toReversed()}
          rowKey={(row) => String(row.attempt)}
          columns={[
            { label: say('attempt'), isFixed: true, cell: (row) => row.attempt },
            { label: say('at'), isFixed: true, cell: (row) => instantOf(row.at) },
            { label: say('answer'), cell: (row) => <AttemptText attempt={row} /> },
          ]}
        />
      )}
    </section>
  )
}

type AttemptTextProps = { readonly attempt: Delivery['attempts'][number] }

/** What it came to, and the beginning of what the receiver wrote. */
function AttemptText({ attempt }: AttemptTextProps) {
  const { language } = useLanguage()
  return (
    <>
      {attemptText(attempt, language)}{' '}
      {attempt.excerpt !== undefined && <small className="muted">{printable(attempt.excerpt)}</small>}
    </>
  )
}
