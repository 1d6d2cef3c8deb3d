import type { DatabaseSync } from 'node:sqlite'
import type { NegativeItem } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { isLapsedByLoad } from '@lastro/rules/reports/merging/held-here.ts'
import type { Pool } from 'pg'
import { factsOf } from '../subjects/subject-row.ts'
import { type HeldRow, heldListing } from './held-rows.ts'

export type LapsingRow = HeldRow & {
  readonly document: string
  readonly register: string
  /** Of a guarantor that can be read: whose debt it backs. */
  readonly principal_document?: string | null
  readonly is_readable: boolean | number
}

/**
 * A load may tell an earlier day of a debt than its listing, and come after it: from that day its five years run. Seen
 * here, where it is read, so that a load asks nothing of listings.
 */
export function unlessLapsed<Row extends LapsingRow>(row: Row, loadedOf: LoadedOf, today: Day): Row {
  if (!mayLapse(row)) return row
  const loaded = toldOf(row).flatMap(loadedOf)
  return isLapsedByLoad(heldListing(row), loaded, today) ? { ...row, is_readable: false } : row
}

/** The debts that were loaded of a document. */
type LoadedOf = (document: string) => readonly NegativeItem[]

/** Nothing is loaded into a sandbox, and what nobody may read has nothing to lose. */
const mayLapse = ({ is_readable, register }: LapsingRow): boolean =>
  Boolean(is_readable) && register === productionRegister

/** Whose loaded debts count: a guarantor is shown no longer than its principal. */
const toldOf = ({ document, principal_document }: LapsingRow): readonly string[] =>
  principal_document ? [document, principal_document] : [document]

const loadedIn = (packed: Uint8Array): readonly NegativeItem[] => factsOf(packed).negativeItems ?? []

export function sqliteLoaded(reader: DatabaseSync): LoadedOf {
  const facts = reader.prepare('select facts from subject_more where key = ?')
  return (document) => {
    const row = facts.get(documentKey(document as DocumentNumber))
    return row === undefined ? [] : loadedIn(row.facts as Uint8Array)
  }
}

/** Most documents have nothing that can be read here, and nothing more is asked for. */
export async function postgresLoaded(pool: Pool, rows: readonly LapsingRow[]): Promise<LoadedOf> {
  const documents = new Set(rows.filter(mayLapse).flatMap(toldOf))
  if (documents.size === 0) return () => []
  const { rows: kept } = await pool.query<{ document: string; facts: Buffer }>({
    name: 'report_loaded',
    text: 'select document, facts from subject where document = any($1::text[])',
    values: [[...documents]],
  })
  const loaded = new Map(kept.map(({ document, facts }) => [document, loadedIn(facts)]))
  return (document) => loaded.get(document) ?? []
}
