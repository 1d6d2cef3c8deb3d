import type { Listing } from '@lastro/contract/listings/listings.ts'
import { typedAmount } from '../parts/forms/amount.ts'

/** What a form holds of a party, by the dotted names of the service: of a debtor or of a guarantor. */
export const partyValues = (listing: Listing): Record<string, string> => ({
  documento: listing.documento,
  name: listing.name,
  birthDate: listing.birthDate ?? '',
  ...under('address', listing.address),
  ...under('contact', listing.contact),
})

/** What a form, or a line of a file, holds of a debt: as it was sent. */
export const debtValues = (listing: Listing): Record<string, string> => ({
  ...partyValues(listing),
  amount: typedAmount(listing.amount),
  dueDate: listing.dueDate,
  contractId: listing.contractId ?? '',
  legalNatureId: listing.legalNatureId,
  section: listing.section,
  legalSquare: listing.legalSquare ?? '',
  creditorDocument: listing.creditorDocument ?? '',
})

export const under = (
  name: string,
  group: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(group).map(([member, value]) => [`${name}.${member}`, value ?? '']))
