import { copyDaysMax } from '@lastro/contract/clients/client-contract.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { CopyStore, SealedCopy } from '../../features/declared-sources/copies/source-copy.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { endCopiesOf, lapseCopies } from './copy-terms.ts'

/** Copies destroyed in one statement: few enough that nothing waits long for it. */
const destroyedCountMax = 200

const dayMs = 86_400_000

export function copyStore(db: Kysely<Tables>, reads: Kysely<Tables>, engine: Engine): CopyStore {
  return {
    keep: async (copies) => {
      await db
        .insertInto('source_copy')
        .values(newestOfEach(copies).map(rowOf))
        .onConflict((conflict) =>
          conflict
            .columns(['client_id', 'source_id', 'document', 'section'])
            .doUpdateSet((set) => ({
              at_ms: set.ref('excluded.at_ms'),
              request_id: set.ref('excluded.request_id'),
              keep_until_ms: set.ref('excluded.keep_until_ms'),
              sealed_key: set.ref('excluded.sealed_key'),
              sealed: set.ref('excluded.sealed'),
            }))
            // Batches of several processes may come in another order than their questions did.
            .whereRef('excluded.at_ms', '>=', 'source_copy.at_ms'),
        )
        .execute()
    },

    find: async ({ clientId, sourceId, document, sections }, nowMs) => {
      const rows = await reads
        .selectFrom('source_copy')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('source_id', '=', sourceId)
        .where('document', '=', document)
        .where('section', 'in', sections)
        .where('keep_until_ms', '>', nowMs)
        .where(sql<SqlBool>`not ${isEnded}`)
        .execute()
      return rows.map(copyOf)
    },

    endOfDocument: (document, nowMs) => endCopiesOf(db, document, nowMs),

    destroy: async (nowMs) => {
      await lapseCopies(db, nowMs)
      let count = 0
      for (;;) {
        const destroyed = await destroySome(db, engine, nowMs)
        count += destroyed
        if (destroyed < destroyedCountMax) break
      }
      // By then no copy is left that it could be about.
      await db
        .deleteFrom('source_copy_end')
        .where('at_ms', '<', nowMs - (copyDaysMax + 1) * dayMs)
        .execute()
      return count
    },
  }
}

/** Whether something of its document was corrected since it was asked for. */
const isEnded = sql`exists (select 1 from source_copy_end ended
  where ended.document = source_copy.document and ended.at_ms >= source_copy.at_ms)`

/** Of several copies of one section in a batch, the last. */
const newestOfEach = (copies: readonly SealedCopy[]): readonly SealedCopy[] => [
  ...new Map(
    copies
      .toSorted((a, b) => a.atMs - b.atMs)
      .map((one) => [`${one.clientId} ${one.sourceId} ${one.document} ${one.section}`, one]),
  ).values(),
]

/** SQLite leaves what is deleted on its pages until they are used again, unless it is told to write zeros over it. */
const destroySome = (db: Kysely<Tables>, engine: Engine, nowMs: number): Promise<number> =>
  db.connection().execute(async (connection) => {
    if (engine === 'sqlite') await sql`pragma secure_delete = on`.execute(connection)
    try {
      const { numAffectedRows = 0n } = await sql`delete from source_copy
        where (client_id, source_id, document, section) in (
          select client_id, source_id, document, section from source_copy
          where keep_until_ms <= ${nowMs} or ${isEnded} limit ${destroyedCountMax}
        )`.execute(connection)
      return Number(numAffectedRows)
    } finally {
      if (engine === 'sqlite') await sql`pragma secure_delete = off`.execute(connection)
    }
  })

const rowOf = (one: SealedCopy): Tables['source_copy'] => ({
  client_id: one.clientId,
  source_id: one.sourceId,
  document: one.document,
  section: one.section,
  at_ms: one.atMs,
  request_id: one.requestId,
  keep_until_ms: one.keepUntilMs,
  sealed_key: one.sealedKey,
  sealed: one.sealed,
})

const copyOf = (row: Selectable<Tables['source_copy']>): SealedCopy => ({
  clientId: row.client_id,
  sourceId: row.source_id,
  document: row.document as DocumentNumber,
  section: row.section as SectionId,
  atMs: row.at_ms,
  requestId: row.request_id,
  keepUntilMs: row.keep_until_ms,
  sealedKey: row.sealed_key,
  sealed: row.sealed,
})
