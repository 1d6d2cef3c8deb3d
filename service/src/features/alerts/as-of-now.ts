import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister, type Register } from '@lastro/rules/listings/register.ts'
import type { HeldDebt } from '@lastro/rules/reports/merging/held-here.ts'
import { stillNegative } from '@lastro/rules/subjects/still-negative.ts'
import type { Awaitable } from '../../awaitable.ts'
import type { Occurrence } from './alert.ts'
import { isToldAsReader } from './corrections/told-as-reader.ts'

export type AsOfNowDeps = {
  /** What a report on a document shows on a day, and the debts of it that have a listing here. */
  readonly listings: {
    readonly forReport: (register: Register, document: DocumentNumber, today: Day) => Awaitable<Reported>
  }
  /** What was loaded of a document. */
  readonly subjects: { readonly readFacts: (document: DocumentNumber) => Promise<Subject | undefined> }
  readonly nowMsIn: (register: Register) => number | Promise<number>
}

type Reported = { readonly shown: readonly { readonly id: string }[]; readonly held: readonly HeldDebt[] }

/** What was read of documents, for all the alerts that are looked at together. */
export type Readings = Map<string, Reading>
type Reading = {
  readonly reported: Promise<Reported & { readonly day: Day }>
  subject?: Promise<Subject | undefined>
}

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
    const { shown } = await readingOf(deps, occurrence, readings).reported
    const [listingId] = occurrence.shown.split(':')
    return shown.some(({ id }) => id === listingId) ? occurrence : { ...occurrence, data: rest }
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

/** What went is told as it could last be read; nobody was loaded into a sandbox. */
const isOfLoad = ({ event, register }: Occurrence): boolean =>
  event === 'negative.added' && register === productionRegister

async function negativeLeft(
  deps: AsOfNowDeps,
  occurrence: Occurrence,
  told: NonNullable<OccurrenceData['negative']>,
  readings: Readings,
): Promise<OccurrenceData['negative']> {
  const reading = readingOf(deps, occurrence, readings)
  reading.subject ??= deps.subjects.readFacts(occurrence.document as DocumentNumber)
  const [{ held, day }, subject] = await Promise.all([reading.reported, reading.subject])
  return stillNegative(told, { subject, day }, held)
}

function readingOf(
  { listings, nowMsIn }: AsOfNowDeps,
  { register, document }: Occurrence,
  readings: Readings,
): Reading {
  const read = async () => {
    const day = dayAt(await nowMsIn(register))
    return { ...(await listings.forReport(register, document as DocumentNumber, day)), day }
  }
  const name = `${register} ${document}`
  const reading = readings.get(name) ?? { reported: read() }
  readings.set(name, reading)
  return reading
}
