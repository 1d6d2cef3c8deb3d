import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { onEarliestDays } from '@lastro/rules/subjects/earliest-days.ts'
import {
  type BureauSection,
  type LoadedSections,
  type LoadMark,
  loadedBefore,
  type RowSection,
  withSections,
} from '@lastro/rules/subjects/loaded-sections.ts'
import { readySubject } from '@lastro/rules/subjects/ready-sections.ts'
import { partnersOf } from '../../features/bureau/read-subject.ts'
import type { PartnerRow, StaleBefore, SubjectRow } from '../../features/bureau/subject-store.ts'
import { factsOf, loadedOf, rowOf } from './subject-row.ts'

/** A stored subject. */
export type StoredRow = {
  /** Undefined if an earlier release wrote it. */
  readonly loaded: LoadedSections | undefined
  readonly validUntil: Day
  /** Present only if `needsFacts` requires it. */
  readonly packed: Uint8Array | undefined
}

/** A row to write. Without partners, the stored ones stay. */
export type NextRow = { readonly row: SubjectRow; readonly partners: Participants | undefined }

export type Participants = { readonly generation: number; readonly rows: readonly PartnerRow[] }

/** The oldest load whose data of a section still counts, by section and document type. */
export type Floors = ReadonlyMap<string, number>

export const floorKey = (section: BureauSection, type: DocumentType): string => `${type} ${section}`

export type Saving = { readonly floors: Floors; readonly nowMs: number }

/** Whether the stored facts are needed to compute the new row. They are not if a row replaces everything. */
export const needsFacts = (stored: LoadedSections | undefined, rows: readonly SubjectRow[]): boolean =>
  stored === undefined ||
  rows.some((row) => row.hasDebts) ||
  rows.length > 1 ||
  rows.some((row) => !replacesAll(stored, loadedOf(row)))

const replacesAll = (stored: LoadedSections, incoming: LoadedSections): boolean =>
  [...stored].every(([section, mark]) => (incoming.get(section)?.generation ?? -1) >= mark.generation)

/** The subject after applying these rows of its document in order; undefined if nothing changes. */
export function nextRow(
  stored: StoredRow | undefined,
  rows: readonly SubjectRow[],
  saving: Saving,
): NextRow | undefined {
  let next: NextRow | undefined
  for (const row of rows) {
    const before =
      next === undefined
        ? stored
        : { loaded: loadedOf(next.row), validUntil: next.row.validUntil, packed: next.row.packed }
    const after = afterRow(before, row, saving)
    if (after !== undefined) next = { row: after.row, partners: after.partners ?? next?.partners }
  }
  return next
}

function afterRow(
  stored: StoredRow | undefined,
  row: SubjectRow,
  { floors, nowMs }: Saving,
): NextRow | undefined {
  const { document } = row
  const incoming = loadedOf(row)
  const before = stored && loadedIn(stored)
  const type = documentType(document)
  const counts = ([section, { generation }]: [RowSection, LoadMark]): boolean =>
    generation >= (floors.get(floorKey(section, type)) ?? 0) &&
    generation >= (before?.get(section)?.generation ?? 0)
  const taken = [...incoming].filter(counts)
  if (taken.length === 0 && (incoming.size > 0 || stored !== undefined)) return undefined
  if (taken.length === incoming.size && (before === undefined || replacesAll(before, incoming))) {
    return withOwnPartners(onKeptDays(stored?.packed, row, nowMs), row.partners)
  }
  const base = stored === undefined ? { documento: document } : factsIn(stored)
  const facts = withSections(
    base,
    factsOf(row.packed),
    taken.map(([section]) => section),
  )
  return remade(document, {
    facts: onEarliestDays(base, facts) ?? facts,
    loaded: new Map([...(before ?? []), ...taken]),
    changed: taken.map(([section]) => section),
    nowMs,
  })
}

