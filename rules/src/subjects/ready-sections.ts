import { natures } from '@lastro/contract/listings/natures.ts'
import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { type SectionId, sectionIds, sections } from '@lastro/contract/reports/sections.ts'
import type { Cheque, NegativeItem, Protest, Subject } from '@lastro/contract/reports/subject.ts'
import { addYears, type Day } from '../calendar/day.ts'
import { type DocumentNumber, documentType } from '../documents/document-number.ts'
import { centsOf, moneyText } from '../money/cents.ts'
import { type Arrange, contractOrder } from './contract-order.ts'

/** A section of a report as the JSON text that goes out, and the last day on which that text is right. */
export type ReadySection = { readonly section: SectionId; readonly text: string; readonly validUntil: Day }

/** CDC art. 43 §1: nothing negative is shown for longer than five years. */
const negativeYearsMax = 5

const endOfTime = '9999-12-31' as Day

type View = { readonly today: Day; readonly wholeLists: boolean }

/** Turns what is known of a subject into the sections that have something to say on a given day. */
export function readySections(document: DocumentNumber, subject: Subject, view: View): ReadySection[] {
  return [
    ...registrationSections(document, subject),
    ...companySections(subject),
    ...negativeSections(document, subject, view),
  ]
}

function registrationSections(document: DocumentNumber, { registration }: Subject): ReadySection[] {
  if (registration === undefined) return []
  const { addresses = [], phones = [], ...known } = registration
  const company = documentType(document) === 'CNPJ' ? { companyDocument: document } : {}
  const ready = [lasting('registration', { ...known, documentNumber: document, ...company })]
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

function negativeSections(document: DocumentNumber, subject: Subject, view: View): ReadySection[] {
  const items = subject.negativeItems ?? []
  const of = (section: NegativeItem['section']) =>
    items.filter((item) => item.section === section).map(shownItem)
  const listingP = of('listingP')
  const listingR = of('listingR')
  const isCompany = documentType(document) === 'CNPJ'
  return [
    occurrences('listingP', listingP, view),
    occurrences('listingR', listingR, view),
    isCompany ? occurrences('companyListingP', listingP, view) : undefined,
    isCompany ? occurrences('companyListingR', listingR, view) : undefined,
    occurrences('collectionRecords', of('collectionRecords'), view),
    occurrences('check', subject.cheques ?? [], view),
    occurrences('notary', subject.protests ?? [], view),
  ].filter((section) => section !== undefined)
}

const shownItem = (item: NegativeItem) => ({
  principal: 'true',
  flagSubJudice: 'false',
  ...item,
  legalNature: natures[item.legalNatureId],
})

type Occurrence = ReturnType<typeof shownItem> | Cheque | Protest

/** Newest first, cut to the limit, with a summary that counts everything still within its five years. */
function occurrences(section: SectionId, all: readonly Occurrence[], view: View): ReadySection | undefined {
  const shown = all
    .filter((one) => lastShownDay(one) >= view.today)
    .sort((a, b) => (a.occurrenceDate < b.occurrenceDate ? 1 : a.occurrenceDate > b.occurrenceDate ? -1 : 0))
  if (shown.length === 0) return undefined
  const listed = view.wholeLists ? shown : shown.slice(0, listedCountMax)
  const cents = shown.reduce((sum, one) => sum + centsOf(one.amount ?? '0.00'), 0n)
  const value = {
    [listFieldOf(section)]: listed,
    summary: {
      count: String(shown.length),
      ...(listed.length < shown.length && { listed: String(listed.length) }),
      balance: moneyText(cents),
      firstOccurrence: shown.at(-1)?.occurrenceDate,
      lastOccurrence: shown[0]?.occurrenceDate,
    },
  }
  // The oldest item is the first to lapse.
  const validUntil = addYears(shown.at(-1)?.occurrenceDate as Day, negativeYearsMax)
  return { section, text: textOf(section, value), validUntil }
}

/** The last day on which a loaded debt, cheque or protest is shown. */
export const lastShownDay = ({ occurrenceDate }: Pick<Occurrence, 'occurrenceDate'>): Day =>
  addYears(occurrenceDate as Day, negativeYearsMax)

const lasting = (section: SectionId, value: unknown): ReadySection => ({
  section,
  text: textOf(section, value),
  validUntil: endOfTime,
})

const textOf = (section: SectionId, value: unknown): string => JSON.stringify(orders[section](value))

const orders = Object.fromEntries(
  sectionIds.map((id) => [id, contractOrder(sections[id].schema)]),
) as Readonly<Record<SectionId, Arrange>>

/** A section of occurrences has its list first. */
const listFieldOf = (section: SectionId): string =>
  Object.keys((sections[section].schema as unknown as { properties: object }).properties)[0] as string
