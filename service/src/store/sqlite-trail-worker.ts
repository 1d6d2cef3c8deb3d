import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { chainStart, linkOf } from '../trail/chain.ts'
import {
  type Billing,
  billedSinceMs,
  type ConsultationDraft,
  type DraftRow,
  draftOfRow,
} from '../trail/consultation.ts'
import { settleDraft, usageOf } from '../trail/settle.ts'

/**
 * Writes the trail of the embedded engine on a thread of its own: waiting for the disk, and for other
 * processes on the same file, holds up nobody who is being answered.
 */
const { path } = workerData as { path: string }
const db = new DatabaseSync(path, { timeout: 10_000 })
const inode = statSync(path).ino
db.exec('pragma journal_mode = wal')
db.exec('pragma synchronous = full')
db.exec('pragma cache_size = -32768')
// The index is written all over; carrying its pages back to the file seldom lets many changes share one write.
db.exec('pragma wal_autocheckpoint = 20000')

const begin = db.prepare('begin immediate')
const commit = db.prepare('commit')
const head = db.prepare(
  'select number, hash from trail_link where environment = ? order by number desc limit 1',
)
const repeated = db.prepare(
  `select 1 from consultation
   where environment = ? and document = ? and billed = 1 and at_ms > ? and client_id = ?
     and ((query = ? and at_ms > ?) or (key = ? and key <> '')) limit 1`,
)
const addConsultation = db.prepare(
  `insert into consultation (environment, document, billed, at_ms, number, place, client_id, query, key, outcome)
   values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
)
const addLink = db.prepare(
  `insert into trail_link (environment, number, first_at_ms, last_at_ms, records, record_hashes, hash)
   values (?, ?, ?, ?, ?, ?, ?)`,
)
const addUsage = db.prepare(
  `insert into usage_day (environment, client_id, day, product, features, billed, unbilled, cents)
   values (?, ?, ?, ?, ?, ?, ?, ?)
   on conflict (environment, client_id, day, product, features) do update set
     billed = billed + excluded.billed, unbilled = unbilled + excluded.unbilled, cents = cents + excluded.cents`,
)

function append(environment: string, drafts: readonly ConsultationDraft[]): Billing[] {
  const previous = (head.get(environment) ?? { number: 0, hash: chainStart }) as {
    number: number
    hash: string
  }
  const number = previous.number + 1
  const settled = drafts.map((draft, place) => {
    const query = `${draft.product} ${draft.features}`
    const { clientId, key } = draft
    const windowMs = draft.atMs - draft.repeatWindowMs
    const isRepeat = () =>
      repeated.get(environment, draft.document, billedSinceMs(draft), clientId, query, windowMs, key) !==
      undefined
    const one = settleDraft(draft, isRepeat)
    if (draft.document !== '') {
      const { billed, atMs, outcome } = one.record
      const row = [draft.document, billed ? 1 : 0, atMs, number, place, clientId, query, key, outcome]
      addConsultation.run(environment, ...row)
    }
    return one
  })
  const records = settled.map((one) => one.record)
  const link = linkOf(environment, previous, records)
  addLink.run(environment, number, link.firstAtMs, link.lastAtMs, link.records, link.recordHashes, link.hash)
  for (const one of usageOf(records)) {
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
  return settled.map((one) => one.billing)
}

/** A file that was moved away or replaced goes on taking records that nobody will find again. */
function assertSameFile(): void {
  if (statSync(path, { throwIfNoEntry: false })?.ino === inode) return
  throw Object.assign(new Error('The file of the trail is no longer the one that was opened'), {
    errcode: 14,
  })
}

parentPort?.on(
  'message',
  ({ id, environment, drafts }: { id: number; environment: string; drafts: string }) => {
    try {
      assertSameFile()
      begin.run()
      const billings = append(environment, (JSON.parse(drafts) as DraftRow[]).map(draftOfRow))
      commit.run()
      parentPort?.postMessage({ id, billings: billings.join() })
    } catch (error) {
      if (db.isTransaction) db.exec('rollback')
      const { message, errcode } = error as { message: string; errcode?: number }
      parentPort?.postMessage({ id, failure: { message, errcode } })
    }
  },
)
