import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import pg from 'pg'
import { describe, test } from 'vitest'
import { cleanUp } from '../../../../testing/clean-up.ts'
import { newDirectory, newPlace } from '../../../../testing/engines.ts'
import { draftOf } from '../../../../testing/invented/chained.ts'
import { runService } from '../../../../testing/running-service.ts'
import { asked, citusMissing, joinNodes, startCitus } from '../../../../testing/servers/citus-cluster.ts'
import { assertWhole, everything } from '../../../../testing/services/archived-trail.ts'
import { until } from '../../../../testing/until.ts'
import { systemClock } from '../../../clock.ts'
import { openSnapshots } from '../../../data/snapshots/open-snapshots.ts'
import { makeBackup } from '../../backup/make-backup.ts'
import { moveToPostgres } from '../../move/move-to-postgres.ts'
import type { Store } from '../../store.ts'
import { openPostgres } from '../postgres.ts'
import type { DistributionFaultKind } from './distribute-store.ts'

const missing = citusMissing()
const dayMs = 24 * 3_600_000
/** Two for each worker. */
const shards = 4

/** In every table that is spread, so that none is spread without its rows. */
const rowsEverywhere = `
  insert into client (id, environment, name, secret_hash, contract, created_at_ms)
    values ('c', 'sandbox', 'LOJA', '', '{}', 1);
  insert into contract_terms (client_id, version, set_at_ms, terms) values ('c', 1, 1, '{}');
  insert into subject (document, valid_until, sections, more_sections, facts)
    select 'd' || n, '2030-01-01', '%', '', '' from generate_series(1, 50) n;
  insert into participation (document, company_document, participation)
    select 'd' || n, 'e' || n, '{}' from generate_series(1, 50) n;
  insert into alert_document (id, register, client_id, document, version, created_at_ms)
    select 'a' || n, 'c', 'c', 'd' || n, 1, n from generate_series(1, 50) n;
  insert into listing (id, register, client_id, document, section, state, is_active, version, created_at_ms,
      amount_cents, due_date, expires_on, facts)
    select 'l' || n, 'c', 'c', 'd' || n, 'listingP', 'published', 1, 1, n, 100, '2026-01-01', '2031-01-01', '{}'
    from generate_series(1, 50) n;
  insert into listing_history (listing_id, version, at_ms, on_day, change, state, actor)
    select 'l' || n, 1, n, '2026-01-01', 'received', 'received', 'client' from generate_series(1, 50) n;
  insert into consultation (environment, number, document, billed, at_ms, place, client_id, query, outcome, key)
    select 'sandbox', n, 'd' || n, 1, 1794000000000 + n::bigint * 86400000, 0, 'c', 'q', 'answered', ''
    from generate_series(1, 50) n;
  create schema data_receita_2026_09;
  create table data_receita_2026_09.company (key bigint primary key, record bytea not null);
  insert into data_receita_2026_09.company select n, '' from generate_series(1, 50) n;`

const spread = [
  'alert_document',
  'consultation',
  'data_receita_2026_09.company',
  'listing',
  'participation',
  'subject',
]

if (missing === undefined) describe('a store over the servers of a Citus', onCitus)
else test.skip(`a store over the servers of a Citus: ${missing}`)

