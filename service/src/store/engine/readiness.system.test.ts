import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { onTestFinished, test } from 'vitest'
import { childEnvironment } from '../../../testing/child-environment.ts'
import { canMount, freeMegabytes, smallDisk } from '../../../testing/disks.ts'
import { engines, newDirectory, newPlace, type Place } from '../../../testing/engines.ts'
import { programs } from '../../../testing/programs.ts'
import { type RunningService, runService } from '../../../testing/running-service.ts'
import { startPostgres } from '../../../testing/servers/postgres-server.ts'
import { until } from '../../../testing/until.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Waits until `/readyz` says this; whether the process lives is another matter. */
async function becomes(service: RunningService, status: string): Promise<void> {
  await until(async () => (await service.call('/readyz')).at('status') === status, `ready: ${status}`)
  assert.equal((await service.call('/readyz')).status, status === 'ok' ? 200 : 503)
  assert.equal((await service.call('/healthz')).status, 200)
}

async function operatorOf(databaseUrl: string): Promise<pg.Client> {
  const operator = new pg.Client({ connectionString: databaseUrl })
  // The test that ends every connection to a database ends this one too.
  operator.on('error', () => undefined)
  await operator.connect()
  await operator.query('set session characteristics as transaction read write')
  return operator
}

test('a disk with less room than the limit is not ready, and one with more is', async () => {
  const { dataDirectory } = await newPlace('sqlite')
  const more = 2 ** 60
  const full = await runService({ store: await openSqlite(dataDirectory, { diskFreeMinBytes: more }) })
  await becomes(full, 'disk_full')
  await full.close()
  const roomy = await runService({ store: await openSqlite(dataDirectory, { diskFreeMinBytes: 1 }) })
  await becomes(roomy, 'ok')
  await roomy.close()
})

test('a data directory that cannot be written to is not ready until it can', async () => {
  const { dataDirectory } = await newPlace('sqlite')
  const service = await runService({ store: await openSqlite(dataDirectory) })
  onTestFinished(service.close)
  await becomes(service, 'ok')
  renameSync(dataDirectory, `${dataDirectory}-away`)
  await becomes(service, 'read_only')
  renameSync(`${dataDirectory}-away`, dataDirectory)
  await becomes(service, 'ok')
})

test('a database that takes no writes is not ready until it does', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const name = new URL(databaseUrl).pathname.slice(1)
  const service = await runService({ store: await openPostgres(databaseUrl), coverage: 'none' })
  onTestFinished(service.close)
  const set = async (value: 'on' | 'off') => {
    const operator = await operatorOf(databaseUrl)
    await operator.query(`alter database ${name} set default_transaction_read_only = ${value}`)
    await operator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await operator.end()
  }
  await becomes(service, 'ok')
  await set('on')
  await becomes(service, 'read_only')
  await set('off')
  await becomes(service, 'ok')
})

test('a full PostgreSQL disk is reported by a service that has just started, and by doctor', async ({
  skip,
}) => {
  skip(!canMount, 'needs to mount a disk')
  const server = await startPostgres()
  const disk = smallDisk(48)
  const { uid, gid } = statSync(server.dataDirectory)
  chownSync(disk, uid, gid)
  const operator = await operatorOf(server.url)
  await operator.query(`create tablespace small location '${disk}'`)
  await operator.query('create database small tablespace small')
  const databaseUrl = Object.assign(new URL(server.url), { pathname: '/small' }).href
  await (await openPostgres(databaseUrl)).close()
  const filler = await operatorOf(databaseUrl)
  await filler.query('create table filler (text text)')
  const fill = async (rows: number): Promise<void> =>
    filler
      .query(`insert into filler select repeat(md5(random()::text), 30) from generate_series(1, ${rows})`)
      .then(
        () => fill(rows),
        (error: pg.DatabaseError) =>
          error.code === '53100' && rows > 1 ? fill(Math.ceil(rows / 4)) : undefined,
      )
  await fill(10_000)
  const service = await runService({ store: await openPostgres(databaseUrl), coverage: 'none' })
  onTestFinished(async () => {
    await service.close()
    await filler.end()
    await operator.end()
    await server.stop()
  })
  // The first response counts: there were no requests yet, and no commit has failed.
  assert.equal((await service.call('/readyz')).at('status'), 'disk_full')
  assert.equal(reasonOfDoctor({ DATABASE_URL: databaseUrl }), 'disk_full')
  await filler.query('drop table filler')
  await filler.query('checkpoint')
  await becomes(service, 'ok')
  assert.equal(reasonOfDoctor({ DATABASE_URL: databaseUrl }), undefined)
})

