import type { FeatureCode, ReportProduct, ReportProductCode } from '@lastro/contract/reports/products.ts'
import type { Purpose } from '@lastro/contract/reports/purposes.ts'
import type { AdditionalsAnswer, AdditionalsRequest, ResultOf } from '@lastro/contract/reports/queries.ts'
import type { Report } from '@lastro/contract/reports/report.ts'
import type { CallOptions, KeyedOptions } from '../transport/connection.ts'
import type { Transport } from '../transport/transport.ts'
import { type FormatOf, formats, type ReportFormat } from './report-formats.ts'

export type ReportQuery = {
  /** CPF or CNPJ, with or without its mask. */
  readonly documento: string
  readonly features?: readonly FeatureCode[] | undefined
}

export type QueryOptions<Format extends ReportFormat = 'json'> = KeyedOptions & {
  readonly format?: Format | undefined
  /** Why the report is asked for; the contract's default when absent. */
  readonly purpose?: Purpose | undefined
}

/** One that answered a section; `date` is that of its data, where it has one for all of it. */
export type SectionSource = { readonly name: string; readonly date?: string }

/** A report, and what its headers tell. */
export type ReportAnswer<Result> = {
  readonly result: Result
  /** 200; 203 when a section could not be answered. */
  readonly status: number
  readonly billed: boolean
  readonly billingReason:
    | 'new_query'
    | 'repeat_within_window'
    | 'given_again'
    | 'stored_copy'
    | 'not_answered'
    | undefined
  /** Whether this repeats an earlier answer to the same key: JSON is then of `consultation.at`, not of now. */
  readonly replayed: boolean
  readonly degradedSections: readonly string[]
  /** Requested sections that no source covers. They are absent, which does not mean that nothing is on file. */
  readonly notCoveredSections: readonly string[]
  /** Who answered each section, by its name without Report at the end: `identification`, `listingP`. */
  readonly sources: Readonly<Record<string, readonly SectionSource[]>>
  /** The same as `X-Report-Sources` tells it. */
  readonly sourcesText: string
  readonly requestId: string
  /** By which consultation the report was given and when, and the code by which the operator's trail confirms it. */
  readonly consultation: { readonly id: string; readonly checkCode: string; readonly at: string } | undefined
  /** For the same report in another format. */
  readonly idempotencyKey: string
}

export type ReportResult<Product extends ReportProductCode, Format extends ReportFormat> = {
  readonly json: { readonly document: string; readonly report: Report<Product> }
  readonly html: string
  readonly pdf: Blob
}[Format]

/** Only the basic report lists its additionals for a document. */
type AdditionalsOf<Product extends ReportProductCode> = Extract<
  ReportProduct,
  { code: Product }
>['additionalsMethod'] extends 'POST'
  ? AdditionalsRequest
  : EmptyQuery
type EmptyQuery = { readonly documento?: undefined }

export type Reports = {
  /** Asks for a report. It is billed as the contract says, and once however often it has to be sent. */
  readonly query: <Product extends ReportProductCode, Format extends ReportFormat = 'json'>(
    product: Product,
    query: ReportQuery,
    options?: QueryOptions<Format>,
  ) => Promise<ReportAnswer<ReportResult<Product, Format>>>
  /** What the query accepts in `features`. */
  readonly additionals: <Product extends ReportProductCode>(
    product: Product,
    query?: AdditionalsOf<Product>,
    options?: CallOptions,
  ) => Promise<ResultOf<typeof AdditionalsAnswer>>
}

/** The source document gives each report its own method. */
const additionalsMethods: { [One in ReportProduct as One['code']]: One['additionalsMethod'] } = {
  relatorioBasico: 'POST',
  relato: 'GET',
  relatorioAvancado: 'GET',
  cadastral: 'GET',
}

export const reports = ({ send, result }: Transport): Reports => ({
  query: async <Product extends ReportProductCode, As extends ReportFormat = 'json'>(
    product: Product,
    { documento, features }: ReportQuery,
    { format, purpose, ...options }: QueryOptions<As> = {},
  ) => {
    const { accept, read } = formats[format ?? 'json'] as FormatOf<ReportResult<Product, As>>
    return send(
      {
        method: 'POST',
        path: `/${product}/v2/consulta`,
        headers: { 'x-finalidade': purpose },
        body: { documento, ...(features !== undefined && { features }) },
        accept,
        repeats: 'keyed',
        options,
      },
      async (answer, { key = '' }) => ({
        result: await read(answer),
        ...toldBy(answer),
        idempotencyKey: key,
      }),
    )
  },
  additionals: (product, query, options) => {
    const method = additionalsMethods[product]
    const body = method === 'POST' ? (query ?? {}) : undefined
    return result({ method, path: `/${product}/v2/adicionais`, body, repeats: 'freely', options })
  },
})

/** What the headers of a report tell. */
export const toldBy = ({
  status,
  headers,
}: Response): Omit<ReportAnswer<unknown>, 'result' | 'idempotencyKey'> => ({
  status,
  billed: headers.get('x-billed') === 'true',
  billingReason: (headers.get('x-billing-reason') ?? undefined) as ReportAnswer<unknown>['billingReason'],
  replayed: headers.get('idempotency-replayed') === 'true',
  degradedSections: headers.get('x-report-sections-degraded')?.split(/,\s*/) ?? [],
  notCoveredSections: headers.get('x-report-sections-not-covered')?.split(/,\s*/) ?? [],
  sources: sourcesTold(headers.get('x-report-sources') ?? ''),
  sourcesText: headers.get('x-report-sources') ?? '',
  requestId: headers.get('x-request-id') ?? '',
  consultation: consultationTold(headers),
})

function consultationTold(headers: Headers): ReportAnswer<unknown>['consultation'] {
  const [id, checkCode] = [headers.get('x-consultation-id'), headers.get('x-check-code')]
  const at = headers.get('x-consultation-at') ?? ''
  return id === null || checkCode === null ? undefined : { id, checkCode, at }
}

const sourcesTold = (text: string): ReportAnswer<unknown>['sources'] =>
  Object.fromEntries(
    text.split(', ').flatMap((entry) => {
      const [section, sources] = entry.split('=')
      return section === undefined || sources === undefined
        ? []
        : [[section, sources.split('+').map(sourceTold)]]
    }),
  )

function sourceTold(label: string): SectionSource {
  const [name = '', date] = label.split('@')
  return date === undefined ? { name } : { name, date }
}
