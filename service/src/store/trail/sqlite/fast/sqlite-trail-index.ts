import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { documentKey, type Halves, halvesOf, keyOf } from '@lastro/rules/documents/document-key.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { billingOf, shownOutcomes } from '@lastro/rules/trail/billing.ts'
import { readRecord } from '@lastro/rules/trail/chain.ts'
import { type Billing, billedSinceMs, type ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { SearchRange } from '../../../../features/trail/trail-store.ts'
import { Askers } from './askers.ts'
import { DocumentFilter } from './document-filter.ts'
import { HeldRecords } from './held-records.ts'
import { LastBilled } from './last-billed.ts'

/**
 * Finds records by document. A row of the index lies on a page of its own somewhere in the file, and writing a
 * page for each record would cost more than all the rest of a commit. So the newest records are held here, in
 * memory, and go into the index later, many at a time and in its order, when neighbours share a page. The links
 * are the truth: whatever the index does not have yet is read from them again after a restart.
 */
export type TrailIndex = {
  /** Takes in what other processes have written. To be called before asking, and in the transaction that adds. */
  readonly catchUp: () => void
  /** Takes in a record of the link with this number, which is being written now, and says what became of it. */
  readonly add: (draft: ConsultationDraft, number: number, place: number) => Billing
  /** Moves some of what is held into the index: twice what was just added, so that it never falls behind. */
  readonly settle: (added: number) => void
  readonly ofDocument: (document: DocumentNumber, range: SearchRange) => readonly Found[]
}

type Recorded = Omit<ConsultationDraft, 'priceCents' | 'repeatWindowMs'>

export type Found = {
  readonly atMs: number
  readonly number: number
  readonly place: number
  readonly clientId: string
  /** Whether a report left the service. */
  readonly answered: boolean
}

/** So many records share enough pages of the index, and take a few megabytes. */
const heldCountMax = 65_000

/** So many documents are read in a moment; until all are, each is looked for in the index. */
const filledAtOnce = 10_000

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
  const billedOf = (condition: string) => {
    const statement = db.prepare(
      `select 1 from consultation where environment = ${own} and document = ? and billed = 1
         and at_ms > ? and client = ? and ${condition} limit 1`,
    )
    statement.setReturnArrays(true)
    return statement
  }
  const billedRow = billedOf('query = ?')
  const billedUnderKey = billedOf('key = ?')
  const rows = db.prepare(
    `select at_ms as atMs, number, place, name as clientId, answered
     from consultation join trail_name on id = client
     where environment = ${own} and document = ? and number <= ? and at_ms >= ? and at_ms <= ?`,
  )
  const documentsAfter = db.prepare(
    `select distinct document from consultation where environment = ${own} and document > ?
     order by document limit ${filledAtOnce}`,
  )
  documentsAfter.setReadBigInts(true)
  documentsAfter.setReturnArrays(true)
  const nameId = namesIn(db)

  const askers = new Askers()
  const lastBilled = new LastBilled()
  const filter = new DocumentFilter()
  /** How far the filter has been filled from the index; undefined once it knows all of it. */
  let filledTo: bigint | undefined = -1n

  let newest = new HeldRecords()
  /** The one before the last, to be filled again. */
  let emptied: HeldRecords | undefined
  /** What is on its way into the index, in its order, and how far that has come. */
  let settling: { readonly held: HeldRecords; readonly ordered: Uint32Array; at: number } | undefined
  /** The last link whose records are held here or in the index; undefined before the first look. */
  let known: number | undefined

  const indexed = (): number => Number(indexedTo.get(environment)?.number ?? 0)
  const hold = (document: Halves, record: Recorded, billed: boolean, number: number, place: number): void => {
    const asker = askers.numberOf(record)
    filter.add(document)
    if (billed) lastBilled.set(document, asker, record.atMs)
    newest.add(document, {
      atMs: record.atMs,
      number,
      place,
      asker,
      key: record.key,
      billed,
      answered: shownOutcomes.includes(record.outcome),
    })
  }
  const fillFilter = (): void => {
    if (filledTo === undefined) return
    const documents = documentsAfter.all(filledTo) as unknown as [bigint][]
    for (const [document] of documents) filter.add(halvesOf(document))
    filledTo = documents.length < filledAtOnce ? undefined : documents.at(-1)?.[0]
  }
  const wasBilled = (draft: ConsultationDraft, document: Halves): boolean => {
    if (filledTo === undefined && !filter.mayHold(document)) return false
    const asker = askers.numberOf(draft)
    const windowMs = draft.atMs - draft.repeatWindowMs
    if (lastBilled.isAfter(windowMs, document, asker)) return true
    if (billedAmong(newest, document, draft)) return true
    if (settling !== undefined && billedAmong(settling.held, document, draft)) return true
    const [key, client] = [keyOf(document), nameId(draft.clientId)]
    if (billedRow.get(key, windowMs, client, nameId(askers.of(asker).query)) !== undefined) return true
    return draft.key !== '' && billedUnderKey.get(key, billedSinceMs(draft), client, draft.key) !== undefined
  }
  /** The same among those that are not in the index yet. */
  const billedAmong = (held: HeldRecords, document: Halves, draft: ConsultationDraft): boolean => {
    const asker = askers.numberOf(draft)
    const sinceMs = billedSinceMs(draft)
    for (let at = held.newestOf(document); at !== -1; at = held.before(at)) {
      const heldAtMs = held.atMs(at)
      if (!held.isBilled(at) || heldAtMs <= sinceMs) continue
      if (held.asker(at) === asker && heldAtMs > draft.atMs - draft.repeatWindowMs) return true
      if (draft.key === '' || held.key(at) !== draft.key) continue
      if (askers.of(held.asker(at)).clientId === draft.clientId) return true
    }
    return false
  }
  const heldOf = (held: HeldRecords, document: Halves): Found[] => {
    const found: Found[] = []
    for (let at = held.newestOf(document); at !== -1; at = held.before(at)) {
      const record = held.record(at)
      found.push({ ...record, clientId: askers.of(record.asker).clientId })
    }
    return found
  }
  const startSettling = () => {
    settling = { held: newest, ordered: newest.inOrder(), at: 0 }
    newest = emptied ?? new HeldRecords()
    emptied = undefined
  }

  return {
    catchUp: () => {
      known ??= indexed()
      for (const { number, records } of linksAfter.iterate(environment, known)) {
        for (const [place, text] of String(records).split('\n').entries()) {
          const record = readable(text)
          if (record !== undefined && record.document !== '')
            hold(halvesOf(documentKey(record.document)), record, record.billed, Number(number), place)
        }
        known = Number(number)
      }
      fillFilter()
    },
    add: (draft, number, place) => {
      known = number
      if (draft.document === '') return billingOf(draft, false)
      const document = halvesOf(documentKey(draft.document))
      const billing = billingOf(draft, draft.priceCents !== undefined && wasBilled(draft, document))
      hold(document, draft, billing === 'billed', number, place)
      return billing
    },
    settle: (added) => {
      if (settling === undefined && newest.count >= heldCountMax) startSettling()
      if (settling === undefined) return
      const { held, ordered } = settling
      const until = Math.min(settling.at + 2 * added, ordered.length)
      for (; settling.at < until; settling.at++) {
        const at = ordered[settling.at] as number
        const one = held.record(at)
        const asker = askers.of(one.asker)
        const [client, query] = [nameId(asker.clientId), nameId(asker.query)]
        const [billed, answered] = [one.billed ? 1 : 0, one.answered ? 1 : 0]
        const document = keyOf(held.halves(at))
        addRow.run(document, billed, one.atMs, one.number, one.place, client, query, answered, one.key)
      }
      if (until < ordered.length) return
      setIndexedTo.run(environment, held.lastNumber)
      settling = undefined
      held.clear()
      emptied = held
    },
    ofDocument: (document, { fromMs, untilMs }) => {
      const upTo = indexed()
      const key = documentKey(document)
      const kept = rows.all(key, upTo, fromMs, untilMs).map(foundIn)
      const held = [newest, ...(settling === undefined ? [] : [settling.held])]
        .flatMap((records) => heldOf(records, halvesOf(key)))
        .filter((one) => one.number > upTo && one.atMs >= fromMs && one.atMs <= untilMs)
      return [...kept, ...held].sort((a, b) => a.atMs - b.atMs || a.number - b.number || a.place - b.place)
    },
  }
}

const foundIn = (row: Readonly<Record<string, unknown>>): Found => ({
  ...(row as unknown as Found),
  answered: row.answered === 1,
})

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
    const record = readRecord(text)
    return documentForm.test(record.document) ? record : undefined
  } catch {
    return undefined
  }
}

/** What has a key. Of a query refused before it named a document, the record names none. */
const documentForm = /^(?:\d{11}|[0-9A-Z]{12}\d{2})?$/
