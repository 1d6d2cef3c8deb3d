import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { registerOf } from '@lastro/rules/listings/register.ts'
import type { ListingStore } from '../listing-store.ts'

/** In the sandbox each client has a register of its own, so that there `clientId` says which. */
export type QueueAsked = {
  readonly environment: Environment
  readonly clientId: string | undefined
  /** `any`: every listing. Absent: those that wait for the operator. */
  readonly state: ListingState | 'any' | undefined
  readonly limit: number
  readonly after?: { readonly createdAtMs: number; readonly id: string } | undefined
}

/**
 * Listings as the operator goes through them, newest first: all that wait to be looked at, in whatever state, unless
 * one is named. Of those guarantors are shown too.
 */
export const reviewQueue = (
  listings: Pick<ListingStore, 'list'>,
  { environment, clientId, state, limit, after }: QueueAsked,
): Promise<readonly Listing[]> =>
  listings.list({
    register: registerOf({ environment, clientId: clientId ?? '' }),
    clientId,
    limit,
    ...(after !== undefined && { after }),
    ...(state === undefined ? { toReview: true, withGuarantors: true } : state !== 'any' && { state }),
    ...(state === 'received' && { withGuarantors: true }),
  })
