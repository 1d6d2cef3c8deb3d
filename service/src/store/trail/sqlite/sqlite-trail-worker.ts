import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { billDrafts, ownersOf, usageOf } from '@lastro/rules/trail/billing.ts'
import { chainStart, linkOf } from '@lastro/rules/trail/chain.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { headsText, type LaneHead, sealOf, sealStart } from '@lastro/rules/trail/seal.ts'
import type { SearchRange, TrailStore } from '../../../features/trail/trail-store.ts'
import { consultationAt } from '../consultation-at.ts'
import { memoryRepeatIndex } from './fast/memory-repeat-index.ts'
import type { RepeatIndex } from './repeat-index.ts'
import { tableRepeatIndex } from './table-repeat-index.ts'

/** What the thread is started with. */
export type TrailWorkerData = {
  readonly path: string
  readonly fastRepeats: boolean
  /** After how many records the memory of repeats is flushed; the usual number unless a test says. */
  readonly memoryRecordsMax?: number | undefined
}

/**
 * Writes the trail of the embedded engine on a thread of its own: waiting for the disk, and for other processes on the
 * same file, holds up nobody who is being answered. It also finds records by document, since the newest of them may be
 * in its memory alone.
 */
const { path, fastRepeats, memoryRecordsMax } = workerData as TrailWorkerData
const db = new DatabaseSync(path, { timeout: 10_000 })
const inode = statSync(path).ino
db.exec('pragma journal_mode = wal')
db.exec('pragma synchronous = full')
db.exec('pragma cache_size = -8192')

const begin = db.prepare('begin immediate')
const commit = db.prepare('commit')
const head = db.prepare(
  'select number, hash from trail_link where environment = ? order by number desc limit 1',
)
const linkRecords = db.prepare('select records from trail_link where environment = ? and number = ?')
const addLink = db.prepare(
  `insert into trail_link (environment, number, first_at_ms, last_at_ms, records, record_hashes, hash)
   values (?, ?, ?, ?, ?, ?, ?)`,
)
const addOwner = db.prepare('insert into trail_owner (environment, owner, number) values (?, ?, ?)')
const addUsage = db.prepare(
  `insert into usage_day (environment, client_id, day, product, features, billed, unbilled, cents)
   values (?, ?, ?, ?, ?, ?, ?, ?)
   on conflict (environment, client_id, day, product, features) do update set
     billed = billed + excluded.billed, unbilled = unbilled + excluded.unbilled, cents = cents + excluded.cents`,
)

const indexes = new Map<Environment, RepeatIndex>()

function indexOf(environment: Environment): RepeatIndex {
  const index = indexes.get(environment) ?? openIndex(environment)
  indexes.set(environment, index)
  return index
}

const openIndex = (environment: Environment): RepeatIndex =>
  fastRepeats ? memoryRepeatIndex(db, environment, memoryRecordsMax) : tableRepeatIndex(db, environment)

function append(environment: Environment, drafts: readonly ConsultationDraft[]): string {
  assertSameFile()
  begin.run()
  const index = indexOf(environment)
  index.catchUp()
  const previous = (head.get(environment) ?? { number: 0, hash: chainStart }) as {
    number: number
    hash: string
  }
  const billings = billDrafts(drafts, index.paidBefore)
  const link = linkOf(environment, previous, drafts, billings)
  const { number } = link
  addLink.run(environment, number, link.firstAtMs, link.lastAtMs, link.records, link.recordHashes, link.hash)
  for (const owner of ownersOf(drafts)) addOwner.run(environment, owner, number)
  for (const one of usageOf(drafts, billings)) {
    addUsage.run(
      environment,
      one.clientId,
      one.day,
      one.product,
      one.features,
      one.billed,
      one.unbilled,
      one.cents,
    )
  }
  index.add(number, drafts, billings)
  commit.run()
  return JSON.stringify(billings)
}

