import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type {
  DisputeOutcomeRequest,
  DisputeRequest,
  GuarantorPatch,
  GuarantorRequest,
  GuarantorsAnswer,
  Listing,
  ListingPatch,
  ListingRequest,
  ListingStatus,
  ListingSummary,
  ListingsAnswer,
  ReleaseRequest,
  SuspensionRequest,
} from '@lastro/contract/listings/listings.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import { type CallOptions, type KeyedOptions, step } from '../transport/connection.ts'
import { type Paged, paged } from '../transport/pages.ts'
import type { Transport } from '../transport/transport.ts'

export type ListingFilter = {
  readonly state?: ListingState | undefined
  /** Whether a dispute waits for an answer. */
  readonly disputed?: boolean | undefined
  /** Whether it was refused: `false` leaves out what was tried and never listed. */
  readonly refused?: boolean | undefined
  readonly contractId?: string | undefined
  /** Received from this day on, `YYYY-MM-DD`. */
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly documento?: string | undefined
}

/** The version that was read: an update of anything else is refused with `version_mismatch`. */
export type Versioned = { readonly version: number }

/** What can be done to a listing, and in the same way to a guarantor. */
export type ListingActs<Patch> = {
  /** Where it stands, its notices with their proof, and its whole history. */
  readonly get: (id: string, options?: CallOptions) => Promise<ListingStatus>
  readonly update: (id: string, patch: Patch, read: Versioned, options?: CallOptions) => Promise<Listing>
  readonly release: (id: string, release: ReleaseRequest, options?: KeyedOptions) => Promise<Listing>
  /** A court order hides it until `resume`. */
  readonly suspend: (id: string, suspension: SuspensionRequest, options?: KeyedOptions) => Promise<Listing>
  readonly resume: (id: string, options?: CallOptions) => Promise<Listing>
  readonly dispute: (id: string, dispute: DisputeRequest, options?: KeyedOptions) => Promise<Listing>
  readonly answerDispute: (
    id: string,
    outcome: DisputeOutcomeRequest,
    options?: KeyedOptions,
  ) => Promise<Listing>
}

export type Listings = ListingActs<ListingPatch> &
  Paged<Listing, ListingFilter> & {
    readonly insert: (debt: ListingRequest, options?: KeyedOptions) => Promise<Listing>
    /** How many and how much by state, and what waits. */
    readonly summary: (options?: CallOptions) => Promise<ListingSummary>
    readonly guarantors: (listingId: string) => Guarantors
  }

export type Guarantors = ListingActs<GuarantorPatch> & {
  readonly insert: (guarantor: GuarantorRequest, options?: KeyedOptions) => Promise<Listing>
  readonly list: (options?: CallOptions) => Promise<readonly Listing[]>
}

const base = '/negativacao/v2/dividas'

export const listings = (transport: Transport): Listings => ({
  ...acts<ListingPatch>(transport, base),
  ...paged(transport, base, (result: ResultOf<typeof ListingsAnswer>) => result.listings),
  insert: (body, options) =>
    transport.result({ method: 'POST', path: base, body, repeats: 'keyed', options }),
  summary: (options) => transport.get('/negativacao/v2/resumo', options),
  guarantors: (listingId) => guarantors(transport, `${base}/${step(listingId)}/avalistas`),
})

const guarantors = (transport: Transport, path: string): Guarantors => ({
  ...acts<GuarantorPatch>(transport, path),
  insert: (body, options) => transport.result({ method: 'POST', path, body, repeats: 'keyed', options }),
  list: async (options) => {
    return (await transport.get<ResultOf<typeof GuarantorsAnswer>>(path, options)).guarantors
  },
})

function acts<Patch>({ result, get }: Transport, path: string): ListingActs<Patch> {
  const one = (id: string) => `${path}/${step(id)}`
  const act =
    <Body>(verb: string) =>
    (id: string, body: Body, options?: KeyedOptions): Promise<Listing> =>
      result({ method: 'POST', path: `${one(id)}/${verb}`, body, repeats: 'keyed', options })
  return {
    get: (id, options) => get(one(id), options),
    update: (id, body, { version }, options) =>
      result({
        method: 'PATCH',
        path: one(id),
        body,
        headers: { 'If-Match': `"${version}"` },
        // A second sending would find the version that the first one made.
        repeats: 'never',
        options,
      }),
    release: act<ReleaseRequest>('baixa'),
    suspend: act<SuspensionRequest>('suspensao'),
    resume: (id, options) =>
      result({ method: 'DELETE', path: `${one(id)}/suspensao`, repeats: 'never', options }),
    dispute: act<DisputeRequest>('contestacao'),
    answerDispute: act<DisputeOutcomeRequest>('contestacao/desfecho'),
  }
}
