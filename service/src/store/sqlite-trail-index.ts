import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '@lastro/contract/credentials.ts'
import { documentKey } from '../documents/document-key.ts'
import type { DocumentNumber } from '../documents/document-number.ts'
import { readRecord } from '../trail/chain.ts'
import { billedSinceMs, type Consultation, type ConsultationDraft } from '../trail/consultation.ts'
import { shownOutcomes } from '../trail/settle.ts'
import type { SearchRange } from '../trail/trail-store.ts'

/**
 * Finds records by document. A row of the index lies on a page of its own somewhere in the file, and writing a
 * page for each record would cost more than all the rest of a commit. So the newest records are held here, in
 * memory, and go into the index later, many at a time and in its order, when neighbours share a page. The links
 * are the truth: whatever the index does not have yet is read from them again after a restart.
 */
export type TrailIndex = {
  /** Takes in what other processes have written. To be called before asking, and in the transaction that adds. */
  readonly catchUp: () => void
  /** A record of the link with this number, which is being written now. */
  readonly add: (draft: Recorded, billed: boolean, at: Place) => void
  /** Moves some of what is held into the index: twice what was just added, so that it never falls behind. */
  readonly settle: (added: number) => void
  readonly wasBilled: (draft: ConsultationDraft) => boolean
  readonly ofDocument: (document: DocumentNumber, range: SearchRange) => readonly Found[]
}

type Recorded = Omit<ConsultationDraft, 'priceCents' | 'repeatWindowMs'>
type Place = Pick<Consultation, 'number' | 'place'>

export type Found = {
  readonly atMs: number
  readonly number: number
  readonly place: number
  readonly clientId: string
  /** Whether a report left the service. */
  readonly answered: boolean
}

/** A record that is held in memory, with the one before it on the same document. */
type Held = Found & {
  readonly document: number | bigint
  readonly billed: boolean
  readonly query: string
  readonly key: string
  readonly before: Held | undefined
}

type HeldByDocument = Map<number | bigint, Held>

/** So many records share enough pages of the index, and take a few megabytes. */
const heldCountMax = 12_000

export const environmentNumber: Readonly<Record<Environment, number>> = { production: 0, sandbox: 1 }

