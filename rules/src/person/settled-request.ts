import type { RequestOutcome } from '@lastro/contract/person/request-codes.ts'
import type { Dispute, Listing } from '../listings/listing.ts'
import { isActive } from '../listings/states.ts'

type SettledRequest = {
  readonly id: string
  readonly outcome: RequestOutcome
  readonly answer: string | undefined
}

/**
 * The request that a listing has settled, whoever answered: the creditor, the operator or time. A listing that ends
 * for another reason while its dispute is open settles it too.
 */
export function settledRequest({ dispute, state }: Listing): SettledRequest | undefined {
  if (dispute?.requestId === undefined) return undefined
  const { requestId: id, outcome, answer, isCorrected } = dispute
  if (isCorrected) return { id, outcome: 'corrected', answer }
  if (outcome !== undefined) return { id, outcome: requestOutcomes[outcome], answer }
  return isActive(state) ? undefined : { id, outcome: 'ended', answer: undefined }
}

const requestOutcomes: Readonly<Record<NonNullable<Dispute['outcome']>, RequestOutcome>> = {
  upheld: 'removed',
  rejected: 'rejected',
  unanswered: 'unanswered',
}
