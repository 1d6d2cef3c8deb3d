import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { allRows } from '../../../testing/all-rows.ts'
import { changeRows } from '../../../testing/change-rows.ts'
import { emptyPlace, engines, newDirectory, newPlace, type Place } from '../../../testing/engines.ts'
import { importSample } from '../../../testing/imported-data.ts'
import { type RunningService, runService, type Session } from '../../../testing/running-service.ts'
import { until } from '../../../testing/until.ts'
import { systemClock } from '../../clock.ts'
import { cepim } from '../../data/cepim/cepim.ts'
import { publicDataDirectory } from '../../data/snapshots/open-snapshots.ts'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import { lockDirectory } from '../engine/directory-lock.ts'
import type { Engine } from '../engine/tables.ts'
import type { Store } from '../store.ts'
import { BackupFault, type BackupFaultKind } from './backup-fault.ts'
import { type BackupAsked, makeBackup } from './make-backup.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { runTool, toolConnection } from './postgres-tools.ts'
import { restoreBackup } from './restore-backup.ts'
import { restoreFolder } from './unfinished-restore.ts'

const passphrase = 'a phrase that nobody guesses'
const secretsKey = Buffer.alloc(32, 7).toString('base64url')
const key = { text: secretsKey, passphrase }
const environment = { PATH: process.env.PATH }

type Source = { readonly place: Place; readonly store: Store; readonly to?: string }

async function backUp({ place, store, to }: Source, asked: Partial<BackupAsked> = {}): Promise<string> {
  const directory = to ?? join(newDirectory(), 'backup')
  await makeBackup(
    {
      store,
      location: place,
      snapshotPath: (id) => join(publicDataDirectory(place.dataDirectory), `${id}.sqlite`),
      environment,
      clock: systemClock,
    },
    { to: directory, withPublicData: false, key: undefined, ...asked },
  )
  return directory
}

/** Without a passphrase it takes a moment less, and leaves the key out. */
const restore = (from: string, location: Place, phrase?: string): Promise<Manifest> =>
  restoreBackup({ location, environment }, { from, passphrase: phrase })

const refusedAs = (kind: BackupFaultKind, about?: string) => (error: unknown) => {
  assert.ok(error instanceof BackupFault, String(error))
  assert.equal(error.kind, kind)
  if (about !== undefined) assert.equal(error.about, about)
  return true
}

/** A lock that nobody holds is nothing. */
const left = (directory: string): string[] =>
  readdirSync(directory).filter((name) => !name.startsWith('service.lock'))

const query = (service: RunningService, as: Session, documento = '52998224725') =>
  service.call('/sandbox/relatorioBasico/v2/consulta', { as, body: { documento } })

const withoutTools = await toolFault(await newPlace('postgres'))

