import type { Environment } from '@lastro/contract/credentials.ts'
import type { Billing, ConsultationDraft } from './consultation.ts'
import type { TrailStore } from './trail-store.ts'

/** Records a query. What it returns resolves once the record is durable: only then may the answer leave. */
export type Record = (environment: Environment, draft: ConsultationDraft) => Promise<Billing>

/** A commit of this many is as cheap per record as commits get; more would only delay the first of them. */
const linkRecordsMax = 500

type Waiting = {
  readonly draft: ConsultationDraft
  readonly resolve: (billing: Billing) => void
  readonly reject: (error: unknown) => void
}

/** Requests in flight share commits: while one is being written, the records that arrive form the next. */
export function recorder(trail: Pick<TrailStore, 'append'>): Record {
  const queues = { production: queue(trail, 'production'), sandbox: queue(trail, 'sandbox') }
  return (environment, draft) => queues[environment](draft)
}

function queue(trail: Pick<TrailStore, 'append'>, environment: Environment) {
  let waiting: Waiting[] = []
  let writing = false

  const write = async (): Promise<void> => {
    const link = waiting.slice(0, linkRecordsMax)
    waiting = waiting.slice(linkRecordsMax)
    try {
      const billings = await trail.append(
        environment,
        link.map((one) => one.draft),
      )
      for (const [at, one] of link.entries()) one.resolve(billings[at] ?? 'unbilled')
    } catch (error) {
      for (const one of link) one.reject(error)
    }
  }
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) await write()
    writing = false
  }

  return (draft: ConsultationDraft): Promise<Billing> =>
    new Promise((resolve, reject) => {
      waiting.push({ draft, resolve, reject })
      if (writing) return
      writing = true
      // Whatever else this turn of the event loop brings in goes along.
      setImmediate(() => void drain())
    })
}
