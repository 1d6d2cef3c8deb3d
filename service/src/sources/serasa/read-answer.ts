import { answerAll, nothing } from '../../features/reports/source.ts'
import { at, listOf } from '../mapping/table.ts'
import { isAbout } from '../mapping/whose-answer.ts'
import { type Called, failedBy, type ProviderAnswer, readAs } from '../outward/outward-request.ts'
import type { ProviderReport } from '../outward/provider.ts'
import { type Mapping, mapReport } from './mapping/map-report.ts'
import { isSpikeArrest, wordsOf } from './spike-arrest.ts'

export type SentQuery = Mapping & {
  /** Whether optional features were asked for: one that is bad fails the report as a whole. */
  readonly hasFeatures: boolean
  /** Whether the session is too young to be over. */
  readonly isFreshSession: boolean
}

/** What an answer to a query says: a report, nobody of that number, or one of the provider's faults. */
export function readAnswer({ status, json }: ProviderAnswer, asked: SentQuery): Called<ProviderReport> {
  if (status === 200) return readReport(json, asked)
  if (status === 404) return isDocumentUnknown(wordsOf(json)) ? nobody(asked) : failedBy('refused')
  if (status === 401) return failedBy('session_over')
  // A bad token is answered like any error of the provider's own.
  if (status === 500) return failedBy(asked.isFreshSession ? 'server_error' : 'session_over')
  if (isSpikeArrest(status, json)) return failedBy('rate_limited')
  // Until it has failed without its features, they may be what failed it.
  if (status === 503 && asked.hasFeatures) return failedBy('refused')
  return failedBy(status >= 500 ? 'server_error' : 'refused')
}

function readReport(json: unknown, asked: SentQuery): Called<ProviderReport> {
  const reports = listOf(at(json, 'reports'))
  if (reports.length === 0) return failedBy('answer_malformed')
  if (!isAbout(reports, asked.document)) return failedBy('other_document')
  return readAs({ document: asked.document, answers: mapReport(json, asked) })
}

const nobody = ({ document, sections }: SentQuery): Called<ProviderReport> =>
  readAs({ document, answers: answerAll(sections, nothing) })

/**
 * A 404 is about the document or about the name of the report, and only its words tell. "Nothing on file" is said only
 * where they are surely about the document: a report that we call by a wrong name knows nothing of anybody.
 */
const isDocumentUnknown = (words: string): boolean =>
  !/report|relat[oó]rio/i.test(words) && /document|cpf|cnpj/i.test(words)
