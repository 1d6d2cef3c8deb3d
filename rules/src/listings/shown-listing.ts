import { natures } from '@lastro/contract/listings/natures.ts'
import { type DocumentNumber, documentType } from '../documents/document-number.ts'
import { moneyText } from '../money/cents.ts'
import type { Listing, ShownListing } from './listing.ts'

/** What a report shows of a listing: nothing else of it is for its readers. */
export const shownListing = (listing: Listing): ShownListing => {
  const { section, document, creditor, contractId, legalSquare, address, dispute } = listing
  // Reports show the place of most, and the state of a company's alone.
  const isCompany = documentType(document as DocumentNumber) === 'CNPJ'
  const hasSquare = section !== 'collectionRecords' && legalSquare !== undefined
  const hasState = section === 'listingP' && isCompany && address.state !== undefined
  const isDisputed = dispute !== undefined && dispute.outcome === undefined
  return {
    section,
    occurrenceDate: listing.dueDate,
    legalNatureId: listing.legalNatureId,
    legalNature: natures[listing.legalNatureId] ?? listing.legalNatureId,
    ...(contractId !== undefined && { contractId }),
    ...(creditor !== undefined && { creditorName: creditor.name }),
    amount: moneyText(listing.amountCents),
    ...(hasSquare && { legalSquare }),
    ...(hasState && { federalUnit: address.state }),
    principal: listing.principalId === undefined ? 'true' : 'false',
    flagSubJudice: listing.subJudice ? 'true' : 'false',
    ...(isDisputed && { disputed: 'true' as const }),
  }
}
