import { type AlertEvent, alertEvents } from '@lastro/contract/alerts/alert-events.ts'
import type { QueueDelivery } from '@lastro/contract/operator/operator-queue.ts'
import { instantOf } from '../../parts/instant.ts'
import { DataTable } from '../../parts/lists/data-table.tsx'
import { Listed } from '../../parts/lists/listed.tsx'
import { usePages } from '../../parts/lists/pages-of.ts'
import { useLanguage, useSay } from '../../shell/language.tsx'
import { runningWords } from '../../words/running.ts'
import { useOperator } from '../operations.ts'
import { queueName } from '../operator-names.ts'
import { QueueActs } from './queue-act.tsx'

/** Messages that failed before and wait for another try. */
export function TroubledDeliveries() {
  const say = useSay(runningWords)
  const operator = useOperator()
  const pages = usePages([...queueName, 'deliveries'], (cursor) =>
    operator.deliveries({ kind: undefined, cursor }),
  )
  return (
    <section>
      <h2>{say('troubled')}</h2>
      <Listed pages={pages} empty={say('noTroubled')}>
        {(items) => <DeliveryTable items={items} />}
      </Listed>
    </section>
  )
}

function DeliveryTable({ items }: { readonly items: readonly QueueDelivery[] }) {
  const say = useSay(runningWords)
  const operator = useOperator()
  const { language } = useLanguage()
  const texts = { tentar: say('retryDeliveryText'), abandonar: say('giveUpDeliveryText') }
  return (
    <DataTable
      caption={say('troubled')}
      rows={items}
      rowKey={(row) => `${row.occurrenceId} ${row.targetId}`}
      columns={[
        { label: say('event'), cell: (row) => alertEvents[row.event as AlertEvent]?.[language] ?? row.event },
        {
          label: say('target'),
          cell: (row) => (
            <>
              {say(row.kind === 'webhook' ? 'webhook' : 'emailKind')}{' '}
              <span className="code">{row.targetId}</span>
            </>
          ),
        },
        { label: say('client'), cell: (row) => <span className="code">{row.clientId}</span> },
        { label: say('attempts'), isFigure: true, cell: (row) => row.attempts },
        { label: say('triedAt'), isFixed: true, cell: (row) => instantOf(row.dueAt) },
        { label: say('status'), isFigure: true, cell: (row) => row.lastStatus },
        { label: say('lastError'), cell: (row) => row.lastError?.text },
        {
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
