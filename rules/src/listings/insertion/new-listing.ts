import type { Creditor } from '@lastro/contract/clients/client-contract.ts'
import type { GuarantorRequest, ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { Day } from '../../calendar/day.ts'
import { parseDocument } from '../../documents/document-number.ts'
import { centsOf } from '../../money/cents.ts'
import type { FormerDebt, Listing } from '../listing.ts'
import type { Register } from '../register.ts'

/** Whose listing it is, and how it is known. */
export type NewListing = {
  readonly id: string
  readonly register: Register
  readonly clientId: string
  readonly requestKey: string | undefined
}

/** The debt itself, which its guarantors share. */
export const debtOf = (request: ListingRequest, creditor: Creditor | undefined, expiresOn: Day) => ({
  creditor,
  contractId: request.contractId,
  legalNatureId: request.legalNatureId,
  section: request.section ?? 'listingP',
  legalSquare: request.legalSquare,
  amountCents: centsOf(request.amount),
  dueDate: request.dueDate as Day,
  formerDebts: [] as readonly FormerDebt[],
  expiresOn,
  subJudice: false,
  courtCase: undefined as string | undefined,
})

/** Everything that a listing has, before anything has happened to it. */
export function newListing(
  { id, register, clientId, requestKey }: NewListing,
  party: GuarantorRequest,
  debt: ReturnType<typeof debtOf>,
  nowMs: number,
): Listing {
  const parsed = parseDocument(party.documento)
  return {
    id,
    register,
    clientId,
    principalId: undefined,
    state: 'received',
    version: 1,
    createdAtMs: nowMs,
    document: parsed.kind === 'document' ? parsed.document : party.documento,
    name: party.name,
    birthDate: party.birthDate as Day | undefined,
    address: party.address,
    contact: party.contact ?? {},
    creditor: debt.creditor,
    contractId: debt.contractId,
    legalNatureId: debt.legalNatureId,
    section: debt.section,
    legalSquare: debt.legalSquare,
    amountCents: debt.amountCents,
    dueDate: debt.dueDate,
    formerDebts: debt.formerDebts,
    subJudice: debt.subJudice,
    courtCase: debt.courtCase,
    notice: undefined,
    deliveredOn: undefined,
    waitingEndsOn: undefined,
    publishOn: undefined,
    publishedOn: undefined,
    expiresOn: debt.expiresOn,
    paidOn: undefined,
    isReminded: false,
    refusal: undefined,
    review: undefined,
    moreReviews: [],
    reviewed: [],
    release: undefined,
    suspension: undefined,
    dispute: undefined,
    earlier: undefined,
    lifted: undefined,
    told: undefined,
    requestKey,
  }
}
