import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { Kysely, type KyselyPlugin } from 'kysely'
import { afterAll, describe, test } from 'vitest'
import { engines, newDirectory } from '../../../testing/engines.ts'
import { ana, bia, storeOfClients } from '../../../testing/invented/two-clients.ts'
import type { NewQueryBatch } from '../../features/reports/batches/query-batch-store.ts'
import { migrate } from '../engine/migrations/migrate.ts'
import { storeMigrations } from '../engine/migrations/migrations.ts'
import { sqliteDialect } from '../engine/sqlite-dialect.ts'
import type { Tables } from '../engine/tables.ts'
import { queryBatchStore } from './query-batches.ts'

const notBilled = async () => undefined
const document = '52998224725' as DocumentNumber

const newBatch = (over: Partial<NewQueryBatch> = {}): NewQueryBatch => ({
  id: 'batch-1',
  environment: 'production',
  clientId: ana,
  userId: undefined,
  key: undefined,
  keyExpiresAtMs: 100_000,
  terms: {
    product: 'relatorioBasico',
    features: [],
    purpose: 'credit_analysis',
    scopes: ['relatorioBasico'],
    language: 'pt',
    address: '127.0.0.1',
    format: 'text/csv',
  },
  claim: 'sending',
  claimedUntilMs: 10_000,
  ...over,
})

