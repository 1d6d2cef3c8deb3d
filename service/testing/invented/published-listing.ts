import type { Listing } from '@lastro/rules/listings/listing.ts'

/** What readers see of a debt of nine hundred reais, and no more of it than that takes. */
export const publishedListing = {
  id: 'L1',
  document: '52998224725',
  state: 'published',
  section: 'listingP',
  dueDate: '2026-03-10',
  expiresOn: '2031-03-10',
  publishOn: '2026-11-10',
  legalNatureId: 'CP',
  contractId: 'CT-1',
  creditor: { document: '11222333000181', name: 'LOJA LTDA' },
  amountCents: 90_000n,
  address: {},
  subJudice: false,
} as unknown as Listing
