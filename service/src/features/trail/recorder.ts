import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { TrailStore } from './trail-store.ts'

/** Records a query. Resolves once the record is durable: only then may the answer leave. */
export type Recorder = (environment: Environment, draft: ConsultationDraft) => Promise<Billing>

/** A commit of this many is as cheap per record as commits get; more would only delay the first of them. */
const linkRecordsMax = 500

/** Requests in flight share commits: while one is being written, the records that arrive form the next. */
export function recorder(trail: Pick<TrailStore, 'append'>): Recorder {
  const queues = { production: queue(trail, 'production'), sandbox: queue(trail, 'sandbox') }
  return (environment, draft) => queues[environment](draft)
}

type Waiting = {
  readonly draft: ConsultationDraft
  readonly resolve: (billing: Billing) => void
  readonly reject: (error: unknown) => void
}

function queue(trail: Pick<TrailStore, 'append'>, environment: Environment) {
  let waiting: Waiting[] = []
  let isWriting = false

  const write = async (): Promise<void> => {
    const batch = waiting.slice(0, linkRecordsMax)
    waiting = waiting.slice(linkRecordsMax)
    try {
      const billings = await trail.append(
        environment,
        batch.map(({ draft }) => draft),
      )
      for (const [at, { resolve }] of batch.entries()) resolve(billings[at] ?? 'unbilled')
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    // Answers first: while their readers are busy with them, the processors have no time for the next commit.
    if (waiting.length > 0) setImmediate(() => void write())
    else isWriting = false
  }

  return (draft: ConsultationDraft): Promise<Billing> =>
    new Promise((resolve, reject) => {
      waiting.push({ draft, resolve, reject })
      if (isWriting) return
      isWriting = true
      // Whatever else this turn of the event loop brings in goes along.
      setImmediate(() => void write())
    })
}
