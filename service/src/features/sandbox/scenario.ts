import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Text } from '@lastro/contract/text.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Participation } from '@lastro/rules/subjects/newest-participations.ts'

/** The sources that the sandbox plays. One can fail or fall silent while the others go on. */
export type Desk = 'registry' | 'debts' | 'bank' | 'notary' | 'publicRecords'

/** Which sections each desk answers. */
export const deskSections: Readonly<Record<Desk, readonly SectionId[]>> = {
  registry: ['registration', 'addresses', 'phones', 'identificationReport', 'QSAReport', 'partner'],
  debts: ['listingP', 'listingR', 'companyListingP', 'companyListingR', 'collectionRecords'],
  bank: ['check'],
  notary: ['notary'],
  publicRecords: ['publicDebt', 'sanctions'],
}

export type PublicDebtItem = {
  readonly inscriptionDate: Day
  readonly inscriptionNumber: string
  readonly debtType: string
  readonly responsibleUnit: string
  readonly situation: string
  readonly amount: string
  readonly principal: 'true' | 'false'
  readonly inCourt: 'true' | 'false'
}

export type SanctionItem = {
  readonly register: 'CEIS' | 'CNEP'
  readonly category: string
  readonly startDate: Day
  readonly endDate?: Day
  readonly sanctioningBody: string
  readonly processNumber: string
  readonly legalBasis: string
  readonly fineAmount?: string
}

/** What the sandbox plays for one test document. Its dates follow today, so that no debt grows too old. */
export type Scenario = {
  readonly document: DocumentNumber
  readonly title: Text
  readonly shows: Text
  readonly subject?: (today: Day) => Omit<Subject, 'documento'>
  readonly participations?: (today: Day) => readonly Participation[]
  readonly publicDebt?: (today: Day) => readonly PublicDebtItem[]
  readonly sanctions?: (today: Day) => readonly SanctionItem[]
  readonly faults?: Readonly<Partial<Record<SectionId, SourceFault>>>
  /** How long a desk takes; `never` lasts past any deadline. */
  readonly delays?: Readonly<Partial<Record<Desk, number | 'never'>>>
  /** Scopes that a caller is treated as lacking. */
  readonly withheldScopes?: readonly string[]
}
