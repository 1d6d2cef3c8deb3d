import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Listing } from '@lastro/rules/listings/listing.ts'
import { isVisible } from '@lastro/rules/listings/visible.ts'
import type { HeldDebt } from '@lastro/rules/reports/merging/held-here.ts'
import { stillNegative } from '@lastro/rules/subjects/still-negative.ts'
import { type Occurrence, productionRegister, type Register } from './alert.ts'
import { isToldAsReader } from './corrections/told-as-reader.ts'

export type AsOfNowDeps = {
  readonly listings: {
    readonly findListing: (id: string) => Promise<Listing | undefined>
    /** The debts of a document that have a listing here, as a report needs to know them. */
    readonly forReport: (register: Register, document: DocumentNumber, today: Day) => Held | Promise<Held>
  }
  /** What was loaded of a document. */
  readonly subjects: { readonly readFacts: (document: DocumentNumber) => Promise<Subject | undefined> }
  readonly nowMsIn: (register: Register) => number | Promise<number>
}

type Held = { readonly held: readonly HeldDebt[] }

/** What was read of documents, for all the alerts that are looked at together. */
export type Readings = Map<string, Promise<Reading>>
type Reading = Held & { readonly subject: Subject | undefined }

/**
 * What may be told of an alert now. It may be read, sent again, or leave late: of a debt that it showed and no report
 * shows any more, it says what happened and not which debt that was.
 */
export async function asOfNow(
  deps: AsOfNowDeps,
  occurrence: Occurrence,
  readings: Readings = new Map(),
): Promise<Occurrence> {
  const { listing, negative, ...rest } = occurrence.data
  if (listing !== undefined && isShownAlert(occurrence)) {
    return (await isListingShown(deps, occurrence)) ? occurrence : { ...occurrence, data: rest }
  }
  if (negative === undefined || !isOfLoad(occurrence)) return occurrence
  const left = await negativeLeft(deps, occurrence, negative, readings)
  return { ...occurrence, data: { ...rest, ...(left !== undefined && { negative: left }) } }
}

/** One that says that reports show the debt. Corrections that an earlier release told to watchers do not say it. */
function isShownAlert(occurrence: Occurrence): boolean {
  const { event, data, shown } = occurrence
  const isWatchers = event === correctionEvent && !isToldAsReader(occurrence) && data.change === 'changed'
  return shown !== '' && (data.visible === 'true' || isWatchers)
}

async function isListingShown(
  { listings, nowMsIn }: AsOfNowDeps,
  { shown, register }: Occurrence,
): Promise<boolean> {
  const [listingId = ''] = shown.split(':')
  const kept = await listings.findListing(listingId)
  const principal = kept?.principalId && (await listings.findListing(kept.principalId))
  const today = dayAt(await nowMsIn(register))
  return kept !== undefined && isVisible(kept, principal || undefined, today)
}

/** What went is told as it could last be read; nobody was loaded into a sandbox. */
const isOfLoad = ({ event, register }: Occurrence): boolean =>
  event === 'negative.added' && register === productionRegister

async function negativeLeft(
  deps: AsOfNowDeps,
  { document, register }: Occurrence,
  told: NonNullable<OccurrenceData['negative']>,
  readings: Readings,
): Promise<OccurrenceData['negative']> {
  const day = dayAt(await deps.nowMsIn(register))
  const reading = readings.get(document) ?? readDocument(deps, document as DocumentNumber, day)
  readings.set(document, reading)
  const { subject, held } = await reading
  return stillNegative(told, { subject, day }, held)
}

async function readDocument(
  { listings, subjects }: AsOfNowDeps,
  document: DocumentNumber,
  today: Day,
): Promise<Reading> {
  const subject = await subjects.readFacts(document)
  const { held } = await listings.forReport(productionRegister, document, today)
  return { subject, held }
}
