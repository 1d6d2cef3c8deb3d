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

/** Whether a report has a place for listings at all. */
export function showsListings(plan: ReportPlan): boolean {
  const known = plansWithPlace.get(plan)
  if (known !== undefined) return known
  const hasPlace = plan.sections.some(holdsDebts)
  plansWithPlace.set(plan, hasPlace)
  return hasPlace
}

const plansWithPlace = new WeakMap<ReportPlan, boolean>()