for (const engine of engines) {
  const skip = engine === 'postgres' && withoutTools !== false
  describe(`a backup on ${engine}`, { skip }, async () => {
    const place = await newPlace(engine)
    const service = await runService({ place })
    const session = await service.newSession()
    for (let count = 0; count < 3; count++) await query(service, session)
    afterAll(service.close)

    test('restored elsewhere it holds every row, the service answers from it, and its trail verifies', async () => {
      await service.keepAll()
      const rows = await allRows(place)
      const { head } = await verifyTrail(service.store.trail, 'sandbox')
      const from = await backUp({ place, store: service.store }, { key })
      const elsewhere = await emptyPlace(engine)
      const manifest = await restore(from, elsewhere, passphrase)
      assert.deepEqual(await allRows(elsewhere), rows)
      const { lanes, ...noted } = manifest.trail.sandbox
      assert.deepEqual(noted, { head, isWhole: true })
      assert.deepEqual(
        lanes.map(({ hash }) => hash),
        (await service.store.trail.heads('sandbox')).map(({ hash }) => hash),
      )
      assert.equal(readFileSync(join(elsewhere.dataDirectory, 'secrets.key'), 'utf8'), secretsKey)
      assert.equal(statSync(join(elsewhere.dataDirectory, 'secrets.key')).mode & 0o777, 0o600)

      const restored = await runService({ place: elsewhere })
      assert.equal((await query(restored, session)).status, 200)
      const { broken, besides, records } = await verifyTrail(restored.store.trail, 'sandbox', {
        expected: head,
      })
      assert.deepEqual([broken, besides, records], [undefined, [], 4])
      await restored.close()
    })

    test('a file of it with one byte more, less or changed is refused, and nothing is restored', async () => {
      const whole = await backUp({ place, store: service.store }, { key })
      const files = readdirSync(whole)
      assert.ok(files.length >= 3)
      for (const name of files) {
        for (const [how, damage] of Object.entries(damages)) {
          const from = join(newDirectory(), 'backup')
          cpSync(whole, from, { recursive: true })
          damage(join(from, name))
          const elsewhere = placeLike(engine, place)
          const phrase = name === 'secrets.key.sealed' ? passphrase : undefined
          await assert.rejects(restore(from, elsewhere, phrase), refusedAs('damaged', name), `${name} ${how}`)
          assert.deepEqual(left(elsewhere.dataDirectory), [], `${name} ${how}`)
        }
        const from = join(newDirectory(), 'backup')
        cpSync(whole, from, { recursive: true })
        rmSync(join(from, name))
        const expected = refusedAs(name === 'manifest.json' ? 'no_backup' : 'damaged')
        await assert.rejects(restore(from, placeLike(engine, place), passphrase), expected, `${name} missing`)
      }
    })

    test('it is restored into an empty place only', async () => {
      const from = await backUp({ place, store: service.store })
      const rows = await allRows(place)
      await assert.rejects(restore(from, place), refusedAs('place_taken'))
      assert.deepEqual(await allRows(place), rows)
      const started = await newPlace(engine)
      await assert.rejects(restore(from, started), refusedAs('place_taken'))
      const other = await emptyPlace(engine === 'sqlite' ? 'postgres' : 'sqlite')
      await assert.rejects(restore(from, other), refusedAs('other_engine', engine))
    })

    test('a directory that holds something is not written to, and of two at once one is the backup', async () => {
      const to = join(newDirectory(), 'backup')
      mkdirSync(to)
      const both = await Promise.allSettled([1, 2].map(() => backUp({ place, store: service.store, to })))
      assert.deepEqual(both.map((one) => one.status).toSorted(), ['fulfilled', 'rejected'])
      for (const one of both) if (one.status === 'rejected') refusedAs('target_taken', to)(one.reason)
      await assert.rejects(backUp({ place, store: service.store, to }), refusedAs('target_taken', to))
      assert.deepEqual(readdirSync(join(to, '..')), ['backup'])
      await restore(to, await emptyPlace(engine))

      const file = join(newDirectory(), 'file')
      writeFileSync(file, 'something')
      await assert.rejects(backUp({ place, store: service.store, to: file }), refusedAs('target_taken'))
      await assert.rejects(backUp({ place, store: service.store, to: join(file, 'x') }))
      assert.equal(readFileSync(file, 'utf8'), 'something')
    })

    test('public data comes along where it is asked for; where it is not, the restored store names none', async () => {
      const own = await newPlace(engine)
      const store = await own.open()
      onTestFinished(() => store.close())
      const id = await importSample({ place: own, store, clock: systemClock }, cepim, {
        companies: 20,
        seed: 1,
        date: '2026-10-10' as Day,
      })
      const restored = async (withPublicData: boolean) => {
        const elsewhere = await emptyPlace(engine)
        await restore(await backUp({ place: own, store }, { withPublicData }), elsewhere)
        const service = await runService({ place: elsewhere })
        await service.lookAtData()
        const served = await service.store.dataCatalogue.served()
        await service.close()
        assert.deepEqual(
          service.logLines.filter((line) => line.includes(id)),
          [],
        )
        return served.map((one) => one.id)
      }
      assert.deepEqual(await restored(true), [id])
      assert.deepEqual(await restored(false), [])
    })

    test('a trail that was broken before is copied and restored as it is, and told to be broken', async () => {
      const own = await newPlace(engine)
      const writing = await runService({ place: own })
      await query(writing, await writing.newSession())
      // A report is kept a moment after its answer.
      const keptCount = async () =>
        Object.entries(await allRows(own)).find(([name]) => name.endsWith('kept_report'))?.[1].length ?? 0
      await until(async () => (await keptCount()) > 0, 'the report is kept')
      await changeRows(
        own,
        'trail.db',
        "update trail_link set records = replace(records, '52998224725', '12345678909')",
      )
      const from = await backUp({ place: own, store: writing.store })
      await writing.close()
      assert.equal(readManifest(from).trail.sandbox.isWhole, false)
      const elsewhere = await emptyPlace(engine)
      await restore(from, elsewhere)
      assert.deepEqual(await allRows(elsewhere), await allRows(own))
    })
  })
}

