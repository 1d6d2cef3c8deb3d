import type { DatabaseSync } from 'node:sqlite'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { documentKey, joinKey, type SplitKey, splitKey } from '@lastro/rules/documents/document-key.ts'
import { neverMs, neverPaid, paidSinceMs, shownOutcomes } from '@lastro/rules/trail/billing.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { isLongKept } from '@lastro/rules/trail/retention.ts'
import { consultationTable, inOrderOfTime } from '../consultation-table.ts'
import type { FoundRecord, RepeatIndex } from '../repeat-index.ts'
import { BilledCache } from './billed-cache.ts'
import { DocumentFilter } from './bloom-filter.ts'
import { InternedQueries } from './interned-queries.ts'
import { RecordColumns } from './record-columns.ts'

type Recorded = Omit<ConsultationDraft, 'priceCents' | 'repeatWindowMs'>

/** So many records share enough pages of the index, and take a few megabytes. */
const memoryRecordsMax = 65_000

/** So many documents are read into the filter in a moment; until all are, each is looked for in the table. */
const filterBatch = 10_000

/**
 * The index with its newest records in memory. A row of the table lies on a page of its own somewhere in the file, and
 * writing a page for each record would cost more than all the rest of a commit. So records are flushed to the table
 * later, many at a time and in its order, when neighbours share a page. After a restart, whatever the table does not
 * have yet is read from the links again.
 */
export function memoryRepeatIndex(
  db: DatabaseSync,
  environment: Environment,
  recordsMax = memoryRecordsMax,
): RepeatIndex {
  const table = consultationTable(db, environment)
  const queries = new InternedQueries()
  const billedCache = new BilledCache()
  const filter = new DocumentFilter()
  /** How far the filter has been filled from the table; undefined once it knows all of it. */
  let filteredTo: bigint | undefined = -1n

  let newest = new RecordColumns()
  /** The columns that were flushed last, to be filled again. */
  let spare: RecordColumns | undefined
  /** What is on its way into the table, in its order, and how far that has come. */
  let flushing: { readonly records: RecordColumns; readonly ordered: Uint32Array; at: number } | undefined
  /** The last link whose records are in memory or in the table; undefined before the first look. */
  let knownTo: number | undefined
  /** The last link that is in an archive: what memory holds of links up to it is there, and no longer in the table. */
  let leftTo = 0

  const hasLeft = (number: number, query: number): boolean =>
    number <= leftTo && !(isLongKept(queries.of(query)) && table.isHere(number))
  const remember = (record: Recorded, billed: boolean, number: number, place: number): void => {
    if (record.document === '') return
    const document = splitKey(documentKey(record.document))
    const query = queries.idOf(record)
    filter.add(document)
    if (billed) billedCache.set(document, query, record.atMs)
    newest.add(document, {
      atMs: record.atMs,
      number,
      place,
      query,
      key: record.key,
      billed,
      answered: shownOutcomes.includes(record.outcome),
    })
  }
  const fillFilter = (): void => {
    if (filteredTo === undefined) return
    const documents = table.documentsAfter(filteredTo, filterBatch)
    for (const document of documents) filter.add(splitKey(document))
    filteredTo = documents.length < filterBatch ? undefined : documents.at(-1)
  }
  /** The columns that hold records, the newest first. */
  const inMemory = (): readonly RecordColumns[] =>
    flushing === undefined ? [newest] : [newest, flushing.records]

  const paidInMemory = (document: SplitKey, draft: ConsultationDraft, query: number) => {
    let [sameQueryAtMs, sameKeyAtMs] = [neverMs, neverMs]
    for (const records of inMemory()) {
      for (let at = records.newestOf(document); at !== -1; at = records.before(at)) {
        if (!records.isBilled(at) || records.query(at) !== query) continue
        const atMs = records.atMs(at)
        sameQueryAtMs = Math.max(sameQueryAtMs, atMs)
        if (draft.key !== '' && records.key(at) === draft.key) sameKeyAtMs = Math.max(sameKeyAtMs, atMs)
      }
    }
    return { sameQueryAtMs, sameKeyAtMs }
  }
  const startFlushing = (): void => {
    flushing = { records: newest, ordered: newest.inOrder(), at: 0 }
    newest = spare ?? new RecordColumns()
    spare = undefined
  }
  /** Twice what was just added, so that memory never falls behind. */
  const flush = (added: number): void => {
    if (flushing === undefined && newest.count >= recordsMax) startFlushing()
    if (flushing === undefined) return
    const { records, ordered } = flushing
    const until = Math.min(flushing.at + 2 * added, ordered.length)
    for (; flushing.at < until; flushing.at++) {
      const at = ordered[flushing.at] as number
      const { query, ...record } = records.record(at)
      if (hasLeft(record.number, query)) continue
      const document = joinKey(records.document(at))
      table.add({ ...record, document, clientId: queries.of(query).clientId, query: queries.of(query).query })
    }
    if (until < ordered.length) return
    table.setIndexedTo(records.lastNumber)
    flushing = undefined
    records.clear()
    spare = records
  }

  return {
    catchUp: () => {
      leftTo = table.leftTo()
      knownTo ??= table.indexedTo()
      for (const { number, place, record } of table.recordsAfter(knownTo)) {
        if (record !== undefined) remember(record, record.billed, number, place)
        knownTo = number
      }
      fillFilter()
    },
    paidBefore: (draft) => {
      if (draft.document === '') return neverPaid
      const key = documentKey(draft.document)
      const document = splitKey(key)
      if (filteredTo === undefined && !filter.mayHold(document)) return neverPaid
      const query = queries.idOf(draft)
      const cachedAtMs = billedCache.atMs(document, query)
      // What the cache knows is certain; where that makes the draft a repeat, nothing else need be asked.
      if (draft.repeatWindowMs > 0 && cachedAtMs > draft.atMs - draft.repeatWindowMs)
        return { ...neverPaid, sameQueryAtMs: cachedAtMs }
      const here = paidInMemory(document, draft, query)
      const paid = { document: key, clientId: draft.clientId, sinceMs: paidSinceMs(draft) }
      const name = queries.of(query).query
      return {
        sameQueryAtMs: Math.max(here.sameQueryAtMs, table.paidQueryAtMs(paid, name)),
        sameKeyAtMs:
          draft.key === '' ? neverMs : Math.max(here.sameKeyAtMs, table.paidKeyAtMs(paid, name, draft.key)),
      }
    },
    add: (number, drafts, billings) => {
      knownTo = number
      for (const [place, draft] of drafts.entries())
        remember(draft, billings[place] === 'billed', number, place)
      flush(drafts.length)
    },
    ofDocument: (document, range) => {
      const upTo = table.indexedTo()
      const key = documentKey(document)
      const held = inMemory()
        .flatMap((records) => foundIn(records, splitKey(key)))
        .filter((one) => one.number > upTo && one.atMs >= range.fromMs && one.atMs <= range.untilMs)
      return [...table.find(key, upTo, range), ...held].sort(inOrderOfTime)
    },
  }

  function foundIn(records: RecordColumns, document: SplitKey): FoundRecord[] {
    const found: FoundRecord[] = []
    for (let at = records.newestOf(document); at !== -1; at = records.before(at)) {
      const { atMs, number, place, query, answered, key } = records.record(at)
      if (hasLeft(number, query)) continue
      found.push({ atMs, number, place, answered, key, clientId: queries.of(query).clientId })
    }
    return found
  }
}
