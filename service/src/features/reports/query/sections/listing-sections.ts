import type { ListingSection } from '@lastro/contract/listings/listing-codes.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { ReportPlan } from '../plan-report.ts'

/** The sections that hold debts; the two reports on a company have their own fields for the same listings. */
export const listingSectionOf: Readonly<Partial<Record<SectionId, ListingSection>>> = {
  listingP: 'listingP',
  companyListingP: 'listingP',
  listingR: 'listingR',
  companyListingR: 'listingR',
  collectionRecords: 'collectionRecords',
}

export const holdsDebts = (section: SectionId): boolean => listingSectionOf[section] !== undefined

/** Whether a report shows listings at all. */
export const showsListings = ({ sections }: ReportPlan): boolean => sections.some(holdsDebts)