/** Why PostgreSQL's own programs cannot be driven on this machine, where they cannot. */
async function toolFault({ databaseUrl }: Place): Promise<string | false> {
  const dumped = runTool('pg_dump', ['--schema-only', '--file=/dev/null'], { databaseUrl, environment })
  return dumped.then(
    () => false,
    (error: BackupFault) => error.message,
  )
}

const flip = (at: (bytes: Buffer) => number) => (path: string) => {
  const bytes = readFileSync(path)
  const place = at(bytes)
  bytes[place] = (bytes[place] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

const damages: Readonly<Record<string, (path: string) => void>> = {
  'its first byte changed': flip(() => 0),
  'one in the middle changed': flip((bytes) => bytes.length >> 1),
  'its last byte changed': flip((bytes) => bytes.length - 1),
  'one byte less': (path) => truncateSync(path, statSync(path).size - 1),
  'one byte more': (path) => appendFileSync(path, '\n'),
  'nothing in it': (path) => truncateSync(path, 0),
}

/** Where damage is found nothing is written: for a database that is looked at first, any will do. */
const placeLike = (engine: Engine, { databaseUrl }: Place): Place => ({
  engine,
  dataDirectory: newDirectory(),
  databaseUrl,
  open: () => assert.fail('nothing is opened'),
})

test('what is no file, or cannot be read, is refused before anything is written', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const from = await backUp({ place, store })
  await store.close()
  const elsewhere = await emptyPlace('sqlite')
  const manifest = join(from, 'manifest.json')
  for (const [name, kind] of [
    ['trail.db', 'damaged'],
    ['manifest.json', 'unreadable'],
  ] as const) {
    rmSync(join(from, name))
    mkdirSync(join(from, name))
    const about = kind === 'unreadable' ? manifest : name
    await assert.rejects(restore(from, elsewhere), refusedAs(kind, about))
    assert.deepEqual(left(elsewhere.dataDirectory), [])
  }
})

test('a link to an empty directory is followed; one to nowhere is refused', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const [real, scratch] = [newDirectory(), newDirectory()]
  symlinkSync(real, join(scratch, 'link'))
  await backUp({ place, store, to: join(scratch, 'link') })
  assert.equal(readManifest(real).engine, 'sqlite')
  symlinkSync(join(scratch, 'nowhere'), join(scratch, 'loose'))
  const loose = backUp({ place, store, to: join(scratch, 'loose') })
  await assert.rejects(loose, refusedAs('target_taken', join(scratch, 'loose')))
  await store.close()
})

test('a manifest cannot have files written where it likes, whatever its sum says', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  onTestFinished(() => store.close())
  const from = await backUp({ place, store })
  const manifest = readManifest(from)
  for (const name of [
    '../escaped',
    '/tmp/escaped',
    'public-data/../../x-1.sqlite',
    'service.lock',
    'lastro.db-wal',
  ]) {
    const forged = { ...manifest, files: [...manifest.files, { ...manifest.files[0], name }] }
    const sha256 = hash('sha256', JSON.stringify(forged))
    writeFileSync(join(from, 'manifest.json'), `${JSON.stringify({ ...forged, sha256 }, null, 2)}\n`)
    assert.throws(() => readManifest(from), refusedAs('damaged', 'manifest.json'), name)
  }
})

