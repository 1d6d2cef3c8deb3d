import type {
  QueryBatch,
  QueryBatchesAnswer,
  QueryLine,
  QueryLinesAnswer,
  QueryResultLine,
} from '@lastro/contract/query-batches/query-batches.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import { type CallOptions, step } from '../transport/connection.ts'
import { contentOf, type KeyedLineOptions, type LineBody, mediaTypes } from '../transport/line-body.ts'
import { type Paged, paged } from '../transport/pages.ts'
import type { Transport } from '../transport/transport.ts'

export type QueryBatchOptions = KeyedLineOptions & {
  readonly product: string
  readonly features?: readonly string[] | undefined
  /** The contract's default when absent. */
  readonly purpose?: string | undefined
}

type Act = (id: string, options?: CallOptions) => Promise<QueryBatch>

/** Documents by the hundred thousand, each a query of one product, asked in the background. */
export type QueryBatches = Paged<QueryBatch, object> & {
  /** Takes it in whole; nothing is asked before the last line has come. */
  readonly send: (body: LineBody, options: QueryBatchOptions) => Promise<QueryBatch>
  /** How far it has come, and what it has cost. */
  readonly get: Act
  /** What became of each line, without the reports. */
  readonly lines: (id: string) => Paged<QueryLine, { readonly status?: QueryLine['status'] | undefined }>
  /** Each line with its report, for `for await`; the generator returns the batch. A cut answer goes on. */
  readonly result: (
    id: string,
    options?: CallOptions,
  ) => AsyncGenerator<QueryResultLine, QueryBatch, undefined>
  /** The same as a file. */
  readonly resultFile: (id: string, type: 'csv' | 'ndjson', options?: CallOptions) => Promise<Blob>
  readonly pause: Act
  readonly resume: Act
  readonly cancel: Act
  /** Asks the lines again whose outcome nobody knows. */
  readonly askAgain: Act
}

const path = '/consultas/v2/lotes'
const one = (id: string, rest = ''): string => `${path}/${step(id)}${rest}`

export function queryBatches(transport: Transport): QueryBatches {
  const act =
    (verb: string): Act =>
    (id, options) =>
      transport.result({ method: 'POST', path: one(id, `/${verb}`), repeats: 'never', options })
  return {
    ...paged(transport, path, (result: ResultOf<typeof QueryBatchesAnswer>) => result.batches),
    send: (body, { type, product, features = [], purpose, ...options }) =>
      transport.result({
        method: 'POST',
        path,
        query: { product, features: features.length === 0 ? undefined : features.join() },
        content: contentOf(body, type),
        ...(purpose !== undefined && { headers: { 'x-finalidade': purpose } }),
        repeats: 'keyed',
        options,
      }),
    get: (id, options) => transport.get(one(id), options),
    lines: (id) =>
      paged(transport, one(id, '/linhas'), (result: ResultOf<typeof QueryLinesAnswer>) => result.lines),
    result: (id, options) => {
      const asked = { method: 'GET', path: one(id, '/resultado'), repeats: 'freely', options } as const
      return transport.lines<QueryResultLine, QueryBatch>({ ...asked, accept: mediaTypes.ndjson }, 'batch')
    },
    resultFile: (id, type, options) =>
      transport.send(
        {
          method: 'GET',
          path: one(id, '/resultado'),
          accept: mediaTypes[type],
          repeats: 'freely',
          options,
        },
        (answer) => answer.blob(),
      ),
    pause: act('pausa'),
    resume: act('retomada'),
    cancel: act('cancelamento'),
    askAgain: act('repeticao'),
  }
}
