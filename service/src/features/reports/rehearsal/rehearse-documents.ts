import type { Policy } from '@lastro/contract/policies/policy.ts'
import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import type { FeatureCode, Product } from '@lastro/contract/reports/products.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { type DecisionInputs, sourcesIn } from '@lastro/rules/policies/decision-inputs.ts'
import { type Rehearsed, rehearse } from '@lastro/rules/policies/rehearse.ts'
import type { Reader } from '../kept/judge-report.ts'
import type { ReopenDeps } from '../kept/reopen-report.ts'
import { answerSections } from '../query/answer-sections.ts'
import { assembleReport } from '../query/assemble-report.ts'
import { planReport } from '../query/plan-report.ts'
import { type RehearsedAll, type RehearsedReport, rehearsalMs } from './rehearsal.ts'

export type RehearseDocumentsDeps = Pick<
  ReopenDeps,
  'environments' | 'clock' | 'deadlineMs' | 'onSourceError'
>

export type RehearsedOver = {
  readonly documents: readonly DocumentNumber[]
  readonly product: Product
  readonly report: Policy['report']
  readonly values: SentValues
}

/** A draft over test documents, with the report that it asks for. They are nobody's: nothing is recorded. */
export async function rehearseDocuments(
  deps: RehearseDocumentsDeps,
  reader: Reader,
  rehearsed: Rehearsed,
  over: RehearsedOver,
): Promise<RehearsedAll> {
  const untilMs = deps.clock.nowMs() + rehearsalMs
  const reports: RehearsedReport[] = []
  let looked = 0
  while (looked < over.documents.length && deps.clock.nowMs() <= untilMs) {
    const some = over.documents.slice(looked, looked + atOnceCount)
    const atMs = deps.clock.nowMs()
    const all = await Promise.all(some.map((document) => inputsOf(deps, reader, document, over)))
    for (const [place, inputs] of all.entries())
      if (inputs !== undefined)
        reports.push({ line: looked + place + 1, atMs, case: rehearse(rehearsed, inputs) })
    looked += some.length
  }
  return { reports, unread: looked - reports.length, isWhole: looked === over.documents.length }
}

/** Some test documents have a source that is late: whoever tries them all does not wait for each in turn. */
const atOnceCount = 10

/** Undefined where the product is not for the document, or no source answered: there is no report to decide on. */
async function inputsOf(
  deps: RehearseDocumentsDeps,
  { caller, environment, language }: Reader,
  document: DocumentNumber,
  { product, report, values }: RehearsedOver,
): Promise<DecisionInputs | undefined> {
  const type = documentType(document)
  if (!product.documentTypes.includes(type)) return undefined
  const of = deps.environments[environment]
  const offered = (report.features ?? []).filter((code): code is FeatureCode =>
    Boolean(product.features[code as FeatureCode]?.includes(type)),
  )
  const plan = planReport(product, offered, type, {
    scopes: caller.scopes,
    withheld: of.withheldScopes(document),
  })
  const today = dayAt(deps.clock.nowMs())
  const { clientId, contract } = caller
  // Nobody is asked who could charge: only what we hold is decided on.
  const asking = { mode: 'copies', requestId: '' } as const
  const asked = { clientId, contract, asking, document, plan, today }
  const { answers, doubtful, sources } = await answerSections(deps, of, asked)
  const assembled = assembleReport(plan, answers, language, doubtful)
  if (assembled.kind === 'unanswered') return undefined
  return {
    documentType: type,
    report: JSON.parse(assembled.text),
    degradedSections: assembled.degraded,
    sources: sourcesIn(sources),
    sent: values,
    today,
  }
}
