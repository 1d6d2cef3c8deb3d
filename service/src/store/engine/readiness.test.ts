import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { after, test } from 'node:test'
import pg from 'pg'
import { newPlace } from '../../../testing/engines.ts'
import { type RunningService, runService } from '../../../testing/running-service.ts'
import { startPostgres } from '../../../testing/servers/postgres-server.ts'
import { until } from '../../../testing/until.ts'
import { databasePool } from './database/database-connection.ts'
import { patientLimits } from './database/patient-limits.ts'
import { postgresRecordingCheck } from './database/recording-check.ts'
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
  after(service.close)
  await becomes(service, 'ok')
  renameSync(dataDirectory, `${dataDirectory}-away`)
  await becomes(service, 'read_only')
  renameSync(`${dataDirectory}-away`, dataDirectory)
  await becomes(service, 'ok')
})

test('a database that takes no writes is not ready until it does', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const name = new URL(databaseUrl).pathname.slice(1)
  const service = await runService({ store: await openPostgres(databaseUrl) })
  after(service.close)
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

test('a database that had no room is not ready while its tables cannot grow, with nobody asking', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const operator = await operatorOf(databaseUrl)
  const pool = databasePool(databaseUrl, { limits: patientLimits('a test') })
  const check = postgresRecordingCheck(pool)
  assert.equal(await check({ wasFull: true }), undefined)
  // The log of the database has room all the while.
  await operator.query(
    `create function no_room() returns event_trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
     create event trigger no_room on ddl_command_start execute function no_room()`,
  )
  assert.equal(await check({ wasFull: true }), 'disk_full')
  assert.equal(await check({ wasFull: false }), undefined)
  await operator.query('drop event trigger no_room')
  assert.equal(await check({ wasFull: true }), undefined)
  await pool.end()
  await operator.end()
})

test('a trail whose commits do not move is not ready until they do', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const service = await runService({ store: await openPostgres(databaseUrl) })
  after(service.close)
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
  after(async () => {
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