const newestSeal = db.prepare('select number, hash, heads from trail_seal order by number desc limit 1')
const addSeal = db.prepare(
  'insert into trail_seal (number, at_ms, previous, heads, hash) values (?, ?, ?, ?, ?)',
)

/** There is one lane here, and one writer at a time: nobody else is at it. */
function seal(atMs: number, when: SealWhen): Awaited<ReturnType<TrailStore['seal']>> {
  assertSameFile()
  begin.run()
  const newest = newestSeal.get() as { number: number; hash: string; heads: string } | undefined
  const heads = (['production', 'sandbox'] as const).flatMap((environment) => {
    const last = head.get(environment) as Omit<LaneHead, 'environment'> | undefined
    return last === undefined ? [] : { environment, ...last }
  })
  const sealed = sealOf(newest ?? sealStart, heads, atMs)
  const isNew = headsText(sealed.heads) !== (newest?.heads ?? '[]')
  if (isNew || when === 'always')
    addSeal.run(sealed.number, sealed.atMs, sealed.previous, headsText(sealed.heads), sealed.hash)
  commit.run()
  return isNew || when === 'always' ? sealed : 'nothingNew'
}

type SealWhen = Parameters<TrailStore['seal']>[1]

type DocumentSearch = { readonly document: DocumentNumber; readonly range: SearchRange }

function recordsOf(environment: Environment, { document, range }: DocumentSearch) {
  const index = indexOf(environment)
  index.catchUp()
  return index.ofDocument(document, range)
}

const consultedBy = (environment: Environment, asked: DocumentSearch) =>
  recordsOf(environment, asked)
    .filter((one) => one.answered)
    .map(({ clientId, atMs, key }) => ({ clientId, atMs, key }))

const ofDocument = (environment: Environment, asked: DocumentSearch) =>
  recordsOf(environment, asked).flatMap(({ number, place }) => {
    const link = linkRecords.get(environment, number)
    const records = link === undefined ? [] : String(link.records).split('\n')
    // It may have left for an archive since it was found.
    if ((records[place] ?? '') === '' && hasLeft(environment, number)) return []
    return consultationAt(environment, number, place, records)
  })

const leftTo = db.prepare('select number from trail_left where environment = ? and lane = 0')
const hasLeft = (environment: Environment, number: number): boolean =>
  number <= Number(leftTo.get(environment)?.number ?? 0)

/** A file that was moved away or replaced goes on taking records that nobody will find again. */
function assertSameFile(): void {
  if (statSync(path, { throwIfNoEntry: false })?.ino === inode) return
  throw Object.assign(new Error('The file of the trail is no longer the one that was opened'), {
    errcode: 14,
  })
}

/** What the thread is asked. Drafts and answers go as JSON, which crosses over faster than objects do. */
export type TrailRequest =
  | { readonly kind: 'append'; readonly environment: Environment; readonly drafts: string }
  | ({ readonly kind: 'consultedBy' | 'ofDocument'; readonly environment: Environment } & DocumentSearch)
  | { readonly kind: 'seal'; readonly atMs: number; readonly when: SealWhen }

function answerTo(asked: TrailRequest): string {
  switch (asked.kind) {
    case 'append':
      return append(asked.environment, JSON.parse(asked.drafts))
    case 'consultedBy':
      return JSON.stringify(consultedBy(asked.environment, asked))
    case 'ofDocument':
      return JSON.stringify(ofDocument(asked.environment, asked))
    case 'seal':
      return JSON.stringify(seal(asked.atMs, asked.when))
  }
}

parentPort?.on('message', ({ id, asked }: { id: number; asked: TrailRequest }) => {
  try {
    parentPort?.postMessage({ id, answer: answerTo(asked) })
  } catch (error) {
    if (db.isTransaction) db.exec('rollback')
    // What it holds may be of a link that was never written.
    indexes.clear()
    const { message, errcode } = error as { message: string; errcode?: number }
    parentPort?.postMessage({ id, failure: { message, errcode } })
  }
})