/** The subject after a load has cleared its sections; undefined if there is nothing to clear. */
export function clearedRow(
  document: DocumentNumber,
  stored: StoredRow,
  {
    generation,
    day,
    sections,
  }: Pick<StaleBefore, 'generation' | 'day'> & { sections: readonly RowSection[] },
  nowMs: number,
): NextRow | undefined {
  const before = loadedIn(stored)
  const stale = staleSections(before, generation, sections)
  if (stale.length === 0) return undefined
  const mark: LoadMark = { kind: 'cleared', generation, day }
  return remade(document, {
    facts: withSections(factsIn(stored), { documento: document }, stale),
    loaded: new Map([...before, ...stale.map((section) => [section, mark] as const)]),
    changed: stale,
    nowMs,
  })
}

/** The given sections that an older load left. */
export const staleSections = (
  loaded: LoadedSections,
  generation: number,
  sections: readonly RowSection[],
): RowSection[] =>
  sections.filter((section) => {
    const mark = loaded.get(section)
    return mark !== undefined && mark.kind !== 'cleared' && mark.generation < generation
  })

/** Whether a subject may have something to clear, judging only by its first line. */
export function mayBeStale(
  document: DocumentNumber,
  loaded: LoadedSections | undefined,
  load: StaleBefore,
): boolean {
  const sections = rowSectionsFor(document, load)
  if (sections.length === 0) return false
  return loaded === undefined || staleSections(loaded, load.generation, sections).length > 0
}

/** The sections stored in the row that a load declares for the type of this document. */
export const rowSectionsFor = (document: DocumentNumber, { covers }: StaleBefore): RowSection[] =>
  covers
    .filter((one) => one.documentType === documentType(document))
    .map(({ section }) => section)
    .filter((section) => section !== 'partner')

export const documentLengths: Readonly<Record<DocumentType, number>> = { CPF: 11, CNPJ: 14 }

/** The participations of a company to write, without those that a later load has cleared. */
export const participationRows = ({ row, partners }: NextRow, floors: Floors) =>
  (partners?.rows ?? [])
    .map((one) => ({ ...one, company: row.document, generation: partners?.generation ?? 0 }))
    .filter(
      ({ document, generation }) =>
        generation >= (floors.get(floorKey('partner', documentType(document))) ?? 0),
    )

const loadedIn = (stored: StoredRow): LoadedSections => stored.loaded ?? loadedBefore(factsIn(stored))

function factsIn({ packed }: StoredRow) {
  if (packed === undefined) throw new Error('The facts of a subject were not read')
  return factsOf(packed)
}

/** The row of a load, rebuilt if a debt in it would get a later day. */
function onKeptDays(stored: Uint8Array | undefined, row: SubjectRow, nowMs: number): SubjectRow {
  if (stored === undefined || !row.hasDebts || Buffer.compare(stored, row.packed) === 0) return row
  const facts = onEarliestDays(factsOf(stored), factsOf(row.packed))
  if (facts === undefined) return row
  const { document, partners } = row
  const ready = readySubject(document, facts, { today: dayAt(nowMs), wholeLists: false })
  return { ...rowOf({ document, facts, partners: [], loaded: loadedOf(row), ...ready }), partners }
}

const withOwnPartners = (row: SubjectRow, partners: readonly PartnerRow[]): NextRow => {
  const mark = loadedOf(row).get('QSAReport')
  return { row, partners: mark && { generation: mark.generation, rows: partners } }
}

type Remade = {
  readonly facts: ReturnType<typeof factsOf>
  readonly loaded: LoadedSections
  readonly changed: readonly RowSection[]
  readonly nowMs: number
}

function remade(document: DocumentNumber, { facts, loaded, changed, nowMs }: Remade): NextRow {
  const ready = readySubject(document, facts, { today: dayAt(nowMs), wholeLists: false })
  const row = rowOf({ document, facts, loaded, partners: partnersOf(document, facts, loaded), ...ready })
  // A participation shows the name and status of its company.
  const hasPartners = changed.some((section) => inParticipation.has(section)) && loaded.has('QSAReport')
  return {
    row,
    partners: hasPartners
      ? { generation: loaded.get('QSAReport')?.generation ?? 0, rows: row.partners }
      : undefined,
  }
}

const inParticipation: ReadonlySet<RowSection> = new Set([
  'registration',
  'identificationReport',
  'QSAReport',
])