test('a restore that was cut off leaves a directory that nobody begins in, nor restores into', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const from = await backUp({ place, store })
  await store.close()
  const elsewhere = await emptyPlace('sqlite')
  mkdirSync(restoreFolder(elsewhere.dataDirectory))
  copyFileSync(join(from, 'trail.db'), join(elsewhere.dataDirectory, 'trail.db'))
  await assert.rejects(elsewhere.open(), { message: elsewhere.dataDirectory })
  await assert.rejects(restore(from, elsewhere), refusedAs('place_taken'))
})

test('nothing is restored where a service is about to begin', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const from = await backUp({ place, store })
  await store.close()
  const elsewhere = await emptyPlace('sqlite')
  const unlock = lockDirectory(elsewhere.dataDirectory)
  onTestFinished(unlock)
  await assert.rejects(restore(from, elsewhere), refusedAs('in_use'))
})

test('another passphrase opens nothing and leaves the place empty; without the key the rest is restored', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  onTestFinished(store.close)
  const from = await backUp({ place, store }, { key: { text: secretsKey, passphrase: 'mãe de ouro 12' } })
  const elsewhere = await emptyPlace('sqlite')
  await assert.rejects(restore(from, elsewhere, 'mae de ouro 12'), refusedAs('wrong_passphrase'))
  assert.deepEqual(left(elsewhere.dataDirectory), [])
  assert.ok(!readdirSync(from).some((name) => readFileSync(join(from, name)).includes(secretsKey)))
  // The same characters, composed by another keyboard.
  await restore(from, elsewhere, 'mãe de ouro 12'.normalize('NFD'))
  assert.ok(existsSync(join(elsewhere.dataDirectory, 'secrets.key')))

  const apart = await emptyPlace('sqlite')
  await restore(from, apart)
  assert.ok(!existsSync(join(apart.dataDirectory, 'secrets.key')))
  assert.deepEqual(await allRows(apart), await allRows(elsewhere))
})

test('a database that is named with several machines is backed up and restored', async ({ skip }) => {
  skip(withoutTools !== false, String(withoutTools))
  const [place, elsewhere] = [await newPlace('postgres'), await emptyPlace('postgres')]
  const store = await place.open()
  const from = await backUp({ place: onTwoMachines(place), store })
  await store.close()
  await restore(from, onTwoMachines(elsewhere))
  assert.deepEqual(await allRows(elsewhere), await allRows(place))
})

/** The first does not answer. */
const onTwoMachines = (place: Place): Place => ({
  ...place,
  databaseUrl: `${place.databaseUrl?.replace('@', '@127.0.0.1:1,')}&target_session_attrs=read-write`,
})

test('no other user of the machine sees the password, however it is written', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['postgres://ana:s%40cret@one/db', 'postgres://ana@one/db'],
    ['postgres://ana:s@cret@one:1/db', 'postgres://ana@one:1/db'],
    ['postgres://ana:s%40cret@one:1,two/db?x=1', 'postgres://ana@one:1,two/db?x=1'],
    ['postgres://ana@[::1]:1,two/db?password=s%40cret&x=1', 'postgres://ana@[::1]:1,two/db?x=1'],
    ['postgres://ana@one/db?password=s%40cret', 'postgres://ana@one/db'],
  ]
  for (const [databaseUrl, shown] of cases) {
    assert.deepEqual(toolConnection(databaseUrl), {
      options: [`--dbname=${shown}`],
      password: { PGPASSWORD: 's@cret' },
    })
  }
  // What the driver knows and PostgreSQL's own programs do not.
  assert.deepEqual(
    toolConnection('postgres://one/db?sslmode=no-verify&options=-c%20a%3Db&uselibpqcompat=true'),
    { options: ['--dbname=postgres://one/db?sslmode=require&options=-c%20a%3Db'], password: {} },
  )
})

test('where PostgreSQL has no programs here it is said which one is missing, and nothing is left', async () => {
  const tool = 'pg_dumb' as 'pg_dump'
  await assert.rejects(
    runTool(tool, [], { databaseUrl: undefined, environment }),
    refusedAs('tool_missing', tool),
  )
})
