import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readSealKey } from '../../sealing/seal-key.ts'
import { sealUnder } from '../../sealing/sealed-secrets.ts'
import type { SealedReport } from './kept-report.ts'
import { type ReportToKeep, reportKeeper } from './report-keeper.ts'
import { openReport, sealReport } from './seal-report.ts'

const seal = sealUnder(
  readSealKey(
    { secretsKey: 'a key that is long enough for anyone', dataDirectory: '/nowhere' },
    'kept reports',
  ),
)

const toKeep = (requestId: string, body = '{"result":{}}'): ReportToKeep => ({
  environment: 'production',
  clientId: 'cli_ana',
  requestId,
  atMs: 1_000,
  askedBy: 'key',
  keepUntilMs: 2_000,
  report: {
    product: 'relato',
    features: [],
    purpose: 'credit_analysis',
    body,
    status: 200,
    sources: 'listingP=bureau',
    degraded: undefined,
    given: { atMs: 1_000, requestId, checkCode: 'AAAA' },
  },
})

const keeping = (keep: (reports: readonly SealedReport[]) => Promise<void>) => {
  const lost: unknown[] = []
  const keeper = reportKeeper({ store: { keep }, seal, onLost: (...of) => lost.push(of.slice(0, 2)) })
  return { keeper, lost }
}

test('nothing is written while an answer is on its way, and those that came together go together', async () => {
  const batches: (readonly SealedReport[])[] = []
  const { keeper } = keeping(async (reports) => void batches.push(reports))
  for (const id of ['one', 'two', 'three']) keeper.keep(toKeep(id))
  assert.equal(batches.length, 0)
  await keeper.flush()
  assert.deepEqual(
    batches.map((batch) => batch.map(({ requestId }) => requestId)),
    [['one', 'two', 'three']],
  )
  keeper.keep(toKeep('four'))
  await keeper.flush()
  assert.equal(batches.length, 2)
  await keeper.flush()
})

test('more than a batch holds is written in several', async () => {
  const sizes: number[] = []
  const { keeper } = keeping(async (reports) => void sizes.push(reports.length))
  for (let at = 0; at < 250; at++) keeper.keep(toKeep(`r${at}`))
  await keeper.flush()
  assert.deepEqual(sizes, [100, 100, 50])
})

test('a store that fails once is asked again, and nothing is lost', async () => {
  let failures = 1
  const kept: string[] = []
  const { keeper, lost } = keeping(async (reports) => {
    if (failures-- > 0) throw new Error('away')
    kept.push(...reports.map(({ requestId }) => requestId))
  })
  keeper.keep(toKeep('one'))
  await keeper.flush()
  assert.deepEqual([kept, lost], [['one'], []])
})

test('what waits is bounded: what does not fit is counted and told, and the rest is kept', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const kept: string[] = []
  const { keeper, lost } = keeping(async (reports) => {
    await promise
    kept.push(...reports.map(({ requestId }) => requestId))
  })
  const large = 'x'.repeat(40 * 1024 * 1024)
  keeper.keep(toKeep('first', large))
  keeper.keep(toKeep('second', large))
  assert.deepEqual([lost, keeper.lost()], [[['full', 1]], { full: 1, failed: 0 }])
  resolve()
  await keeper.flush()
  keeper.keep(toKeep('third', large))
  await keeper.flush()
  assert.deepEqual(kept, ['first', 'third'])
})

test('a report opens for its own query alone, under its own key, and each is sealed otherwise', () => {
  const { report, ...id } = toKeep('one')
  const sealed = { ...id, ...sealReport(seal, id, report) }
  assert.deepEqual(openReport(seal, sealed), JSON.parse(JSON.stringify(report)))
  const again = sealReport(seal, id, report)
  assert.notEqual(again.sealed, sealed.sealed)
  assert.notEqual(again.sealedKey, sealed.sealedKey)
  assert.throws(() => openReport(seal, { ...sealed, requestId: 'two' }))
  assert.throws(() => openReport(seal, { ...sealed, clientId: 'cli_bia' }))
  assert.throws(() => openReport(seal, { ...sealed, environment: 'sandbox' }))
  // The key of one does not open another.
  assert.throws(() => openReport(seal, { ...sealed, sealedKey: again.sealedKey }))
})
