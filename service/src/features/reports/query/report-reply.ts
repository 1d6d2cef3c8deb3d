import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { joinHeaders, sharedHeader } from '../../../http/headers/shared-headers.ts'
import { json } from '../../../http/reply.ts'
import type { Outcome } from '../../../http/route.ts'
import type { AssembledReport } from './assemble-report.ts'
import { degradedHeaderName, notCoveredHeaderName, sourcesHeaderName } from './sections/report-sources.ts'

/** The envelope around a report: 200, or 203 when a section could not be answered; a refusal when none was. */
export function reportReply(document: DocumentNumber, report: AssembledReport, sources: string): Outcome {
  if (report.kind === 'unanswered') return { code: report.code }
  if (report.kind === 'uncovered')
    return { code: 'report_not_covered', values: { sections: report.notCovered.join(', ') } }
  const body = `{"error":false,"result":{"document":"${document}","report":${report.text}}}`
  // To count it joins its pieces, and it is one text from here on, while it waits for its record.
  const bodyBytes = Buffer.byteLength(body)
  const isWhole = report.degraded.length === 0
  let headers = sourcesHeader(sources)
  if (report.notCovered.length > 0)
    headers = joinHeaders(headers, notCoveredHeader(report.notCovered.join(', ')))
  if (!isWhole) headers = joinHeaders(headers, degradedHeader(report.degraded.join(', ')))
  return { status: isWhole ? 200 : 203, contentType: json, body, bodyBytes, headers }
}

/** Many reports share these values, so their header objects are shared too. */
const notCoveredHeader = sharedHeader(notCoveredHeaderName)
const sourcesHeader = sharedHeader(sourcesHeaderName)
const degradedHeader = sharedHeader(degradedHeaderName)
