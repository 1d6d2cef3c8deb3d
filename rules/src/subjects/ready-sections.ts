import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { type SectionId, sectionIds, sections } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { TSchema } from 'typebox'
import type { Day } from '../calendar/day.ts'
import { type DocumentNumber, documentType } from '../documents/document-number.ts'
import { centsOf, moneyText } from '../money/cents.ts'
import { contractOrder } from './contract-order.ts'
import {
  endOfTime,
  isReadableOn,
  lastShownDay,
  type NegativeEntry,
  type Occurrence as NegativeOccurrence,
  negativeItems,
  sameUntil,
} from './negative-items.ts'

/** A section of a report as the JSON text that goes out, and the last day on which that text is right. */
export type ReadySection = {
  readonly section: SectionId
  readonly text: string
  readonly validUntil: Day
  /** Cheques may be loaded without an amount, which makes their sum a lower bound. */
  readonly isLowerBound?: true
}

type View = { readonly today: Day; readonly wholeLists: boolean }

/** Turns what is known of a subject into the sections that have something to say on a given day. */
export const readySections = (document: DocumentNumber, subject: Subject, view: View): ReadySection[] =>
  readySubject(document, subject, view).sections

/** The same, with the last day on which they are right, and all there is to show. */
export function readySubject(document: DocumentNumber, subject: Subject, view: View): ReadySubject {
  const negative = negativeItems(subject)
  return {
    sections: [
      ...registrationSections(document, subject),
      ...companySections(subject),
      ...negativeSections(document, negative, view),
    ],
    validUntil: sameUntil(
      negative.map(({ days }) => days),
      view.today,
    ),
  }
}

export type ReadySubject = { readonly sections: ReadySection[]; readonly validUntil: Day }

/** What a section may not show because its five years are over, noticed or not: another bureau may tell a later day. */
export const lapsedItems = (
  subject: Subject,
  section: SectionId,
  today: Day,
): readonly NegativeOccurrence[] =>
  negativeItems(subject)
    .filter((one) => one.section === negativeFrom[section] && lastShownDay(one.item) < today)
    .map(({ item }) => item)

function registrationSections(document: DocumentNumber, { registration }: Subject): ReadySection[] {
  if (registration === undefined) return []
  const { addresses = [], phones = [], companyDocument } = registration
  const known = {
    ...registration,
    addresses: undefined,
    phones: undefined,
    documentNumber: document,
    companyDocument: documentType(document) === 'CNPJ' ? document : companyDocument,
  }
  const ready = [lasting('registration', known)]
  if (addresses.length > 0) ready.push(lasting('addresses', addresses))
  if (phones.length > 0) ready.push(lasting('phones', phones))
  return ready
}

function companySections({ identification, partners }: Subject): ReadySection[] {
  const ready: ReadySection[] = []
  if (identification !== undefined) ready.push(lasting('identificationReport', identification))
  if (partners !== undefined) ready.push(lasting('QSAReport', qsaReport(partners)))
  return ready
}

function qsaReport({
  companyData,
  partnersList = [],
  directorsList = [],
  messages,
}: NonNullable<Subject['partners']>) {
  return {
    ...(companyData !== undefined && { companyData }),
    partnerCompleteReport: { partnersList },
    directorCompleteReport: {
      directorsList,
      summary: {
        count: String(directorsList.length),
        ...(messages !== undefined && { infoMessages: { message: messages } }),
      },
    },
  }
}

function negativeSections(
  document: DocumentNumber,
  negative: readonly NegativeEntry[],
  view: View,
): ReadySection[] {
  // Most have nothing of the kind.
  if (negative.length === 0) return []
  const make = (section: SectionId) =>
    occurrences(
      section,
      negative.filter((one) => one.section === negativeFrom[section]),
      view,
    )
  const isCompany = documentType(document) === 'CNPJ'
  return [
    make('listingP'),
    make('listingR'),
    isCompany ? make('companyListingP') : undefined,
    isCompany ? make('companyListingR') : undefined,
    make('collectionRecords'),
    make('check'),
    make('notary'),
  ].filter((section) => section !== undefined)
}

/** Which facts each section shows; the two reports on a company have their own fields for the same debts. */
const negativeFrom: Readonly<Partial<Record<SectionId, NegativeEntry['section']>>> = {
  listingP: 'listingP',
  listingR: 'listingR',
  companyListingP: 'listingP',
  companyListingR: 'listingR',
  collectionRecords: 'collectionRecords',
  check: 'check',
  notary: 'notary',
}

/** Newest first, cut to the limit, with a summary that counts everything that may be read. */
function occurrences(
  section: SectionId,
  all: readonly NegativeEntry[],
  view: View,
): ReadySection | undefined {
  const shown = all
    .filter(({ days }) => isReadableOn(days, view.today))
    .map(({ item }) => item)
    .sort((a, b) => (a.occurrenceDate < b.occurrenceDate ? 1 : a.occurrenceDate > b.occurrenceDate ? -1 : 0))
  if (shown.length === 0) return undefined
  const listed = view.wholeLists ? shown : shown.slice(0, listedCountMax)
  const amounts = shown.flatMap(({ amount }) => (amount === undefined ? [] : [centsOf(amount)]))
  const value = {
    [listFields[section]]: listed,
    summary: {
      count: String(shown.length),
      ...(listed.length < shown.length && { listed: String(listed.length) }),
      ...(amounts.length > 0 && { balance: moneyText(amounts.reduce((sum, cents) => sum + cents, 0n)) }),
      firstOccurrence: shown.at(-1)?.occurrenceDate,
      lastOccurrence: shown[0]?.occurrenceDate,
    },
  }
  const days = all.map((one) => one.days)
  return {
    section,
    text: textOf(section, value),
    validUntil: sameUntil(days, view.today),
    ...(amounts.length < shown.length && { isLowerBound: true }),
  }
}

const lasting = (section: SectionId, value: unknown): ReadySection => ({
  section,
  text: textOf(section, value),
  validUntil: endOfTime,
})

const textOf = (section: SectionId, value: unknown): string => JSON.stringify(orders[section](value))

const ofEach = <Value>(of: (schema: TSchema) => Value) =>
  Object.fromEntries(sectionIds.map((id) => [id, of(sections[id].schema)])) as Readonly<
    Record<SectionId, Value>
  >

const orders = ofEach(contractOrder)

/** A section of occurrences has its list first. */
const listFields = ofEach(
  (schema) => Object.keys((schema as { properties?: object }).properties ?? {})[0] ?? '',
)
