import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { test } from 'vitest'
import { afterReading } from '../../../testing/after-reading.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { unsentStatements } from '../../../testing/unsent-statements.ts'
import type { NewBatch } from '../../features/listings/batches/batch-store.ts'
import { batchesOfClient, batchStore } from './batches.ts'
import { lockedTurns } from './debt-turns.ts'

const page = {
  register: 'production',
  clientId: 'client-1',
  limit: 50,
  after: { createdAtMs: 9_000, id: 'batch-9000' },
}
const { after: _, ...firstPage } = page

/** Ten thousand batches of a hundred clients. */
const columns =
  'id, register, client_id, format, claim, claimed_until_ms, key_expires_at_ms, created_at_ms, has_lines, last_line, digest, lines, created, refused, invalid'
const values = (at: string, client: string) =>
  `'batch-' || ${at}, 'production', 'client-' || ${client}, 'text/csv', '', 0, 0, ${at}, 0, 0, '', 0, 0, 0, 0`

test('on sqlite, a page of a client’s batches is read from an index in its order, from where it begins', async () => {
  const place = await newPlace('sqlite')
  await (await place.open()).close()
  const db = new DatabaseSync(join(place.dataDirectory, 'lastro.db'))
  db.exec(`with recursive n(at) as (select 1 union all select at + 1 from n where at < 10000)
    insert into batch (${columns}) select ${values('at', 'at % 100')} from n; analyze`)
  const written = unsentStatements('sqlite')
  const planOf = (asked: Parameters<typeof batchesOfClient>[1]) => {
    const { sql, parameters } = batchesOfClient(written, asked).compile()
    const plan = db.prepare(`explain query plan ${sql}`).all(...(parameters as string[]))
    return plan.map(({ detail }) => String(detail)).join('; ')
  }
  const plans = [planOf(firstPage), planOf(page)]
  db.close()
  assert.equal(plans[0], 'SEARCH batch USING INDEX batch_of_client (register=? AND client_id=?)')
  assert.equal(
    plans[1],
    'SEARCH batch USING INDEX batch_of_client (register=? AND client_id=? AND (created_at_ms,id)<(?,?))',
  )
})

test('on postgres, a page of a client’s batches is read from an index in its order, from where it begins', async () => {
  const place = await newPlace('postgres')
  await (await place.open()).close()
  const client = new pg.Client({ connectionString: place.databaseUrl })
  await client.connect()
  await client.query(`insert into batch (${columns})
    select ${values('at', '(at % 100)')} from generate_series(1, 10000) at`)
  await client.query('analyze batch')
  const written = unsentStatements('postgres')
  const planOf = async (asked: Parameters<typeof batchesOfClient>[1]) => {
    const { sql, parameters } = batchesOfClient(written, asked).compile()
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (analyze) ${sql}`, [...parameters])
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const plans = [await planOf(firstPage), await planOf(page)]
  await client.end()
  for (const plan of plans) {
    assert.match(plan, /Index Scan Backward using batch_of_client/, plan)
    assert.doesNotMatch(plan, /Sort|Rows Removed|Filter/, plan)
  }
  assert.match(plans[1] ?? '', /Index Cond: .*ROW\(created_at_ms, id\) < ROW/)
})

const sending = (claim: string): NewBatch => ({
  id: `batch of ${claim}`,
  register: 'production',
  clientId: 'client-1',
  key: 'k',
  format: 'text/csv',
  claim,
  claimedUntilMs: 10,
  keyExpiresAtMs: 1_000,
})

for (const engine of engines) {
  test(`on ${engine}, a batch that is done takes no more lines, from its own sending neither`, async () => {
    const { batches, close } = await (await newPlace(engine)).open()
    await batches.open(sending('first'), 1)
    const known = { register: 'production', debts: [], listings: [] }
    const keep = (line: number) =>
      batches.keep({
        batchId: 'batch of first',
        claim: 'first',
        claimedUntilMs: 20,
        settled: { lines: [{ kind: 'invalid', line, answer: '{}' }], known },
        lastLine: line,
        digest: `d${line}`,
      })
    assert.equal(await keep(1), 'kept')
    await batches.finish('batch of first', 'first', 5)
    assert.equal(await keep(2), 'lost')
    const opened = await batches.open(sending('second'), 50)
    assert.ok(opened.kind === 'opened')
    assert.deepEqual([opened.batch.id, opened.batch.lines, opened.batch.lastLine], ['batch of first', 1, 1])
    await close()
  })

  test(`on ${engine}, what is over is forgotten in steps: first what was taken and the key, then the rest`, async () => {
    const { batches, close } = await (await newPlace(engine)).open()
    const known = { register: 'production', debts: [], listings: [] }
    for (const claim of ['old', 'new']) {
      const keyExpiresAtMs = claim === 'old' ? 1_000 : 5_000
      await batches.open({ ...sending(claim), key: claim, keyExpiresAtMs }, 1)
      const answers = ['{"line":1,"status":"created","id":"a"}', '{"line":2,"status":"refused"}']
      const lines = answers.map((answer, at) => ({ kind: 'invalid' as const, line: at + 1, answer }))
      const settled = { lines, known }
      await batches.keep({
        batchId: `batch of ${claim}`,
        claim,
        claimedUntilMs: 20,
        settled,
        lastLine: 2,
        digest: 'd',
      })
      await batches.finish(`batch of ${claim}`, claim, 30)
    }
    const left = async (claim: string) =>
      (await batches.answers(`batch of ${claim}`, 0, 10)).map(({ line }) => line)
    await batches.forget({ expiredMs: 2_000, refusedMs: 0 })
    assert.deepEqual([await left('old'), await left('new')], [[2], [1, 2]])
    // Whoever sends under the key of one that is forgotten begins anew.
    const again = await batches.open({ ...sending('again'), key: 'old' }, 2_000)
    assert.equal(again.kind === 'opened' && again.batch.id, 'batch of again')
    await batches.forget({ expiredMs: 2_000, refusedMs: 2_000 })
    assert.deepEqual([await left('old'), await left('new')], [[], [1, 2]])
    await close()
  })
}

test('a batch that ends at the moment it is taken up again stays done', async () => {
  const place = await newPlace('postgres')
  const { batches, close } = await place.open()
  await batches.open(sending('first'), 1)
  const db = afterReading(place.databaseUrl ?? '', () => batches.finish('batch of first', 'first', 15))
  const other = batchStore(db, db, lockedTurns)
  assert.deepEqual(await other.open(sending('second'), 20), { kind: 'in_flight' })
  await db.destroy()
  const opened = await batches.open(sending('second'), 21)
  assert.ok(opened.kind === 'opened' && opened.batch.isDone)
  await close()
})
