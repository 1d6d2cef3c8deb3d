import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { joinHeaders, sharedHeader } from '../../../http/headers/shared-headers.ts'
import { json } from '../../../http/reply.ts'
import type { Outcome } from '../../../http/route.ts'
import type { AssembledReport } from './assemble-report.ts'
import { degradedHeaderName, sourcesHeaderName } from './sections/report-sources.ts'

/** The envelope around a report: 200, or 203 when a section could not be answered; a refusal when none could. */
export function reportReply(document: DocumentNumber, report: AssembledReport, sources: string): Outcome {
  if (report.kind === 'unanswered') return { code: report.code }
  const body = `{"error":false,"result":{"document":"${document}","report":${report.text}}}`
  // To count it joins its pieces, and it is one text from here on, while it waits for its record.
  const bodyBytes = Buffer.byteLength(body)
  const told = sourcesHeader(sources)
  const isWhole = report.degraded.length === 0
  const headers = isWhole ? told : joinHeaders(told, degradedHeader(report.degraded.join(', ')))
  return { status: isWhole ? 200 : 203, contentType: json, body, bodyBytes, headers }
}

/** Reports by the same sources of the same days say so in the same words. */
const sourcesHeader = sharedHeader(sourcesHeaderName)
const degradedHeader = sharedHeader(degradedHeaderName)
