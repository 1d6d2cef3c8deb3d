import { documentOfKey } from '@lastro/rules/documents/document-key.ts'
import { type MoveTarget, type Row, writeRows } from './copy-table.ts'
import type { MovedStore } from './source.ts'

/** SQLite keeps a subject under a number in two tables, PostgreSQL under its document in one. */
export function copySubjects(source: MovedStore, target: MoveTarget): Promise<number> {
  const subjects = source
    .db('lastro.db')
    .prepare(
      `select key, valid_until, subject.sections, subject_more.sections as more_sections, facts
       from subject join subject_more using (key)`,
    )
    .iterate()
  return writeRows(withDocuments(subjects), 'subject', target)
}

function* withDocuments(rows: Iterable<Row>): Generator<Row> {
  for (const { key, ...row } of rows) yield { document: documentOfKey(key as bigint), ...row }
}
