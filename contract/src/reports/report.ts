import type { Static } from 'typebox'
import type { IdentificationReport, QSAReport } from './company.ts'
import type {
  Check,
  CollectionRecords,
  CompanyListingP,
  CompanyListingR,
  Inquiry,
  ListingP,
  ListingR,
  Notary,
  Partner,
  PublicDebt,
  Sanctions,
} from './occurrences.ts'
import type { ReportProductCode } from './products.ts'
import type { Registration } from './registration.ts'
import type { Score } from './score.ts'

/** A report as a program reads it. What the product does not show, or nobody knows, is absent. */
export type Report<Product extends ReportProductCode = ReportProductCode> = {
  readonly registration?: Registration
  readonly identificationReport?: IdentificationReport
  readonly QSAReport?: QSAReport
  readonly negativeData?: NegativeData<Product>
  readonly facts?: { readonly inquiry?: Static<typeof Inquiry> }
  readonly partner?: Static<typeof Partner>
  readonly publicDebt?: Static<typeof PublicDebt>
  readonly sanctions?: Static<typeof Sanctions>
  readonly score?: Static<typeof Score>
}

/** The company report shows the same debts with fields of its own. */
type NegativeData<Product extends ReportProductCode> = {
  readonly listingP?: Product extends 'relato' ? Static<typeof CompanyListingP> : Static<typeof ListingP>
  readonly listingR?: Product extends 'relato' ? Static<typeof CompanyListingR> : Static<typeof ListingR>
  readonly collectionRecords?: Static<typeof CollectionRecords>
  readonly check?: Static<typeof Check>
  readonly notary?: Static<typeof Notary>
}
