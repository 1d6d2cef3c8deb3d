import type { ConsultationItem, ConsultationsAnswer } from '@lastro/contract/clients/consultations.ts'
import type { ComparisonAnswer, KeptReportAnswer } from '@lastro/contract/clients/kept-reports.ts'
import type { Statement } from '@lastro/contract/clients/statement.ts'
import type { Usage } from '@lastro/contract/clients/usage.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import type { Report } from '@lastro/contract/reports/report.ts'
import { type CallOptions, step } from '../transport/connection.ts'
import { type Paged, paged } from '../transport/pages.ts'
import { resultOf, type Transport } from '../transport/transport.ts'
import { type FormatOf, formats, type ReportFormat } from './report-formats.ts'
import { type ReportAnswer, toldBy } from './reports.ts'

export type Account = {
  /** A month's queries by day, product and features; `2026-03`, or the current month when absent. */
  readonly usage: (month?: string, options?: CallOptions) => Promise<Usage>
  /** What you owe for a month: lines, tiers, minimum, credits and corrections; the current month when absent. */
  readonly statement: (month?: string, options?: CallOptions) => Promise<Statement>
  /** The same as a PDF, in the language of the client. */
  readonly statementPdf: (month?: string, options?: CallOptions) => Promise<Blob>
  /**
   * The kept report of one of your queries, by its request id, as it was answered: at no cost, without what may no
   * longer be read. `html` and `pdf` to read.
   */
  readonly report: <Format extends ReportFormat = 'json'>(
    requestId: string,
    options?: CallOptions & { readonly format?: Format | undefined },
  ) => Promise<KeptReportResult<Format>>
  /** What changed between two kept reports on the same document and of the same product. */
  readonly comparison: (requestId: string, other: string, options?: CallOptions) => Promise<Comparison>
  /** Your own queries, newest first. `mine`: only those of whoever is signed in. */
  readonly consultations: Paged<ConsultationItem, { readonly mine?: boolean | undefined }>
}

/** A report as it was answered, with what its headers told: who answered it, and by which consultation. */
export type KeptReport = Omit<ResultOf<typeof KeptReportAnswer>, 'report'> &
  Pick<ReportAnswer<unknown>, 'degradedSections' | 'sources' | 'sourcesText' | 'consultation'> & {
    readonly report: Report
  }

export type KeptReportResult<Format extends ReportFormat> = {
  readonly json: KeptReport
  readonly html: string
  readonly pdf: Blob
}[Format]

export type Comparison = ResultOf<typeof ComparisonAnswer>

const statementAt = '/conta/v2/extrato'

export const account = (transport: Transport): Account => ({
  usage: (month, options) => transport.get('/conta/v2/consumo', options, { query: { month } }),
  statement: (month, options) => transport.get(statementAt, options, { query: { month } }),
  statementPdf: (month, options) =>
    transport.send(
      {
        method: 'GET',
        path: statementAt,
        query: { month },
        accept: formats.pdf.accept,
        repeats: 'freely',
        options,
      },
      formats.pdf.read,
    ),
  report: <Format extends ReportFormat = 'json'>(
    requestId: string,
    { format, ...options }: CallOptions & { readonly format?: Format | undefined } = {},
  ) => {
    const { accept, read } = keptFormats[format ?? 'json'] as FormatOf<KeptReportResult<Format>>
    const path = `${keptAt(requestId)}/relatorio`
    return transport.send({ method: 'GET', path, accept, repeats: 'freely', options }, read)
  },
  comparison: (requestId, other, options) =>
    transport.get(`${keptAt(requestId)}/comparacao`, options, { query: { com: other } }),
  consultations: paged(
    transport,
    '/conta/v2/consultas',
    (result: ResultOf<typeof ConsultationsAnswer>) => result.consultations,
  ),
})

const keptAt = (requestId: string): string => `/conta/v2/consultas/${step(requestId)}`

const keptFormats = {
  ...formats,
  json: {
    ...formats.json,
    read: async (answer: Response): Promise<KeptReport> => {
      const { degradedSections, sources, sourcesText, consultation } = toldBy(answer)
      return { ...(await resultOf<KeptReport>(answer)), degradedSections, sources, sourcesText, consultation }
    },
  },
}