/** The reason that `lastro doctor` gives for a store that takes no writes; it must never fail itself. */
function reasonOfDoctor(settings: Readonly<Record<string, string>>): string | undefined {
  const { stdout, stderr } = spawnSync(process.execPath, [programs.cli, 'doctor', '--json'], {
    encoding: 'utf8',
    env: { ...childEnvironment(), LANG: 'en', LASTRO_DATA: newDirectory(), ...settings },
  })
  assert.equal(stderr, '')
  const found = JSON.parse(stdout) as { state: string; reason?: string }[]
  return found.find(({ state, reason }) => state === 'mend' && reason !== undefined)?.reason
}

/** The number of refusals to wait for under load, after the first one. */
const refusalCount = 200

for (const { setting, broken, sound, reason } of [
  { setting: 'default_transaction_read_only', broken: 'on', sound: 'off', reason: 'read_only' },
  { setting: 'synchronous_commit', broken: 'off', sound: 'on', reason: 'synchronous_commit_off' },
]) {
  test(`${setting} = ${broken} is reported as ${reason} under load, by doctor too`, async () => {
    const { databaseUrl = '' } = await newPlace('postgres')
    const name = new URL(databaseUrl).pathname.slice(1)
    const service = await runService({ store: await openPostgres(databaseUrl), coverage: 'none' })
    onTestFinished(service.close)
    const as = await service.newSession()
    const set = async (value: string) => {
      const operator = await operatorOf(databaseUrl)
      await operator.query(`alter database ${name} set ${setting} = ${value}`)
      await operator.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
      await operator.end()
    }
    let refusals = 0
    let isOver = false
    const ask = async (caller: number) => {
      for (let asked = 0; !isOver; asked++) {
        const { status } = await service.call('/sandbox/relatorioBasico/v2/consulta', {
          as,
          body: { documento: '52998224725' },
          headers: { 'Idempotency-Key': `caller-${caller}-${asked}` },
        })
        if (status === 503) refusals += 1
      }
    }
    const asking = Array.from({ length: 24 }, (_, caller) => ask(caller))
    await set(broken)
    await becomes(service, reason)
    const before = refusals
    const reported = new Set<unknown>()
    await until(async () => {
      reported.add((await service.call('/readyz')).at('status'))
      return refusals - before > refusalCount
    }, 'many are refused')
    assert.deepEqual([...reported], [reason])
    assert.equal(reasonOfDoctor({ DATABASE_URL: databaseUrl }), reason)
    isOver = true
    await Promise.all(asking)
    await set(sound)
    await becomes(service, 'ok')
    const lines = service.logLines.map((line) => JSON.parse(line) as Record<string, unknown>)
    const refused = lines.filter(({ msg }) => msg === 'requests are refused')
    assert.ok(refused.some((line) => line.reason === reason))
    assert.ok(refused.length < refusals / 4, `${refused.length} lines for ${refusals} refusals`)
    assert.ok(refused.every((line) => line.err === undefined))
  })
}

test('exhausted connections of PostgreSQL are reported in a sentence by doctor, and by the service', async () => {
  const server = await startPostgres({ settings: { max_connections: '20' } })
  await (await openPostgres(server.url)).close()
  const held: pg.Client[] = []
  onTestFinished(async () => {
    await Promise.all(held.map((client) => client.end()))
    await server.stop()
  })
  const hold = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      held.push(client)
      return true
    } catch {
      return false
    }
  }
  const service = await runService({ store: await openPostgres(server.url) })
  onTestFinished(service.close)
  await becomes(service, 'ok')
  await until(async () => !(await hold()), 'no connection is left')
  // The service's own idle connections are closed one by one and taken too.
  await until(async () => {
    await hold()
    return (await service.call('/readyz')).at('status') === 'connections_exhausted'
  }, 'the service has none left')
  assert.equal(reasonOfDoctor({ DATABASE_URL: server.url }), 'connections_exhausted')
  await Promise.all(held.splice(0).map((client) => client.end()))
  await becomes(service, 'ok')
})