export function sqliteTrailIndex(db: DatabaseSync, environment: Environment): TrailIndex {
  const own = environmentNumber[environment]
  const indexedTo = db.prepare('select number from trail_indexed where environment = ?')
  const setIndexedTo = db.prepare(
    `insert into trail_indexed (environment, number) values (?, ?)
     on conflict (environment) do update set number = max(number, excluded.number)`,
  )
  const linksAfter = db.prepare(
    'select number, records from trail_link where environment = ? and number > ? order by number',
  )
  const addRow = db.prepare(
    `insert or ignore into consultation
       (environment, document, billed, at_ms, number, place, client, query, answered, key)
     values (${own}, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const billedRow = db.prepare(
    `select 1 from consultation
     where environment = ${own} and document = ? and billed = 1 and at_ms > ? and client = ?
       and ((query = ? and at_ms > ?) or (key = ? and key <> '')) limit 1`,
  )
  const rows = db.prepare(
    `select at_ms as atMs, number, place, name as clientId, answered
     from consultation join trail_name on id = client
     where environment = ${own} and document = ? and number <= ? and at_ms >= ? and at_ms <= ?`,
  )
  const nameId = namesIn(db)

  let newest: HeldByDocument = new Map()
  let newestCount = 0
  /** What is on its way into the index, in its order, and how far that has come. */
  let settling: { readonly held: HeldByDocument; readonly ordered: readonly Held[]; at: number } | undefined
  /** The last link whose records are held here or in the index; undefined before the first look. */
  let known: number | undefined

  const indexed = (): number => Number(indexedTo.get(environment)?.number ?? 0)
  const hold = (record: Recorded, billed: boolean, { number, place }: Place): void => {
    if (record.document === '') return
    const document = documentKey(record.document)
    newest.set(document, {
      document,
      billed,
      atMs: record.atMs,
      number,
      place,
      clientId: record.clientId,
      query: queryOf(record),
      answered: shownOutcomes.includes(record.outcome),
      key: record.key,
      before: newest.get(document),
    })
    newestCount += 1
  }
  const startSettling = () => {
    settling = { held: newest, ordered: inOrder(newest), at: 0 }
    newest = new Map()
    newestCount = 0
  }

  return {
    catchUp: () => {
      known ??= indexed()
      for (const { number, records } of linksAfter.iterate(environment, known)) {
        for (const [place, text] of String(records).split('\n').entries()) {
          const record = readable(text)
          if (record !== undefined) hold(record, record.billed, { number: Number(number), place })
        }
        known = Number(number)
      }
    },
    add: (draft, billed, at) => {
      hold(draft, billed, at)
      known = at.number
    },
    settle: (added) => {
      if (settling === undefined && newestCount >= heldCountMax) startSettling()
      if (settling === undefined) return
      const { ordered } = settling
      const until = Math.min(settling.at + 2 * added, ordered.length)
      for (; settling.at < until; settling.at++) {
        const one = ordered[settling.at] as Held
        const [client, query] = [nameId(one.clientId), nameId(one.query)]
        const [billed, answered] = [one.billed ? 1 : 0, one.answered ? 1 : 0]
        addRow.run(one.document, billed, one.atMs, one.number, one.place, client, query, answered, one.key)
      }
      if (until < ordered.length) return
      setIndexedTo.run(
        environment,
        ordered.reduce((last, one) => Math.max(last, one.number), 0),
      )
      settling = undefined
    },
    wasBilled: (draft) => {
      if (draft.document === '') return false
      const document = documentKey(draft.document)
      const sought = { ...draft, query: queryOf(draft), sinceMs: billedSinceMs(draft) }
      const { sinceMs, query, key } = sought
      if (billedAmong(newest.get(document), sought) || billedAmong(settling?.held.get(document), sought))
        return true
      const windowMs = draft.atMs - draft.repeatWindowMs
      return (
        billedRow.get(document, sinceMs, nameId(draft.clientId), nameId(query), windowMs, key) !== undefined
      )
    },
    ofDocument: (document, { fromMs, untilMs }) => {
      const upTo = indexed()
      const key = documentKey(document)
      const kept = rows.all(key, upTo, fromMs, untilMs).map(foundIn)
      const held = [newest.get(key), settling?.held.get(key)]
        .flatMap(chain)
        .filter((one) => one.number > upTo && one.atMs >= fromMs && one.atMs <= untilMs)
      return [...kept, ...held].sort((a, b) => a.atMs - b.atMs || a.number - b.number || a.place - b.place)
    },
  }
}

const foundIn = (row: Readonly<Record<string, unknown>>): Found => ({
  ...(row as unknown as Found),
  answered: row.answered === 1,
})

const queryOf = ({ product, features }: Pick<ConsultationDraft, 'product' | 'features'>): string =>
  `${product} ${features}`

type Sought = Pick<ConsultationDraft, 'atMs' | 'clientId' | 'key' | 'repeatWindowMs'> & {
  readonly query: string
  readonly sinceMs: number
}

function billedAmong(last: Held | undefined, sought: Sought): boolean {
  const { atMs, clientId, query, key, repeatWindowMs, sinceMs } = sought
  for (let one = last; one !== undefined; one = one.before) {
    if (!one.billed || one.clientId !== clientId || one.atMs <= sinceMs) continue
    if (one.query === query && one.atMs > atMs - repeatWindowMs) return true
    if (key !== '' && one.key === key) return true
  }
  return false
}

function chain(last: Held | undefined): Held[] {
  const all: Held[] = []
  for (let one = last; one !== undefined; one = one.before) all.push(one)
  return all
}

/** By document, as the rows of the index lie. Keys that are whole numbers and those past them compare alike. */
function inOrder(held: HeldByDocument): readonly Held[] {
  const documents = [...held.keys()].sort((a, b) => (a < b ? -1 : 1))
  return documents.flatMap((document) => chain(held.get(document)))
}

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
function readable(text: string): ReturnType<typeof readRecord> | undefined {
  try {
    return readRecord(text)
  } catch {
    return undefined
  }
}
