import { natures } from '@lastro/contract/listings/natures.ts'
import { type DocumentNumber, documentType } from '../documents/document-number.ts'
import { moneyText } from '../money/cents.ts'
import type { Listing, ShownListing } from './listing.ts'

/** What a report shows of a listing. */
export const shownListing = (listing: Listing): ShownListing => ({
  section: listing.section,
  occurrenceDate: listing.dueDate,
  legalNatureId: listing.legalNatureId,
  legalNature: natures[listing.legalNatureId] ?? listing.legalNatureId,
  ...(listing.contractId !== undefined && { contractId: listing.contractId }),
  ...(listing.creditor !== undefined && { creditorName: listing.creditor.name }),
  amount: moneyText(listing.amountCents),
  ...(listing.legalSquare !== undefined && { legalSquare: listing.legalSquare }),
  ...stateOf(listing),
  principal: listing.principalId === undefined ? 'true' : 'false',
  flagSubJudice: listing.subJudice ? 'true' : 'false',
})

/** Reports show a company's state. Where a person lives is contact data. */
const stateOf = ({ document, address: { state } }: Listing): Pick<ShownListing, 'federalUnit'> =>
  state !== undefined && documentType(document as DocumentNumber) === 'CNPJ' ? { federalUnit: state } : {}