test('below LASTRO_DISK_FREE_MIN_MB requests are refused with the reason, until there is room', async ({
  skip,
}) => {
  skip(!canMount, 'needs to mount a disk')
  const disk = smallDisk(64)
  const megabyte = 2 ** 20
  const service = await runService({ store: await openSqlite(disk, { diskFreeMinBytes: 32 * megabyte }) })
  onTestFinished(service.close)
  const as = await service.newSession()
  const query = () =>
    service.call('/sandbox/relatorioBasico/v2/consulta', { as, body: { documento: '52998224725' } })
  assert.equal((await query()).status, 200)
  const filler = join(disk, 'filler')
  writeFileSync(filler, Buffer.alloc((freeMegabytes(disk) - 20) * megabyte))
  await becomes(service, 'disk_full')
  const refused = await until(async () => {
    const answer = await query()
    return answer.status === 503 ? answer : undefined
  }, 'it is refused')
  assert.equal(refused.at('code'), 'store_unavailable')
  assert.match(String(refused.at('detail')), /disk_full/)
  assert.equal(refused.headers.get('retry-after'), '1')
  const freeBefore = freeMegabytes(disk)
  for (const path of ['/sandbox/alertas/v2/documentos', '/sandbox/conta/v2/consumo', '/sandbox/oauth/token'])
    assert.equal((await service.call(path, { as })).status >= 400, true, path)
  assert.ok(freeMegabytes(disk) >= freeBefore)
  assert.equal((await service.call('/docs')).status, 200)
  assert.match((await service.call('/metrics')).text, /^lastro_ready\{reason="disk_full"\} 0$/m)
  rmSync(filler)
  await until(async () => (await query()).status === 200, 'it is answered again')
  await becomes(service, 'ok')
  assert.match((await service.call('/metrics')).text, /^lastro_ready\{reason="ok"\} 1$/m)
  await until(
    () => service.logLines.some((line) => line.includes('requests are answered again')),
    'the end is logged',
  )
})

test('a SQLite disk without any room is reported without a reserve too, by doctor as well', async ({
  skip,
}) => {
  skip(!canMount, 'needs to mount a disk')
  const disk = smallDisk(16)
  await (await openSqlite(disk)).close()
  const service = await runService({ store: await openSqlite(disk, { diskFreeMinBytes: 0 }) })
  onTestFinished(service.close)
  await becomes(service, 'ok')
  try {
    writeFileSync(join(disk, 'filler'), Buffer.alloc(16 * 2 ** 20))
  } catch {
    // Filled as far as possible.
  }
  assert.equal((await service.call('/readyz')).at('status'), 'disk_full')
  assert.equal(reasonOfDoctor({ LASTRO_DATA: disk, LASTRO_DISK_FREE_MIN_MB: '0' }), 'disk_full')
  rmSync(join(disk, 'filler'))
  await becomes(service, 'ok')
})

test('a lock on the trail is reported before the first request, by doctor too', async () => {
  for (const engine of engines) {
    const place = await newPlace(engine)
    const service = await runService({ place })
    onTestFinished(service.close)
    await becomes(service, 'ok')
    const release = await lockTrail(place)
    await becomes(service, 'commits_stalled')
    const { dataDirectory, databaseUrl } = place
    const settings = {
      LASTRO_DATA: dataDirectory,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    }
    assert.equal(reasonOfDoctor(settings), 'commits_stalled', engine)
    await release()
    await becomes(service, 'ok')
  }
})

async function lockTrail({ dataDirectory, databaseUrl }: Place): Promise<() => Promise<void>> {
  if (databaseUrl !== undefined) {
    const operator = await operatorOf(databaseUrl)
    await operator.query('begin; lock table trail_link in exclusive mode')
    return () => operator.end()
  }
  const db = new DatabaseSync(join(dataDirectory, 'trail.db'))
  db.exec('begin immediate')
  return async () => db.close()
}

test('a trail whose commits do not move is not ready until they do', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const service = await runService({ store: await openPostgres(databaseUrl), coverage: 'none' })
  onTestFinished(service.close)
  const as = await service.newSession()
  const query = () =>
    service.call('/sandbox/relatorioBasico/v2/consulta', { as, body: { documento: '52998224725' } })
  const operator = await operatorOf(databaseUrl)
  await operator.query('begin; lock table trail_link in exclusive mode')
  const asking = query()
  await becomes(service, 'commits_stalled')
  await operator.query('rollback')
  await operator.end()
  await asking
  await until(async () => (await query()).status === 200, 'queries are recorded')
  await becomes(service, 'ok')
})

test('while no standby answers nothing is acknowledged, and nobody has to ask for that to be seen', async () => {
  const server = await startPostgres()
  const service = await runService({ store: await openPostgres(server.url) })
  onTestFinished(async () => {
    await service.close()
    await server.stop()
  })
  const as = await service.newSession()
  const operator = await operatorOf(server.url)
  const waitFor = async (standby: string) => {
    await operator.query(`alter system set synchronous_standby_names = '${standby}'`)
    await operator.query('select pg_reload_conf()')
  }
  await waitFor('nobody')
  await becomes(service, 'commits_stalled')
  const answer = await service.call('/sandbox/relatorioBasico/v2/consulta', {
    as,
    body: { documento: '52998224725' },
  })
  assert.equal(answer.status, 503)
  await waitFor('')
  await becomes(service, 'ok')
  await operator.end()
})
