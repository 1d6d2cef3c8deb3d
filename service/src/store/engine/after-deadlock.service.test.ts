import assert from 'node:assert/strict'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import pg from 'pg'
import { afterAll, describe, test } from 'vitest'
import { newPlace } from '../../../testing/engines.ts'
import { watchedDocument } from '../../../testing/invented/watched-document.ts'
import type { WatchedDocument } from '../../features/alerts/alert.ts'
import type { KeptSubject } from '../../features/bureau/subject-store.ts'
import { rowOf } from '../subjects/subject-row.ts'
import { againAfterDeadlock } from './after-deadlock.ts'
import { inTransaction } from './postgres-transaction.ts'

const nowMs = Date.parse('2026-11-16T10:00:00-03:00')

/** Not a number that anyone has. */
const documentOf = (at: number): DocumentNumber => `000${String(at).padStart(8, '0')}` as DocumentNumber

const watchOf = (document: string, clientId = 'c'): WatchedDocument =>
  watchedDocument({ clientId, document, createdAtMs: nowMs })

const subjectOf = (document: DocumentNumber): KeptSubject => ({
  document,
  facts: { documento: document, registration: { consumerName: 'ANA' } } as never,
  sections: [],
  validUntil: '9999-12-31' as never,
  partners: [{ document: documentOf(9_999_999), participation: { companyDocument: document } as never }],
})

describe('two that wait for each other, on postgres', async () => {
  const place = await newPlace('postgres')
  const store = await place.open()
  const other = await place.open()
  const pool = new pg.Pool({ connectionString: String(place.databaseUrl) })
  afterAll(async () => {
    await pool.end()
    await Promise.all([store.close(), other.close()])
  })
  await pool.query('create table told (name text primary key, count integer not null)')
  await pool.query("insert into told values ('a', 0), ('b', 0)")

  /** Takes the first, lets the other take its own first, and then wants the second. */
  const crossing = () => {
    let arrived = 0
    const { promise: bothHold, resolve } = Promise.withResolvers<void>()
    return async (first: string, second: string) =>
      inTransaction(pool, async (client) => {
        const add = (name: string) =>
          client.query('update told set count = count + 1 where name = $1', [name])
        await add(first)
        arrived += 1
        if (arrived === 2) resolve()
        await bothHold
        await add(second)
      })
  }

  test('PostgreSQL ends one of them, and done again both are done, once each', async () => {
    const cross = crossing()
    const ended = await Promise.allSettled([cross('a', 'b'), cross('b', 'a')])
    assert.deepEqual(ended.map((one) => one.status).toSorted(), ['fulfilled', 'rejected'])
    await pool.query('update told set count = 0')
    const patient = crossing()
    let tries = 0
    const work = (first: string, second: string) =>
      againAfterDeadlock(() => {
        tries += 1
        return patient(first, second)
      })
    await Promise.all([work('a', 'b'), work('b', 'a')])
    // Whoever was ended may take its first again before the other has woken, and be ended again.
    assert.ok(tries >= 3, `${tries} tries`)
    const { rows } = await pool.query('select count from told')
    assert.deepEqual(rows, [{ count: 2 }, { count: 2 }])
  })

  test('what fails otherwise is not done again, and what deadlocks for ever is given up', async () => {
    let tries = 0
    const failing = (code: string) => async () => {
      tries += 1
      throw Object.assign(new Error('no'), { code })
    }
    await assert.rejects(againAfterDeadlock(failing('23505')))
    assert.equal(tries, 1)
    await assert.rejects(againAfterDeadlock(failing('40P01')))
    assert.equal(tries, 11)
  })

  test('two loads of the same new documents both end well, and what they tell is told once', async () => {
    const documents = Array.from({ length: 120 }, (_, at) => documentOf(at))
    const watched = documents.filter((_, at) => at % 3 === 0)
    await store.alerts.documents.insert(
      watched.map((one) => watchOf(one)),
      nowMs,
    )
    for (let round = 0; round < 10; round++) {
      const part = documents
        .slice(round * 12, (round + 1) * 12)
        .map(subjectOf)
        .map(rowOf)
      const turned = part.toReversed()
      await Promise.all([
        store.subjects.saveSubjects(part, nowMs),
        other.subjects.saveSubjects(turned, nowMs),
        other.subjects.saveSubjects(turned.slice(3), nowMs),
      ])
    }
    const told = await store.outbox.read('registration.changed', 1_000)
    assert.equal(told.length, watched.length)
  })

  test('two bodies of the same documents in another order are both taken in', async () => {
    const documents = Array.from({ length: 250 }, (_, at) => documentOf(10_000 + at))
    const insert = async (from: typeof store, of: readonly string[]) =>
      (
        await from.alerts.documents.insert(
          of.map((one) => watchOf(one)),
          nowMs,
        )
      ).filter((one) => one.kind === 'inserted')
    for (let round = 0; round < 8; round++) {
      const of = documents.map((one) => `${one}${round}`)
      const counts = await Promise.all([insert(store, of), insert(other, of.toReversed()), insert(store, of)])
      assert.equal(counts.flat().length, of.length)
    }
  })
})
