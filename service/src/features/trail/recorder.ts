import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Awaiting } from '../../http/later.ts'
import type { TrailStore } from './trail-store.ts'

/** Records a query. Whoever awaits it is told once the record is durable: only then may the answer leave. */
export type Recorder = (
  environment: Environment,
  draft: ConsultationDraft,
  awaiting: Awaiting<Billing>,
) => void

/** A commit of this many is as cheap per record as commits get; more would only delay the first of them. */
const linkRecordsMax = 500

/** Requests in flight share commits: while one is being written, the records that arrive form the next. */
export function recorder(trail: Pick<TrailStore, 'append'>): Recorder {
  const queues = { production: queue(trail, 'production'), sandbox: queue(trail, 'sandbox') }
  return (environment, draft, awaiting) => queues[environment](draft, awaiting)
}

/** The same for those who wait for a promise. */
export const recordPromised =
  (record: Recorder) =>
  (environment: Environment, draft: ConsultationDraft): Promise<Billing> =>
    new Promise((resolve, reject) => record(environment, draft, { came: resolve, failed: reject }))

function queue(trail: Pick<TrailStore, 'append'>, environment: Environment) {
  let drafts: ConsultationDraft[] = []
  let awaiting: Awaiting<Billing>[] = []
  let writing = false

  const write = (): void => {
    const [link, told] = [drafts.slice(0, linkRecordsMax), awaiting.slice(0, linkRecordsMax)]
    drafts = drafts.slice(linkRecordsMax)
    awaiting = awaiting.slice(linkRecordsMax)
    const ended = trail.append(environment, link).then(
      (billings) => {
        for (let at = 0; at < told.length; at++)
          tell(told[at] as Awaiting<Billing>, billings[at] ?? 'unbilled')
      },
      (error: unknown) => {
        for (const one of told) tellFailure(one, error)
      },
    )
    void ended.then(goOn)
  }
  /** Answers first: while their readers are busy with them, the processors have no time for the next commit. */
  const goOn = (): void => {
    writing = drafts.length > 0
    if (writing) write()
  }

  return (draft: ConsultationDraft, one: Awaiting<Billing>): void => {
    drafts.push(draft)
    awaiting.push(one)
    if (writing) return
    writing = true
    // Whatever else this turn of the event loop brings in goes along.
    setImmediate(write)
  }
}

/** What goes wrong with one answer is that answer's alone. */
function tell(awaiting: Awaiting<Billing>, billing: Billing): void {
  try {
    awaiting.came(billing)
  } catch (error) {
    tellFailure(awaiting, error)
  }
}

function tellFailure(awaiting: Awaiting<Billing>, error: unknown): void {
  try {
    awaiting.failed(error)
  } catch {
    // Whoever cannot even be told of a failure must not keep the others waiting.
  }
}
