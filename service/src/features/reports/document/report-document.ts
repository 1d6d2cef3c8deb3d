import type { ReportMeta } from '@lastro/reading/outline.ts'
import { type ReportOutline, reportOutline } from '@lastro/reading/report-outline.ts'
import type { Awaitable } from '../../../awaitable.ts'
import type { Given, Reply } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import { pageReply } from '../../../pages/drawing/page.ts'
import type { QueryContext } from '../query/query-context.ts'
import { degradedHeaderName, notCoveredIn, sourcesHeaderName } from '../query/sections/report-sources.ts'
import { reportPage, reportPageHeaders } from './report-page.ts'
import { reportPdf } from './report-pdf.ts'

export const jsonMediaType = 'application/json'
const htmlMediaType = 'text/html'
const pdfMediaType = 'application/pdf'

/** What a report comes as. JSON is first: whoever takes anything gets that. */
export const reportMediaTypes: readonly string[] = [jsonMediaType, htmlMediaType, pdfMediaType]

/** What a document says of a report besides its JSON. */
export type DocumentContext = Pick<
  QueryContext,
  'call' | 'product' | 'environment' | 'isContactDataWithheld' | 'given'
> & { readonly reopened?: ReportMeta['reopened'] }

/** An answer on its way out, in the format that its caller asked for. JSON is what it is already. */
export function inMediaType(context: DocumentContext, outcome: Outcome): Awaitable<Outcome> {
  return isRefusal(outcome) || context.call.mediaType === jsonMediaType
    ? outcome
    : reportDocument(context, outcome)
}

/** What an answer says and when it was given do not change with the format. */
async function reportDocument(context: DocumentContext, reply: Reply): Promise<Reply> {
  const { call, product, given } = context
  if (given === undefined) throw new Error('A report became a document before it was on record')
  const outline = reportOutline({
    product: product.code,
    result: JSON.parse(reply.body).result,
    language: call.language,
    meta: {
      environment: context.environment,
      contactDataWithheld: context.isContactDataWithheld,
      sources: reply.headers?.[sourcesHeaderName],
      notCovered: notCoveredIn(reply.headers),
      degradedSections: reply.headers?.[degradedHeaderName]?.split(', '),
      reopened: context.reopened,
      ...given,
    },
  })
  const document = await documentReply(outline, given, call.mediaType)
  return {
    ...document,
    status: reply.status,
    headers: {
      ...reply.headers,
      ...document.headers,
      'Content-Language': call.language,
      'Content-Disposition': `inline; filename="${product.code}-${given.checkCode}.${extensions[call.mediaType]}"`,
      Vary: 'Accept, Accept-Language',
    },
  }
}

const extensions: Readonly<Record<string, string>> = { [htmlMediaType]: 'html', [pdfMediaType]: 'pdf' }

async function documentReply(outline: ReportOutline, given: Given, mediaType: string): Promise<Reply> {
  if (mediaType === htmlMediaType)
    return pageReply(reportPage(outline), { headers: reportPageHeaders, language: outline.language })
  return { status: 200, contentType: pdfMediaType, body: '', bytes: await reportPdf(outline, given) }
}
