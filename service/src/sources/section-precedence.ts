import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Precedence } from '../features/reports/precedence.ts'

/**
 * Who answers each section in production, and what becomes of it when several have something. The bureau stands first:
 * what an operator loaded is what it chose to answer with.
 *
 * - Bureau data tells its date in the section itself, if at all. One that tells none is not old, it is undated, and
 *   stays in its place; a section that has no member for a date goes by the order alone.
 * - A union shows the same thing once, told by the first source that has it.
 * - Sources that an operator declares are named in no row: they stand behind those that are.
 */
export const sectionPrecedence = {
  registration: { sources: ['bureau', 'receita'], rule: 'first', specialStatusBy: ['receita'] },
  addresses: {
    sources: ['bureau', 'receita'],
    rule: 'united',
    sameBy: ['addressLine', 'addressNumber', 'zipCode'],
    newestBy: 'updateDate',
  },
  phones: {
    sources: ['bureau', 'receita'],
    rule: 'united',
    sameBy: ['areaCode', 'phoneNumber'],
    newestBy: 'updateDate',
  },
  identificationReport: {
    sources: ['bureau', 'receita'],
    rule: 'newest',
    datedBy: ['updateDate'],
    specialStatusBy: ['receita'],
  },
  QSAReport: {
    sources: ['bureau', 'receita'],
    rule: 'newest',
    datedBy: ['companyData', 'informationUpdateDate'],
  },
  listingP: { sources: ['bureau'], rule: 'occurrences', kind: 'debt' },
  listingR: { sources: ['bureau'], rule: 'occurrences', kind: 'debt' },
  companyListingP: { sources: ['bureau'], rule: 'occurrences', kind: 'debt' },
  companyListingR: { sources: ['bureau'], rule: 'occurrences', kind: 'debt' },
  collectionRecords: { sources: ['bureau'], rule: 'occurrences', kind: 'debt' },
  check: { sources: ['bureau'], rule: 'occurrences', kind: 'cheque' },
  notary: { sources: ['bureau'], rule: 'occurrences', kind: 'protest' },
  inquiry: { sources: ['consultations'], rule: 'first' },
  partner: {
    sources: ['bureau', 'receita'],
    rule: 'united',
    sameBy: ['companyDocument'],
    newestBy: 'sinceDate',
  },
  publicDebt: { sources: ['pgfn'], rule: 'first' },
  // One source, which unites the registers of its publisher itself and tells which it has looked at.
  sanctions: { sources: ['cgu'], rule: 'first' },
  // A number is one model's alone: two of them are neither united nor compared.
  score: { sources: [], rule: 'first' },
} as const satisfies Record<SectionId, Precedence>
