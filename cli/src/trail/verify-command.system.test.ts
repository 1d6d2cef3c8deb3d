import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { describe, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../../service/src/store/engine/postgres.ts'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { readOnlyCopy } from '../../../service/testing/disks.ts'
import { newDirectory, newPlace, type Place } from '../../../service/testing/engines.ts'
import { programs } from '../../../service/testing/programs.ts'
import { type RunningService, runService } from '../../../service/testing/running-service.ts'
import { startPostgresReplicas } from '../../../service/testing/servers/postgres-pair.ts'
import { until } from '../../../service/testing/until.ts'

async function verify(settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [programs.cli, 'trail', 'verify', '--env', 'sandbox', '--json'], {
    env: { ...childEnvironment(), LANG: 'en', LASTRO_DATA: newDirectory(), ...settings },
  })
  cleanUp(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, printed, said }
}

/** Three queries, each in a separate link. */
const recordCount = 3

async function writeRecords(service: RunningService): Promise<void> {
  const as = await service.newSession()
  for (let count = 0; count < recordCount; count++) {
    const body = { documento: '52998224725' }
    const { status } = await service.call('/sandbox/relatorioBasico/v2/consulta', { as, body })
    assert.equal(status, 200)
  }
}

async function assertWhole(settings: Readonly<Record<string, string>>): Promise<void> {
  const { code, printed, said } = await verify(settings)
  assert.equal(said, '')
  assert.equal(code, 0, printed)
  assert.equal((JSON.parse(printed) as { records: number }).records, recordCount)
}

async function placeWithRecords(engine: Place['engine']): Promise<Place> {
  const place = await newPlace(engine)
  const service = await runService({ place })
  await writeRecords(service)
  await service.close()
  return place
}

describe('trail verify reads, without writing or locking anything,', () => {
  test('a copy on SQLite that cannot be written to', async () => {
    const { dataDirectory } = await placeWithRecords('sqlite')
    const copy = readOnlyCopy(dataDirectory)
    const before = readdirSync(copy)
    await assertWhole({ LASTRO_DATA: copy })
    assert.deepEqual(readdirSync(copy), before)
  })

  test('a copy whose records are only in the write-ahead log, or says what to do if it cannot', async () => {
    const place = await newPlace('sqlite')
    const service = await runService({ place })
    onTestFinished(service.close)
    await writeRecords(service)
    const copy = newDirectory()
    for (const name of ['trail.db', 'trail.db-wal']) cpSync(join(place.dataDirectory, name), join(copy, name))
    const { code, said } = await verify({ LASTRO_DATA: readOnlyCopy(copy) })
    assert.equal(code, 1)
    assert.match(said, /^lastro: Next to trail\.db there is a trail\.db-wal .* writable directory/)
    assert.doesNotMatch(said, /\n +at /)
    await assertWhole({ LASTRO_DATA: copy })
  })

  test('SQLite next to a service that is writing', async () => {
    const place = await newPlace('sqlite')
    const service = await runService({ place })
    onTestFinished(service.close)
    await writeRecords(service)
    await assertWhole({ LASTRO_DATA: place.dataDirectory })
  })

  test('PostgreSQL in read-only sessions', async () => {
    const { databaseUrl = '' } = await placeWithRecords('postgres')
    const owner = new pg.Client({ connectionString: databaseUrl })
    await owner.connect()
    await owner.query(
      `alter database ${new URL(databaseUrl).pathname.slice(1)} set default_transaction_read_only = on`,
    )
    await owner.end()
    await assertWhole({ DATABASE_URL: databaseUrl })
  })

  test('a PostgreSQL standby, even if the address asks for a writable server', async () => {
    const { primary, replicas, stop } = await startPostgresReplicas(['one-replica'])
    onTestFinished(stop)
    const [standby] = replicas
    const settings = (url = '') => ({ DATABASE_URL: `${url}?target_session_attrs=read-write` })
    const service = await runService({ store: await openPostgres(primary.url) })
    await writeRecords(service)
    await service.close()
    await until(async () =>
      (await verify(settings(standby?.url))).printed.includes(`"records":${recordCount}`),
    )
    await assertWhole(settings(standby?.url))
  })

  test('no trail of an earlier release, and says so', async () => {
    const { databaseUrl = '' } = await newPlace('postgres')
    const owner = new pg.Client({ connectionString: databaseUrl })
    await owner.connect()
    await owner.query('create table if not exists migration (name text primary key)')
    await owner.query(`delete from migration where name like 'trail_%'`)
    await owner.end()
    const { code, said } = await verify({ DATABASE_URL: databaseUrl })
    assert.equal(code, 1)
    assert.match(said, /^lastro: The tables of this trail are those of an earlier release/)
  })
})
