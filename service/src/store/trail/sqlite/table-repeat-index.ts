import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { documentKey } from '@lastro/rules/documents/document-key.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { neverMs, neverPaid, paidSinceMs, queryOf, shownOutcomes } from '@lastro/rules/trail/billing.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { consultationTable, inOrderOfTime } from './consultation-table.ts'
import type { RepeatIndex } from './repeat-index.ts'

type Recorded = Omit<ConsultationDraft, 'priceCents' | 'repeatWindowMs'>

/** The index as its table alone: every record is in it as soon as its link is. */
export function tableRepeatIndex(db: DatabaseSync, environment: Environment): RepeatIndex {
  const table = consultationTable(db, environment)

  const addRecord = (record: Recorded, billed: boolean, number: number, place: number): void => {
    if (record.document === '') return
    table.add({
      document: documentKey(record.document),
      billed,
      atMs: record.atMs,
      number,
      place,
      clientId: record.clientId,
      query: queryOf(record),
      answered: shownOutcomes.includes(record.outcome),
      key: record.key,
    })
  }
  const isBehind = (): boolean => {
    for (const _ of table.recordsAfter(table.indexedTo())) return true
    return false
  }
  /** What was written while the index was kept in memory, by a process that is gone. */
  const addMissing = (): void => {
    let last: number | undefined
    for (const { number, place, record } of [...table.recordsAfter(table.indexedTo())]) {
      if (record !== undefined) addRecord(record, record.billed, number, place)
      last = number
    }
    if (last !== undefined) table.setIndexedTo(last)
  }

  return {
    catchUp: () => {
      if (!isBehind()) return
      if (db.isTransaction) return addMissing()
      db.exec('begin immediate')
      addMissing()
      db.exec('commit')
    },
    paidBefore: (draft) => {
      if (draft.document === '') return neverPaid
      const paid = {
        document: documentKey(draft.document),
        clientId: draft.clientId,
        sinceMs: paidSinceMs(draft),
      }
      const query = queryOf(draft)
      return {
        sameQueryAtMs: table.paidQueryAtMs(paid, query),
        sameKeyAtMs: draft.key === '' ? neverMs : table.paidKeyAtMs(paid, query, draft.key),
      }
    },
    add: (number, drafts, billings) => {
      for (const [place, draft] of drafts.entries())
        addRecord(draft, billings[place] === 'billed', number, place)
      table.setIndexedTo(number)
    },
    ofDocument: (document: DocumentNumber, range) =>
      table.find(documentKey(document), Number.MAX_SAFE_INTEGER, range).sort(inOrderOfTime),
  }
}
