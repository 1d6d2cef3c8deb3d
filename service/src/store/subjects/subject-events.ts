import { randomUUIDv7 } from 'node:crypto'
import { type Day, dayAt, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { type HeldDebt, isHeld } from '@lastro/rules/reports/merging/held-here.ts'
import { changesByDate, negativeChanges } from '@lastro/rules/subjects/negative-changes.ts'
import { readySubject } from '@lastro/rules/subjects/ready-sections.ts'
import { subjectChanges } from '@lastro/rules/subjects/subject-changes.ts'
import type { SubjectRow } from '../../features/bureau/subject-store.ts'
import { tellLapsedTopic } from '../../features/listings/notices/outbox-rows.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'
import type { StoredRow } from './next-row.ts'
import { factsOf, rowOf, subjectOf } from './subject-row.ts'

/** What was kept of a subject, and the last day on which its readers saw it as it was made. */
export type KeptBefore = { readonly packed: Uint8Array; readonly validUntil: Day }

/** A watched subject whose facts were read. */
export const keptBefore = (stored: StoredRow | undefined): KeptBefore | undefined =>
  stored?.packed && { packed: stored.packed, validUntil: stored.validUntil }

export type Loading = {
  readonly nowMs: number
  /** The debts of a document that have a listing here. */
  readonly readHeld: (document: string) => readonly HeldDebt[]
}

/**
 * The events of a subject that takes the place of what was kept of it, to be written in the same commit. Only those
 * of documents that somebody watches are looked for; facts that were kept byte by byte the same have none, unless the
 * days between the two have changed what can be read of them.
 */
export function subjectEvents(
  kept: KeptBefore | undefined,
  { document, packed, validUntil }: SubjectRow,
  { nowMs, readHeld }: Loading,
): NewOutboxRow[] {
  const today = dayAt(nowMs)
  if (kept !== undefined && kept.validUntil >= today && Buffer.compare(packed, kept.packed) === 0) return []
  const before = kept && factsOf(kept.packed)
  const facts = factsOf(packed)
  const held = readHeld(document)
  const changes = [
    ...subjectChanges(before, facts),
    ...negativeChanges(
      { subject: before, day: earlier(kept?.validUntil ?? today, today) },
      // A load may take past midnight: what it keeps was made on the day on which it began.
      { subject: facts, day: earlier(validUntil, today) },
      held,
    ),
  ]
  const isOfListing = [before, facts].some((one) => one?.negativeItems?.some((item) => isHeld(item, held)))
  const rows = [
    ...changes.map(({ event, data }) => ({ topic: event, payload: { documento: document, data } })),
    // A day that is told of a listing's debt may end it for its readers.
    ...(isOfListing ? [{ topic: tellLapsedTopic, payload: { documento: document } }] : []),
  ]
  return inOutbox('load', rows, nowMs)
}

/** Several events of one subject, with ids in the same order. */
function inOutbox(
  name: string,
  rows: readonly Pick<NewOutboxRow, 'topic' | 'payload'>[],
  nowMs: number,
): NewOutboxRow[] {
  const id = randomUUIDv7()
  return rows.map((row, at) => ({
    ...row,
    id: `${name}.${id}.${at}`,
    register: productionRegister,
    clientId: '',
    createdAtMs: nowMs,
    dueAtMs: nowMs,
  }))
}

/**
 * The events of what dates alone have changed in a subject since its sections were built, and its row as of today. A
 * watch that began after a change gets no event for it.
 */
export function lapseOf(
  document: DocumentNumber,
  { loaded: before, validUntil, packed }: StoredRow,
  { nowMs, readHeld }: Loading,
): { readonly row: SubjectRow; readonly events: NewOutboxRow[] } {
  const today = dayAt(nowMs)
  if (packed === undefined) throw new Error('The facts of a subject were not read')
  const { facts, loaded } = subjectOf(before, packed)
  const changes = changesByDate(facts, { from: validUntil, today }, readHeld(document))
  const events = changes.map(({ event, data, on }) => ({
    topic: event,
    payload: { documento: document, data, untilMs: startOfDayMs(on) - 1 },
  }))
  const ready = readySubject(document, facts, { today, wholeLists: false })
  return {
    row: rowOf({ document, facts, loaded, partners: [], ...ready }),
    events: inOutbox('lapse', events, nowMs),
  }
}

const earlier = (one: Day, other: Day): Day => (one < other ? one : other)
