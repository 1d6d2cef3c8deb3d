import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { type Rehearsed, rehearse } from '@lastro/rules/policies/rehearse.ts'
import { aheadMs, type DecisionClocks } from '../decisions/decision-clock.ts'
import { heldInputs } from '../decisions/held-inputs.ts'
import type { ReportReader } from '../kept/judge-report.ts'
import type { ReopenDeps } from '../kept/reopen-report.ts'
import { type RehearsedAll, type RehearsedReport, rehearsalMs } from './rehearsal.ts'

export type RehearseDocumentsDeps = Pick<
  ReopenDeps,
  'environments' | 'clock' | 'deadlineMs' | 'onSourceError'
> &
  DecisionClocks

export type RehearsedOver = {
  readonly documents: readonly DocumentNumber[]
  readonly product: Product
  readonly report: Policy['report']
  readonly values: SentValues
}

/** A draft over test documents, with the report that it asks for. They are nobody's: nothing is recorded. */
export async function rehearseDocuments(
  deps: RehearseDocumentsDeps,
  reader: ReportReader,
  rehearsed: Rehearsed,
  over: RehearsedOver,
): Promise<RehearsedAll> {
  const { caller, environment, language } = reader
  const { clientId, contract, scopes } = caller
  const held = { clientId, contract, scopes, environment, language }
  const untilMs = deps.clock.nowMs() + rehearsalMs
  const aheadBy = await aheadMs(deps, reader.caller)
  const reports: RehearsedReport[] = []
  let looked = 0
  while (looked < over.documents.length && deps.clock.nowMs() <= untilMs) {
    const some = over.documents.slice(looked, looked + atOnceCount)
    const atMs = deps.clock.nowMs()
    const today = dayAt(atMs + aheadBy)
    const all = await Promise.all(
      some.map((document) => heldInputs(deps, held, { ...over, document, today })),
    )
    for (const [place, inputs] of all.entries())
      if (inputs !== undefined)
        reports.push({ line: looked + place + 1, atMs, case: rehearse(rehearsed, inputs) })
    looked += some.length
  }
  return { reports, unread: looked - reports.length, isWhole: looked === over.documents.length }
}

/** Some test documents have a source that is late: whoever tries them all does not wait for each in turn. */
const atOnceCount = 10
