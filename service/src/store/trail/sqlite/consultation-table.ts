import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { neverMs } from '@lastro/rules/trail/billing.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import type { SearchRange } from '../../../features/trail/trail-store.ts'
import type { FoundRecord } from './repeat-index.ts'

export const environmentNumber: Readonly<Record<Environment, number>> = { production: 0, sandbox: 1 }

/** A row of the index by document: numbers, for the narrower they are the more share a page. */
export type ConsultationRow = {
  readonly document: number | bigint
  readonly billed: boolean
  readonly atMs: number
  readonly number: number
  readonly place: number
  readonly clientId: string
  /** Product and features, as `queryOf` names them. */
  readonly query: string
  readonly answered: boolean
  readonly key: string
}

type Paid = { readonly document: number | bigint; readonly clientId: string; readonly sinceMs: number }

/** The table `consultation` and what stands beside it, for one environment. */
export function consultationTable(db: DatabaseSync, environment: Environment) {
  const own = environmentNumber[environment]
  const indexedTo = db.prepare('select number from trail_indexed where environment = ?')
  const setIndexedTo = db.prepare(
    `insert into trail_indexed (environment, number) values (?, ?)
     on conflict (environment) do update set number = max(number, excluded.number)`,
  )
  const leftTo = db.prepare('select number from trail_left where environment = ? and lane = 0')
  leftTo.setReturnArrays(true)
  const hasLink = db.prepare('select 1 as has from trail_link where environment = ? and number = ?')
  const linksAfter = db.prepare(
    'select number, records from trail_link where environment = ? and number > ? order by number',
  )
  const add = db.prepare(
    `insert or ignore into consultation
       (environment, document, billed, at_ms, number, place, client, query, answered, key)
     values (${own}, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  // The primary key ends at the newest billed row of the document; others' rows on it are passed over.
  const newestBilled = (condition: string) => {
    const statement = db.prepare(
      `select at_ms from consultation where environment = ${own} and document = ? and billed = 1
         and at_ms > ? and client = ? and ${condition} order by at_ms desc limit 1`,
    )
    statement.setReturnArrays(true)
    return statement
  }
  const billedQuery = newestBilled('query = ?')
  const billedKey = newestBilled('query = ? and key = ?')
  const rows = db.prepare(
    `select at_ms as atMs, number, place, name as clientId, answered, key
     from consultation join trail_name on id = client
     where environment = ${own} and document = ? and number <= ? and at_ms >= ? and at_ms <= ?`,
  )
  const documentsAfter = db.prepare(
    `select distinct document from consultation where environment = ${own} and document > ?
     order by document limit ?`,
  )
  documentsAfter.setReadBigInts(true)
  documentsAfter.setReturnArrays(true)
  const nameId = namesIn(db)
  const atMsIn = (row: unknown): number => (row === undefined ? neverMs : Number((row as [number])[0]))

  return {
    /** The last link whose records are all in the table. */
    indexedTo: (): number => Number(indexedTo.get(environment)?.number ?? 0),
    /** The last link that is in an archive. Of links up to it only what is kept for fifteen years is still here. */
    leftTo: (): number => Number((leftTo.get(environment) as unknown as [number] | undefined)?.[0] ?? 0),
    /** Whether a link of before that is here at all. */
    isHere: (number: number): boolean => hasLink.get(environment, number) !== undefined,
    setIndexedTo: (number: number): void => void setIndexedTo.run(environment, number),
    add: (row: ConsultationRow): void => {
      const [client, query] = [nameId(row.clientId), nameId(row.query)]
      const [billed, answered] = [row.billed ? 1 : 0, row.answered ? 1 : 0]
      add.run(row.document, billed, row.atMs, row.number, row.place, client, query, answered, row.key)
    },
    /** When the client last paid for the query after a moment. */
    paidQueryAtMs: ({ document, clientId, sinceMs }: Paid, query: string): number =>
      atMsIn(billedQuery.get(document, sinceMs, nameId(clientId), nameId(query))),
    paidKeyAtMs: ({ document, clientId, sinceMs }: Paid, query: string, key: string): number =>
      atMsIn(billedKey.get(document, sinceMs, nameId(clientId), nameId(query), key)),
    find: (document: number | bigint, upTo: number, { fromMs, untilMs }: SearchRange): FoundRecord[] =>
      rows.all(document, upTo, fromMs, untilMs).map((row) => ({
        ...(row as unknown as FoundRecord),
        answered: row.answered === 1,
      })),
    /** Which documents the table has, in the order of their keys. */
    documentsAfter: (key: bigint, limit: number): readonly bigint[] =>
      (documentsAfter.all(key, limit) as unknown as [bigint][]).map(([document]) => document),
    /** The records of the links after one, with where each stands. */
    *recordsAfter(number: number): Generator<LinkedRecord> {
      for (const link of linksAfter.iterate(environment, number)) {
        for (const [place, text] of String(link.records).split('\n').entries())
          yield { number: Number(link.number), place, record: readable(text) }
      }
    },
  }
}

type ReadRecord = Omit<ReturnType<typeof readRecord>, 'document'> & { readonly document: DocumentNumber }

type LinkedRecord = {
  readonly number: number
  readonly place: number
  /** Undefined for one that names no document. */
  readonly record: ReadRecord | undefined
}

/** In the order of time; those of one moment in the order of the chain. */
export const inOrderOfTime = (a: FoundRecord, b: FoundRecord): number =>
  a.atMs - b.atMs || a.number - b.number || a.place - b.place

/** Clients and queries are few, and stand in the index as numbers. */
function namesIn(db: DatabaseSync): (name: string) => number {
  const find = db.prepare('select id from trail_name where name = ?')
  const add = db.prepare('insert into trail_name (name) values (?) returning id')
  const known = new Map<string, number>()
  return (name) => {
    const held = known.get(name)
    if (held !== undefined) return held
    const id = Number((find.get(name) ?? add.get(name))?.id)
    known.set(name, id)
    return id
  }
}

/** A record that was damaged in the file is for `trail verify` to name; it must not stop the next one. */
function readable(text: string): ReadRecord | undefined {
  try {
    const record = readRecord(text)
    return documentForm.test(record.document) ? (record as ReadRecord) : undefined
  } catch {
    return undefined
  }
}

/** What has a key. Of a query refused before it named a document, the record names none. */
const documentForm = /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/
