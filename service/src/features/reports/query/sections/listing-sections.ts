import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { ReportPlan } from '../plan-report.ts'

export type ListingSection = 'listingP' | 'listingR' | 'collectionRecords'

/** The sections that hold debts; the two reports on a company have their own fields for the same listings. */
export const listingSections: Readonly<Partial<Record<SectionId, ListingSection>>> = {
  listingP: 'listingP',
  companyListingP: 'listingP',
  listingR: 'listingR',
  companyListingR: 'listingR',
  collectionRecords: 'collectionRecords',
}

export const holdsDebts = (section: SectionId): boolean => listingSections[section] !== undefined

/** Whether a report shows listings at all. */
export const showsListings = ({ sections }: ReportPlan): boolean => sections.some(holdsDebts)