for (const engine of engines) {
  describe(`batches of queries in a store on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { queryBatches } = store
    const adding = (batchId: string, claim: string, line: number) => ({
      batchId,
      claim,
      claimedUntilMs: 10_000,
      lines: [{ line, status: 'waiting', document } as const],
      lastLine: line,
      digest: `d${line}`,
    })
    /** A batch of one line that is to be asked. */
    const running = async (id: string, over: Partial<NewQueryBatch> = {}) => {
      await queryBatches.open(newBatch({ id, ...over }), 0)
      await queryBatches.add(adding(id, 'sending', 1))
      await queryBatches.begin(id, 'sending', 1)
    }
    const claimed = (batchId: string, claim: string) =>
      queryBatches.claim({ batchId, claim, limit: 5, nowMs: 2, claimedUntilMs: 50 })
    const answer = { line: 1, atMs: 3, status: 'answered', isBilled: true, cents: 150 } as const
    const sealing = { sealedKey: 'v1.k.key', sealed: 'v1.d.text' }

    test('a sending goes on where it was left; one at a time, and one that lost the batch adds nothing', async () => {
      const first = newBatch({ id: 'cut', key: 'k' })
      const second = newBatch({ id: 'other', key: 'k', claim: 'again', claimedUntilMs: 30_000 })
      await queryBatches.open(first, 0)
      assert.equal(await queryBatches.add(adding('cut', 'sending', 1)), true)
      assert.deepEqual(await queryBatches.open(second, 9_999), { kind: 'in_flight' })
      const opened = await queryBatches.open(second, 10_000)
      assert.ok(opened.kind === 'opened')
      assert.deepEqual([opened.batch.id, opened.batch.lastLine, opened.batch.digest], ['cut', 1, 'd1'])
      assert.equal(await queryBatches.add(adding('cut', 'sending', 2)), false)
      assert.equal(await queryBatches.add(adding('cut', 'again', 2)), true)
      assert.deepEqual(await queryBatches.due(20_000, 9), [])
      await queryBatches.begin('cut', 'sending', 3)
      assert.deepEqual(await queryBatches.due(20_000, 9), [])
      await queryBatches.begin('cut', 'again', 3)
      assert.equal((await queryBatches.due(20_000, 9)).length, 1)
      const reused = { ...second, terms: { ...second.terms, product: 'relato' } }
      assert.deepEqual(await queryBatches.open(reused, 20_000), { kind: 'reused' })
      await queryBatches.act('cut', 'cancel', 4)
    })

    test('a key is its client’s own, in its own environment', async () => {
      const of = async (over: Partial<NewQueryBatch>, nowMs = 0) => {
        const opened = await queryBatches.open(newBatch({ key: 'same', ...over }), nowMs)
        return opened.kind === 'opened' && opened.batch.id
      }
      assert.equal(await of({ id: 'of-ana' }), 'of-ana')
      assert.equal(await of({ id: 'of-bia', clientId: bia }), 'of-bia')
      assert.equal(await of({ id: 'of-sandbox', environment: 'sandbox' }), 'of-sandbox')
      const found = (clientId: string, environment: 'production' | 'sandbox') =>
        queryBatches.find({ id: 'of-ana', clientId, environment })
      assert.equal((await found(ana, 'production'))?.id, 'of-ana')
      assert.equal(await found(bia, 'production'), undefined)
      assert.equal(await found(ana, 'sandbox'), undefined)
      const listed = async (clientId: string, environment: 'production' | 'sandbox') =>
        (await queryBatches.list({ clientId, environment, limit: 9 })).map(({ id }) => id)
      assert.deepEqual(await listed(bia, 'production'), ['of-bia'])
      assert.deepEqual(await listed(ana, 'sandbox'), ['of-sandbox'])
      // A key that is over is free for its own client: whoever else has one like it goes on with it.
      assert.equal(await of({ id: 'anew', keyExpiresAtMs: 300_000 }, 100_001), 'anew')
      assert.equal(await of({ id: 'x', clientId: bia }, 50_000), 'of-bia')
      assert.equal(await of({ id: 'x', environment: 'sandbox' }, 50_000), 'of-sandbox')
    })

    test('an outcome after its claim has lapsed changes no line, and its billing counts once', async () => {
      await running('late')
      assert.equal((await claimed('late', 'slow')).length, 1)
      assert.equal((await claimed('late', 'quick')).length, 0)
      assert.equal(await queryBatches.lapse(49, notBilled), 0)
      assert.equal(await queryBatches.lapse(50, notBilled), 1)
      await queryBatches.settle('late', 'slow', [{ ...answer, ...sealing }], 60)
      const found = await queryBatches.find(newBatch({ id: 'late' }))
      assert.deepEqual([found?.state, found?.unknown, found?.answered, found?.cents], ['done', 1, 0, 150])
      await queryBatches.act('late', 'askAgain', 70)
      const [again] = await claimed('late', 'quick')
      assert.equal(again?.askedAtMs, 2)
      await queryBatches.settle('late', 'slow', [{ ...answer, ...sealing }], 80)
      await queryBatches.settle('late', 'quick', [{ ...answer, ...sealing }], 80)
      await queryBatches.settle('late', 'quick', [{ ...answer, ...sealing }], 80)
      const settled = await queryBatches.find(newBatch({ id: 'late' }))
      assert.deepEqual([settled?.unknown, settled?.answered, settled?.cents], [0, 1, 150])
    })

    test('a batch that has gone on for more than 31 days is cancelled, and its result goes a week later', async () => {
      await running('old')
      const day = 86_400_000
      await queryBatches.destroy(31 * day)
      assert.equal((await queryBatches.find(newBatch({ id: 'old' })))?.state, 'running')
      await queryBatches.destroy(31 * day + 1)
      assert.equal((await queryBatches.find(newBatch({ id: 'old' })))?.state, 'cancelled')
      await queryBatches.destroy(38 * day)
      assert.equal((await queryBatches.lines({ batchId: 'old', after: 0, limit: 1 })).length, 1)
      await queryBatches.destroy(38 * day + 1)
      assert.equal((await queryBatches.lines({ batchId: 'old', after: 0, limit: 1 })).length, 0)
    })

    test('the keys of results are sealed anew, each for its own line', async () => {
      await running('resealed')
      await claimed('resealed', 'c')
      await queryBatches.settle('resealed', 'c', [{ ...answer, ...sealing }], 3)
      const anew = (sealed: string, owner: string) => `${sealed} ${owner}`
      const same = (sealed: string) => sealed
      await store.sealed.reseal(
        {
          'secrets of webhooks': same,
          'secrets of sign-in': same,
          'kept reports': anew,
          'credentials of sources': same,
        },
        { previous: 'v1.k.', next: 'v1.next.' },
      )
      const [line] = await queryBatches.lines({ batchId: 'resealed', after: 0, limit: 1, sealed: true })
      assert.equal(line?.sealing?.sealedKey, `v1.k.key report production ${ana} resealed-1`)
    })
  })
}

test('a batch that is asked again while results are destroyed keeps its lines, and they are asked', async () => {
  const file = join(newDirectory(), 'lastro.db')
  const opened = () => new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(file)) })
  const [db, reads] = [opened(), opened()]
  await migrate(db, 'sqlite', storeMigrations)
  const batches = queryBatchStore(db, db, 'sqlite')
  for (const id of ['over', 'again']) {
    const sending = { claim: 'sending', claimedUntilMs: 10_000 }
    await batches.open(newBatch({ id }), 0)
    const line = { line: 1, status: 'waiting', document } as const
    await batches.add({ batchId: id, ...sending, lines: [line], lastLine: 1, digest: 'd' })
    await batches.begin(id, 'sending', 1)
    await batches.claim({ batchId: id, claim: 'c', limit: 5, nowMs: 2, claimedUntilMs: 50 })
  }
  // Nobody said what came of their lines: the batches end, and may be asked again.
  await batches.lapse(51, notBilled)
  const overMs = 8 * 86_400_000
  const askAgain: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      assert.equal((await batches.act('again', 'askAgain', overMs))?.state, 'running')
      return result
    },
  }
  const sweeping = queryBatchStore(db, reads.withPlugin(askAgain), 'sqlite')
  assert.equal(await sweeping.destroy(overMs), 1)
  assert.equal((await batches.lines({ batchId: 'over', after: 0, limit: 5 })).length, 0)
  const claim = { claim: 'd', limit: 5, nowMs: overMs, claimedUntilMs: overMs + 50 }
  assert.equal((await batches.claim({ batchId: 'again', ...claim })).length, 1)
  await Promise.all([db.destroy(), reads.destroy()])
})
