import type { QueueDelivery } from '@lastro/contract/operator/operator-queue.ts'
import { printable } from '@lastro/reading/value-text.ts'
import { List } from '../../parts/lists/list.tsx'
import { type Pages, usePages } from '../../parts/lists/pages-of.ts'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { attemptText } from '../../voice/attempt-text.ts'
import { eventName } from '../../voice/event-name.ts'
import { runningWords } from '../../words/operator/running.ts'
import { ClientLink } from '../clients/client-link.tsx'
import { useOperator } from '../operations.ts'
import { queueName } from '../operator-names.ts'
import { QueueActs } from './queue-act.tsx'

/** Messages that failed before and wait for another try. */
export function TroubledDeliveries() {
  const say = useSay(runningWords)
  const operator = useOperator()
  const pages = usePages([...queueName, 'deliveries'], (cursor, limit) =>
    operator.deliveries({ kind: undefined, cursor, limit }),
  )
  return (
    <section>
      <h2>{say('troubled')}</h2>
      <Deliveries pages={pages} />
    </section>
  )
}

function Deliveries({ pages }: { readonly pages: Pages<QueueDelivery> }) {
  const say = useSay(runningWords)
  const operator = useOperator()
  const { language } = useLanguage()
  const texts = { tentar: say('retryDeliveryText'), abandonar: say('giveUpDeliveryText') }
  const kindOf = ({ kind }: QueueDelivery) => say(kind === 'webhook' ? 'webhook' : 'emailKind')
  return (
    <List
      caption={say('troubled')}
      name="deliveries"
      pages={pages}
      empty={say('noTroubled')}
      rowKey={(row) => `${row.occurrenceId} ${row.targetId}`}
      columns={[
        {
          id: 'event',
          label: say('event'),
          text: (row) => eventName(row.event, language),
        },
        {
          id: 'target',
          label: say('target'),
          text: (row) => `${kindOf(row)} ${row.targetId}`,
          cell: (row) => (
            <>
              {kindOf(row)} <span className="code">{row.targetId}</span>
            </>
          ),
        },
        {
          id: 'client',
          label: say('client'),
          text: (row) => printable(row.clientName ?? row.clientId),
          cell: (row) => <ClientLink id={row.clientId} name={row.clientName} />,
        },
        { id: 'attempts', label: say('attempts'), count: (row) => row.attempts },
        { id: 'due', label: say('triedAt'), instant: (row) => row.dueAt },
        {
          id: 'error',
          label: say('lastError'),
          text: ({ lastStatus: status, lastError }) =>
            attemptText({ status, error: lastError?.text }, language),
        },
        {
          id: 'acts',
          label: say('what'),
          cell: (row) => (
            <QueueActs
              verbs={['tentar', 'abandonar']}
              texts={texts}
              act={(verb) => operator.onDelivery(row, verb)}
            />
          ),
        },
      ]}
    />
  )
}
