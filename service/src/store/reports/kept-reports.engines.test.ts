import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../../testing/engines.ts'
import { ana, bia, storeOfClients } from '../../../testing/invented/two-clients.ts'
import { resealAll } from '../../../testing/reseal-all.ts'
import { reportOwner, type SealedReport } from '../../features/reports/kept/kept-report.ts'

const report = (over: Partial<SealedReport> = {}): SealedReport => ({
  environment: 'production',
  clientId: ana,
  requestId: 'request-1',
  atMs: 1_000,
  askedBy: 'key',
  keepUntilMs: 10_000,
  sealedKey: 'v1.k.key',
  sealed: 'v1.d.text',
  ...over,
})

const dayMs = 86_400_000

const keepsLong = { ...wholeContract, keyReportDays: 365, sessionReportDays: 365 }

for (const engine of engines) {
  describe(`kept reports in a store on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    const { keptReports, clients } = store
    for (const id of [ana, bia]) await clients.setContract(id, keepsLong)

    test('a report is found by its own client, in its own environment, by its own request id, in its term', async () => {
      const own = report({ requestId: 'found', sealed: 'own' })
      const others = [
        report({ requestId: 'found', clientId: bia, sealed: 'of bia' }),
        report({ requestId: 'found', environment: 'sandbox', sealed: 'of the sandbox' }),
        report({ requestId: 'other', sealed: 'of another query' }),
      ]
      await keptReports.keep([own, ...others])
      assert.deepEqual(await keptReports.find(own, 9_999), own)
      for (const one of others) assert.deepEqual(await keptReports.find(one, 9_999), one)
      assert.equal(await keptReports.find(own, 10_000), undefined)
      assert.equal(await keptReports.find({ ...own, requestId: 'none' }, 0), undefined)
      const marks = async (clientId: string, environment: 'production' | 'sandbox', nowMs = 0) =>
        (await keptReports.keptOf({ clientId, environment, requestIds: ['found', 'none'] }, nowMs)).length
      assert.deepEqual(
        [await marks(ana, 'production'), await marks(bia, 'production'), await marks(bia, 'sandbox')],
        [1, 1, 0],
      )
      assert.equal(await marks(ana, 'production', 10_000), 0)
      assert.deepEqual(
        await keptReports.keptOf({ clientId: ana, environment: 'production', requestIds: [] }, 0),
        [],
      )
    })

    test('the newest of a client come first, its own and in their term alone', async () => {
      const times = [3_000, 9_000, 5_000]
      const environment = 'sandbox'
      await keptReports.keep([
        ...times.map((atMs) => report({ environment, requestId: `new-${atMs}`, atMs })),
        report({ environment, requestId: 'new-over', atMs: 9_500, keepUntilMs: 9_600 }),
        report({ environment, requestId: 'new-of-bia', atMs: 9_800, clientId: bia }),
        report({ requestId: 'new-of-production', atMs: 9_900 }),
      ])
      const newest = await keptReports.newestOf({ environment, clientId: ana, limit: 2 }, 9_700)
      assert.deepEqual(newest, ['new-9000', 'new-5000'])
    })

    test('of two under one request id the later one stays, in whatever order they come', async () => {
      const [early, late] = [
        report({ requestId: 'twice', sealed: 'early' }),
        report({ requestId: 'twice', atMs: 2_000, sealed: 'late' }),
      ]
      await keptReports.keep([late, early])
      assert.equal((await keptReports.find(late, 0))?.sealed, 'late')
      await keptReports.keep([early])
      assert.equal((await keptReports.find(late, 0))?.sealed, 'late')
      await keptReports.keep([report({ requestId: 'twice', atMs: 3_000, sealed: 'later' })])
      assert.equal((await keptReports.find(late, 0))?.sealed, 'later')
    })

    test('what is over is destroyed, however much it is, and nothing else', async () => {
      const many = Array.from({ length: 450 }, (_, at) =>
        report({ requestId: `many-${at}`, environment: 'sandbox', keepUntilMs: at < 430 ? 20 : 30 }),
      )
      const before = new Map(await keptReports.counts()).get('sandbox') ?? 0
      await keptReports.keep(many)
      assert.equal(await keptReports.destroy(19), 0)
      assert.equal(await keptReports.destroy(20), 430)
      assert.equal(await keptReports.destroy(20), 0)
      const counts = new Map(await keptReports.counts())
      assert.equal(counts.get('sandbox'), before + 20)
    })

    test('keys are sealed anew each for its own report, and a store under another key is known', async () => {
      const anew = (text: string, owner: string) => `${text} anew for ${owner}`
      const resealed = (['production', 'sandbox'] as const).flatMap((environment) =>
        [ana, bia].map((clientId) => report({ requestId: 'resealed', clientId, environment })),
      )
      await keptReports.keep(resealed)
      await resealAll(store, anew)
      for (const one of resealed) {
        const found = await keptReports.find(one, 0)
        assert.equal(found?.sealedKey, `v1.k.key anew for ${reportOwner(one)}`)
        assert.equal(found?.sealed, one.sealed)
      }
      const prefixes = { 'secrets of webhooks': '', 'secrets of sign-in': '', 'credentials of sources': '' }
      const isElsewhere = (prefix: string) =>
        store.sealed.isSealedElsewhere({ ...prefixes, 'kept reports': prefix })
      assert.deepEqual([await isElsewhere('v1.k.'), await isElsewhere('v1.other.')], [false, true])
    })

    test('a contract shortens its own reports of each kind, and a revocation ends its own', async () => {
      const kept = [
        report({ requestId: 'of-key', keepUntilMs: 30 * dayMs }),
        report({ requestId: 'of-session', askedBy: 'session', keepUntilMs: 30 * dayMs }),
        report({ requestId: 'of-bia', clientId: bia, keepUntilMs: 30 * dayMs }),
      ]
      await keptReports.keep(kept)
      const terms = async () => {
        const found = await Promise.all(kept.map((one) => keptReports.find(one, 0)))
        return found.map((one) => one?.keepUntilMs)
      }
      await clients.setContract(ana, { ...wholeContract, keyReportDays: 2, sessionReportDays: 3 })
      assert.deepEqual(await terms(), [2 * dayMs + 1_000, 3 * dayMs + 1_000, 30 * dayMs])
      await clients.setContract(ana, { ...wholeContract, keyReportDays: 300, sessionReportDays: 300 })
      assert.deepEqual(await terms(), [2 * dayMs + 1_000, 3 * dayMs + 1_000, 30 * dayMs])
      await clients.revokeClient(ana, 5_000)
      assert.deepEqual(await terms(), [5_000, 5_000, 30 * dayMs])
    })

    test('what is kept late is kept no longer than the contract says by then, and of the revoked nothing is', async () => {
      const late = (requestId: string, over: Partial<SealedReport> = {}) =>
        report({ requestId, clientId: bia, keepUntilMs: 400 * dayMs, ...over })
      const termOf = async (one: SealedReport) => (await keptReports.find(one, 0))?.keepUntilMs
      await clients.setContract(bia, { ...wholeContract, keyReportDays: 2, sessionReportDays: 0 })
      const [byKey, inSession] = [late('late-key'), late('late-session', { askedBy: 'session' })]
      await keptReports.keep([byKey, inSession])
      assert.deepEqual([await termOf(byKey), await termOf(inSession)], [2 * dayMs + 1_000, undefined])
      await clients.revokeClient(bia, 5_000)
      await keptReports.keep([late('after')])
      assert.equal(await termOf(late('after')), undefined)
    })
  })
}

test('on SQLite neither the file nor its log holds what was destroyed, once the log is carried over', async () => {
  const place = await newPlace('sqlite')
  const store = await storeOfClients('sqlite', place)
  await store.clients.setContract(ana, keepsLong)
  const marks = ['MARK-OF-THE-KEY', 'MARK-OF-THE-TEXT'] as const
  // Large enough to lie on pages of its own.
  await store.keptReports.keep([
    report({ sealedKey: marks[0].repeat(4), sealed: marks[1].repeat(4_000), keepUntilMs: 5 }),
  ])
  const holds = () => {
    const db = new DatabaseSync(join(place.dataDirectory, 'lastro.db'))
    db.exec('pragma wal_checkpoint(truncate)')
    db.close()
    const bytes = readFileSync(join(place.dataDirectory, 'lastro.db'))
    return marks.map((mark) => bytes.includes(mark))
  }
  assert.deepEqual(holds(), [true, true])
  assert.equal(await store.keptReports.destroy(10), 1)
  assert.deepEqual(holds(), [false, false])
  await store.close()
})