async function onCitus(): Promise<void> {
  const cluster = await startCitus()
  const open: (() => unknown)[] = []
  cleanUp(async () => {
    for (const close of open.toReversed()) await close()
    await cluster.stop()
  })
  const { url: serverUrl, workers } = cluster
  let count = 0
  /** A database of this name on every server, which know of one another where they are joined. */
  const newDatabase = async ({ isJoined = true } = {}): Promise<string> => {
    const name = `store_${++count}`
    const at = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href
    for (const server of [serverUrl, ...workers.map(({ url }) => url)])
      await asked(server, `create database ${name}`)
    if (isJoined)
      await joinNodes(
        at(serverUrl),
        workers.map(({ url }) => at(url)),
      )
    return at(serverUrl)
  }
  const opened = async (databaseUrl: string): Promise<Store> => {
    const store = await openPostgres(databaseUrl)
    open.push(store.close)
    return store
  }
  const distribute = async (databaseUrl: string) => {
    const store = await openPostgres(databaseUrl)
    try {
      return await store.distribute?.()
    } finally {
      await store.close()
    }
  }
  /** One for all that go on from there: an embedded store with a record, moved and then spread. */
  let going: Promise<string> | undefined
  const spreadDatabase = (): Promise<string> => {
    going ??= newDatabase().then(async (databaseUrl) => {
      const { dataDirectory, open: openSource } = await newPlace('sqlite')
      const store = await openSource()
      await store.trail.append('sandbox', [draftOf({ atMs: systemClock.nowMs() })])
      await moveToPostgres({
        store,
        clock: systemClock,
        dataDirectory,
        databaseUrl,
        carryFirst: async () => undefined,
      })
      await store.close()
      await distribute(databaseUrl)
      return databaseUrl
    })
    return going
  }
  const countsOf = async (databaseUrl: string) =>
    Promise.all(
      [...spread, 'client', 'contract_terms', 'listing_history'].map(
        async (table) => (await asked(databaseUrl, `select count(*)::int as n from ${table}`))[0]?.n,
      ),
    )
  const isRefused = (databaseUrl: string, kind: DistributionFaultKind) =>
    assert.rejects(distribute(databaseUrl), { kind })

  test('is refused by what is missing, one thing after the other', async () => {
    const databaseUrl = await newDatabase({ isJoined: false })
    await isRefused(databaseUrl, 'no_extension')
    await asked(databaseUrl, 'create extension citus')
    await isRefused(databaseUrl, 'no_coordinator')
    const { hostname, port } = new URL(databaseUrl)
    await asked(databaseUrl, `select citus_set_coordinator_host('${hostname}', ${port})`)
    await isRefused(databaseUrl, 'no_workers')
  })

  describe('with rows in every table', async () => {
    const databaseUrl = await newDatabase()
    await (await openPostgres(databaseUrl)).close()
    await asked(databaseUrl, rowsEverywhere)
    const before = await countsOf(databaseUrl)

    test('is refused while another is at work on it', async () => {
      const other = await openPostgres(databaseUrl)
      await other.checkRecording()
      try {
        await isRefused(databaseUrl, 'in_use')
      } finally {
        await other.close()
      }
    })

    test('cut off in the middle is as it was', async () => {
      const holder = new pg.Client({ connectionString: databaseUrl })
      await holder.connect()
      // Everything else is spread by the time that the last of the tables is wanted.
      await holder.query('begin; lock table contract_terms in share mode')
      const cut = assert.rejects(distribute(databaseUrl))
      await until(async () => {
        const { rowCount } = await holder.query(
          `select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'contract_terms'::regclass`,
        )
        return rowCount === 1
      }, 'it waits for the last table')
      await cut
      await holder.end()
      const store = await openPostgres(databaseUrl)
      assert.equal(store.distribution, undefined)
      await store.close()
      assert.deepEqual(await countsOf(databaseUrl), before)
    })

    test('has every row where it belongs and nowhere else, and a second time changes nothing', async () => {
      const first = await distribute(databaseUrl)
      assert.deepEqual([first?.before.spread, first?.after.spread], [[], spread])
      assert.deepEqual(first?.after.reference, ['client', 'contract_terms'])
      assert.ok(first.after.onCoordinator.includes('trail_link'))
      assert.deepEqual([first.after.shards, first.after.workers], [shards, 2])
      assert.deepEqual(await countsOf(databaseUrl), before)
      const [left] = await asked(
        databaseUrl,
        `select sum(pg_relation_size(logicalrelid))::int as bytes from pg_dist_partition where partmethod = 'h'`,
      )
      assert.equal(left?.bytes, 0)
      const again = await distribute(databaseUrl)
      assert.deepEqual(again, { before: first.after, after: first.after })
    })
  })

  test('an embedded store that was moved is whole when it is spread; a backup says that it is not the way', async () => {
    const databaseUrl = await spreadDatabase()
    const moved = await opened(databaseUrl)
    assert.deepEqual(moved.distribution, { shardCount: shards })
    assert.equal((await Array.fromAsync(moved.trail.links('sandbox'))).length, 1)
    await assertWhole(moved)
    const deps = {
      store: moved,
      location: { databaseUrl, dataDirectory: newDirectory() },
      snapshotPath: () => '',
      environment: {},
      clock: systemClock,
    }
    const to = join(newDirectory(), 'backup')
    await assert.rejects(makeBackup(deps, { to, withPublicData: false, key: undefined }), {
      kind: 'distributed',
    })
  })

  test('a new month of the trail is spread as well, and an equal query at once is billed once', async () => {
    const databaseUrl = await spreadDatabase()
    const [one, two] = [await opened(databaseUrl), await opened(databaseUrl)]
    const laterMs = systemClock.nowMs() + 300 * dayMs
    assert.equal(await one.makeMonths?.(laterMs), 9)
    const [found] = await asked(
      databaseUrl,
      `select count(*)::int as months from pg_dist_partition where logicalrelid::text like 'trail_months.consultation_2027_%'`,
    )
    // January was made by the first start; September and the two after it, or those of whichever month this is, now.
    assert.ok(Number(found?.months) >= 3)
    const document = withCheckDigits('100000000')
    const draft = draftOf({ atMs: laterMs, document, repeatWindowMs: dayMs })
    const billings = await Promise.all([
      one.trail.append('production', [draft]),
      two.trail.append('production', [draft]),
    ])
    assert.deepEqual(billings.flat().toSorted(), ['billed', 'repeat'])
    assert.equal((await one.trail.ofDocument('production', document, everything)).length, 2)
    await assertWhole(one)
  })

  test('public data that is imported later is spread, and read', async () => {
    const databaseUrl = await spreadDatabase()
    const snapshots = await openSnapshots({ databaseUrl, dataDirectory: newDirectory() })
    open.push(snapshots.close)
    const writer = await snapshots.begin({
      location: 'receita-2026-10',
      dataSet: 'receita',
      period: '2026-10',
      date: '2026-10-11' as Day,
      tables: [{ name: 'company', hasOrder: false }],
    })
    const bytes = Buffer.from('onetwo')
    const keys = Float64Array.of(1, 2)
    const ends = Uint32Array.of(3, 6)
    await writer.write([{ table: 'company', count: 2, keys, orders: undefined, ends, bytes }], {
      nextKey: 3,
      seen: [3],
      merged: [0],
    })
    await writer.finish()
    await writer.close()
    const reader = await snapshots.open({ location: 'receita-2026-10' })
    const records = await Promise.all([1, 2, 3].map(async (key) => reader.read('company', key)))
    assert.deepEqual(
      records.map((one) => one && Buffer.from(one).toString()),
      ['one', 'two', undefined],
    )
    assert.ok((await snapshots.sizeBytes('receita-2026-10')) > 0)
    const known = await asked(
      databaseUrl,
      `select 1 from pg_dist_partition where logicalrelid = 'data_receita_2026_10.company'::regclass`,
    )
    assert.equal(known.length, 1)
  })

  test('while its workers are gone queries are refused with 503, and nothing is lost', async () => {
    const databaseUrl = await spreadDatabase()
    const service = await runService({ store: await openPostgres(databaseUrl) })
    open.push(service.close)
    const as = await service.newSession()
    const query = () =>
      service.call('/sandbox/relatorioBasico/v2/consulta', { as, body: { documento: '52998224725' } })
    assert.equal((await query()).status, 200)
    for (const worker of [...workers]) await worker.kill()
    const refused = await Promise.all(Array.from({ length: 8 }, query))
    assert.deepEqual([...new Set(refused.map(({ status }) => status))], [503])
    assert.ok(refused.every((one) => one.headers.get('retry-after') === '1'))
    for (const at of workers.keys()) await cluster.restartWorker(at)
    await until(async () => {
      const { status } = await query()
      assert.ok(status === 200 || status === 503, String(status))
      return status === 200
    }, 'it answers again')
    await assertWhole(service.store)
  })
}
