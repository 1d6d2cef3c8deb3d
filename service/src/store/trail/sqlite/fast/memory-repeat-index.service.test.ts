import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import { test } from 'vitest'
import { newPlace, type Place } from '../../../../../testing/engines.ts'
import { verifyTrail } from '../../../../features/trail/seals/verify-trail.ts'
import { searchTrail } from '../../../../features/trail/search-trail.ts'
import { openSqlite } from '../../../engine/sqlite.ts'

const always = { fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER }
const startMs = Date.parse('2026-11-16T12:00:00-03:00')

/** People, companies, and companies with letters, each asked about several times over. */
const documents = Array.from({ length: 3_000 }, (_, at): DocumentNumber => {
  const number = String(at + 1)
  if (at % 3 === 0) return withCheckDigits(number.padStart(9, '0'))
  return withCheckDigits(at % 3 === 1 ? number.padStart(12, '0') : `AB${number.padStart(10, '0')}`)
})

const draft = (at: number): ConsultationDraft => ({
  atMs: startMs + at,
  clientId: `cli_${at % 2}`,
  purpose: 'credit_analysis',
  // A stride that comes back to each document in another order every time round.
  document: documents[(at * 7) % documents.length] as DocumentNumber,
  product: 'relatorioBasico',
  features: '',
  listings: '',
  address: '127.0.0.1',
  requestId: `request-${at}`,
  outcome: at % 11 === 0 ? 'quota_exceeded' : 'answered',
  priceCents: at % 11 === 0 ? undefined : 150,
  key: '',
  repeatWindowMs: 24 * 3_600_000,
})

/** A tenth of what a service holds: what is flushed, and when, is the same for any number. */
const memoryRecordsMax = 6_500

/** With its newest records in memory, also where the test run has the fast parts off. */
const opened = ({ dataDirectory }: Place) => openSqlite(dataDirectory, { memoryRecordsMax })

test('records are found and billed once wherever they are: held, on their way into the index, in it, read again', async () => {
  const place = await newPlace('sqlite')
  let store = await opened(place)
  const second = await opened(place)
  const answered = new Map<DocumentNumber, number>()
  const paid = new Set<string>()
  const batch = 50
  // Enough that some have gone into the index, and more are on their way.
  const recordCount = 18_000
  const isIndexed = () => {
    const db = new DatabaseSync(join(place.dataDirectory, 'trail.db'), { readOnly: true })
    const { rows } = db.prepare('select count(*) as rows from consultation').get() as { rows: number }
    db.close()
    return rows
  }
  let found = 0
  const stages = new Set<string>()

  for (let from = 0; from < recordCount; from += batch) {
    const drafts = Array.from({ length: batch }, (_, at) => draft(from + at))
    // Every fourth batch comes from another process on the same file.
    const writer = (from / batch) % 4 === 3 ? second : store
    const billings = await writer.trail.append('sandbox', drafts)
    for (const [at, one] of drafts.entries()) {
      const document = one.document as DocumentNumber
      const name = `${one.clientId} ${document}`
      const expected = one.priceCents === undefined ? 'unbilled' : paid.has(name) ? 'repeat' : 'billed'
      assert.equal(billings[at], expected, `record ${from + at}`)
      if (one.priceCents === undefined) continue
      paid.add(name)
      answered.set(document, (answered.get(document) ?? 0) + 1)
    }
    if (from % 2_000 !== 0) continue
    const indexed = isIndexed()
    stages.add(indexed === 0 ? 'held' : indexed < from ? 'on the way' : 'indexed')
    for (const document of documents.slice(found, found + 5)) {
      for (const one of [store, second]) {
        const consulted = await one.trail.consultedBy('sandbox', document, always)
        assert.equal(consulted.length, answered.get(document) ?? 0, `after ${from}`)
      }
      assert.deepEqual(await store.trail.consultedBy('production', document, always), [])
    }
    found += 5
    if (from % 6_000 === 0) {
      await store.close()
      store = await opened(place)
    }
  }
  assert.deepEqual([...stages].toSorted(), ['held', 'on the way'])
  assert.ok(isIndexed() >= memoryRecordsMax)

  const [document] = documents as [DocumentNumber]
  const records = await Array.fromAsync(
    searchTrail(store.trail, 'sandbox', { ...always, document, clientId: undefined }),
  )
  const walked = await Array.fromAsync(
    searchTrail(store.trail, 'sandbox', { ...always, document: undefined, clientId: undefined }),
  )
  assert.deepEqual(
    records,
    walked.filter((one) => one.document === document),
  )
  assert.equal((await verifyTrail(store.trail, 'sandbox')).records, recordCount)
  await store.close()
  await second.close()
})

test('a damaged record that is not in the index yet stops neither the next record nor its search', async () => {
  const place = await newPlace('sqlite')
  const store = await opened(place)
  await store.trail.append('sandbox', [draft(1), draft(2)])
  await store.close()
  const db = new DatabaseSync(join(place.dataDirectory, 'trail.db'))
  db.exec("update trail_link set records = replace(records, 'request-1', 'request\"1')")
  db.close()

  const again = await opened(place)
  assert.deepEqual(await again.trail.append('sandbox', [draft(2), draft(3)]), ['repeat', 'billed'])
  assert.deepEqual((await verifyTrail(again.trail, 'sandbox')).broken, { number: 1, place: 0 })
  await again.close()
})

test('a record whose document was damaged belongs to none, and stops nothing either', async () => {
  const place = await newPlace('sqlite')
  const store = await opened(place)
  const [person, , company] = documents as [DocumentNumber, DocumentNumber, DocumentNumber]
  const asked = [person, company].map((document) => ({ ...draft(1), document }))
  await store.trail.append('sandbox', asked)
  await store.close()
  const db = new DatabaseSync(join(place.dataDirectory, 'trail.db'))
  for (const document of [person, company])
    db.exec(`update trail_link set records = replace(records, '${document}', '!${document.slice(1)}')`)
  db.close()

  const again = await opened(place)
  assert.deepEqual(await again.trail.append('sandbox', asked), ['billed', 'billed'])
  assert.equal((await again.trail.consultedBy('sandbox', company, always)).length, 1)
  assert.deepEqual((await verifyTrail(again.trail, 'sandbox')).broken, { number: 1, place: 0 })
  await again.close()
})
