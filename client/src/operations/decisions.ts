import type {
  DecisionCheck,
  DecisionCounts,
  DecisionItem,
  DecisionRequest,
  DecisionsAnswer,
  KeptDecision,
  ReviewRequest,
} from '@lastro/contract/decisions/decisions.ts'
import type { DecisionExplanation } from '@lastro/contract/decisions/explanation.ts'
import type { Outcome } from '@lastro/contract/policies/policy.ts'
import type { Purpose } from '@lastro/contract/reports/purposes.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import { type CallOptions, type KeyedOptions, step } from '../transport/connection.ts'
import { mediaTypes } from '../transport/line-body.ts'
import { type Paged, paged } from '../transport/pages.ts'
import type { Transport } from '../transport/transport.ts'

export type DecisionPeriod = {
  /** Days, `YYYY-MM-DD`, both included. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly policy?: string | undefined
  readonly version?: number | undefined
}

export type DecisionFilter = DecisionPeriod & {
  /** The request id of the query that it rests on. */
  readonly consulta?: string | undefined
  /** The outcome that stands. */
  readonly outcome?: Outcome | undefined
  readonly reviewed?: boolean | undefined
}

/** What policies say of reports, and what people decide over that. */
export type Decisions = Paged<DecisionItem, DecisionFilter> & {
  /** One query, billed as such, and its outcome. */
  readonly decide: (
    request: DecisionRequest,
    options?: KeyedOptions & {
      /** The contract's default when absent. */
      readonly purpose?: Purpose | undefined
    },
  ) => Promise<KeptDecision>
  readonly get: (id: string, options?: CallOptions) => Promise<KeptDecision>
  /** The same decision made again from what is kept; nothing is queried. */
  readonly check: (id: string, options?: CallOptions) => Promise<DecisionCheck>
  /** What the person may be told, in plain words. */
  readonly explain: (id: string, options?: CallOptions) => Promise<DecisionExplanation>
  /** The same as a letter, in PDF. */
  readonly letter: (id: string, options?: CallOptions) => Promise<Blob>
  /** `version` is that of the decision as its reviewer saw it. */
  readonly review: (
    id: string,
    review: ReviewRequest,
    of: { readonly version: number },
    options?: KeyedOptions,
  ) => Promise<KeptDecision>
  readonly counts: (period?: DecisionPeriod, options?: CallOptions) => Promise<DecisionCounts>
  /** All that a filter leaves, as CSV, without documents. */
  readonly file: (filter?: DecisionFilter, options?: CallOptions) => Promise<Blob>
}

const path = '/decisoes/v2'
const one = (id: string, rest = ''): string => `${path}/${step(id)}${rest}`

export const decisions = (transport: Transport): Decisions => ({
  ...paged(transport, path, (result: ResultOf<typeof DecisionsAnswer>) => result.decisions),
  decide: (body, { purpose, ...options } = {}) =>
    transport.result({
      method: 'POST',
      path,
      body,
      ...(purpose !== undefined && { headers: { 'x-finalidade': purpose } }),
      repeats: 'keyed',
      options,
    }),
  get: (id, options) => transport.get(one(id), options),
  check: (id, options) => transport.get(one(id, '/conferencia'), options),
  explain: (id, options) => transport.get(one(id, '/explicacao'), options),
  letter: (id, options) =>
    transport.send(
      {
        method: 'GET',
        path: one(id, '/explicacao'),
        accept: 'application/pdf',
        repeats: 'freely',
        options,
      },
      (answer) => answer.blob(),
    ),
  review: (id, body, { version }, options) =>
    transport.result({
      method: 'POST',
      path: one(id, '/revisao'),
      body,
      headers: { 'If-Match': `"${version}"` },
      repeats: 'keyed',
      options,
    }),
  counts: (query = {}, options) => transport.get(`${path}/contagens`, options, { query }),
  file: (query = {}, options) =>
    transport.send(
      { method: 'GET', path, query, accept: mediaTypes.csv, repeats: 'freely', options },
      (answer) => answer.blob(),
    ),
})
