import assert from 'node:assert/strict'
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { commandLineUserId } from '@lastro/contract/operator/command-acts.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { systemClock } from '@lastro/service/clock.ts'
import { cepim } from '@lastro/service/data/cepim/cepim.ts'
import { readSealKey } from '@lastro/service/features/sealing/seal-key.ts'
import { test } from 'vitest'
import { changeRows } from '../../../service/testing/change-rows.ts'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { emptyPlace, newDirectory, newPlace, type Place } from '../../../service/testing/engines.ts'
import { importSample } from '../../../service/testing/imported-data.ts'
import { startProgram } from '../../../service/testing/program.ts'
import { programs } from '../../../service/testing/programs.ts'
import { runService } from '../../../service/testing/running-service.ts'
import { until } from '../../../service/testing/until.ts'

const passphrase = 'a phrase that nobody guesses'

type Ran = { readonly code: number | null; readonly printed: string; readonly said: string }

type Child = ChildProcessByStdio<null, Readable, Readable>

type Settings = Readonly<Record<string, string>>

/** The command in a process of its own, after what a shell is to do first. */
function start(args: readonly string[], place: Place, settings: Settings = {}, first = 'true'): Child {
  const child = spawn('bash', ['-c', `${first}; exec "$0" "$@"`, process.execPath, programs.cli, ...args], {
    env: {
      ...childEnvironment(),
      LANG: 'en',
      LASTRO_DATA: place.dataDirectory,
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cleanUp(() => child.kill('SIGKILL'))
  return child
}

async function run(...asked: Parameters<typeof start>): Promise<Ran> {
  const child = start(...asked)
  const ended = once(child, 'exit')
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { code, printed, said }
}

/** A store with a key of its own, and a few megabytes in it. */
async function filledPlace(): Promise<Place> {
  const place = await newPlace('sqlite')
  await (await place.open()).close()
  readSealKey({ secretsKey: undefined, dataDirectory: place.dataDirectory }, 'secrets of sign-in')
  const rows = 'insert into milestone (name, reached_at_ms) values (hex(zeroblob(6000000)), 0)'
  await changeRows(place, 'lastro.db', rows)
  return place
}

const actsIn = async (place: Place): Promise<string[]> => {
  const store = await place.open()
  const acts = await store.acts.list({ userId: commandLineUserId, limit: 10, after: undefined })
  await store.close()
  return acts.map((one) => `${one.operation} ${one.outcome}`)
}

test('a backup beside a running service and its restore elsewhere, which starts, are on record', async () => {
  const place = await filledPlace()
  const program = await startProgram({ LASTRO_DATA: place.dataDirectory })
  const to = join(newDirectory(), 'backup')

  const unsaid = await run(['backup', to], place)
  assert.equal(unsaid.code, 1)
  assert.match(unsaid.said, /^lastro: Set LASTRO_BACKUP_PASSPHRASE/)
  assert.ok(!existsSync(to))
  const short = await run(['backup', to], place, { LASTRO_BACKUP_PASSPHRASE: 'short' })
  assert.match(short.said, /at least 12 characters/)

  const made = await run(['backup', to], place, { LASTRO_BACKUP_PASSPHRASE: passphrase })
  assert.equal(made.code, 0, made.said)
  assert.match(made.printed, /3 files, .* MiB, checked/)
  assert.equal(await program.stop(), 0)
  assert.deepEqual(await actsIn(place), [
    'comandoCopiaFaz done',
    'comandoCopiaFaz refused',
    'comandoPrimeiraPartida done',
  ])

  const elsewhere = await emptyPlace('sqlite')
  const wrong = await run(['restore', to], elsewhere, { LASTRO_BACKUP_PASSPHRASE: `${passphrase}!` })
  assert.match(wrong.said, /^lastro: The passphrase is not that of the backup.*service does not start/)
  const keyless = await run(['restore', to, '--without-key'], await emptyPlace('sqlite'))
  assert.match(keyless.printed, /The key of the secrets was left in the backup: put the secrets\.key/)
  const restored = await run(['restore', to], elsewhere, { LASTRO_BACKUP_PASSPHRASE: passphrase })
  assert.equal(restored.code, 0, restored.said)
  assert.match(restored.printed, /The trail is the one that was copied/)
  // The act that made the backup had begun when it was made.
  assert.deepEqual(await actsIn(elsewhere), [
    'comandoCopiaRestaura done',
    'comandoCopiaFaz undefined',
    'comandoCopiaFaz refused',
    'comandoPrimeiraPartida done',
  ])
  const again = await startProgram({ LASTRO_DATA: elsewhere.dataDirectory })
  assert.equal(await again.stop(), 0)
  const taken = await run(['restore', to], elsewhere, { LASTRO_BACKUP_PASSPHRASE: passphrase })
  assert.equal(taken.code, 1)
  assert.match(taken.said, /is not empty.*name another place/)
  assert.doesNotMatch(taken.said, /empty it/)
})

test('on a full disk a backup or a restore says so, and leaves nothing half done', async () => {
  const place = await filledPlace()
  const to = join(newDirectory(), 'backup')
  const full = "trap '' XFSZ; ulimit -f 4000"
  const backup = await run(['backup', to, '--without-key'], place, {}, full)
  assert.equal(backup.code, 1)
  assert.match(backup.said, /^lastro: .* could not be written: no room/)
  assert.deepEqual(readdirSync(dirname(to)), [])

  assert.equal((await run(['backup', to, '--without-key'], place)).code, 0)
  const elsewhere = await emptyPlace('sqlite')
  const restore = await run(['restore', to], elsewhere, {}, full)
  assert.equal(restore.code, 1)
  assert.match(restore.said, /^lastro: .* could not be written: no room/)
  assert.deepEqual(
    readdirSync(elsewhere.dataDirectory).filter((name) => !name.startsWith('service.lock')),
    [],
  )
  const roomy = await run(['restore', to], elsewhere)
  assert.equal(roomy.code, 0, roomy.said)
})

test('a backup that is killed midway does not bear its name, and a restore that is killed is never begun in', async () => {
  const place = await filledPlace()
  const to = join(newDirectory(), 'backup')
  await killed(start(['backup', to, '--without-key'], place), () => readdirSync(dirname(to)).length > 0)
  // Killed too late, it is whole.
  if (existsSync(to)) assert.ok(readFileSync(join(to, 'manifest.json')).length > 0)
  else assert.match(readdirSync(dirname(to)).join(), /^backup\.unfinished-\w+$/)

  const whole = join(newDirectory(), 'backup')
  assert.equal((await run(['backup', whole, '--without-key'], place)).code, 0)
  // One that ended before it was killed is no trial: another is made.
  const elsewhere = await until(async () => {
    const trial = await emptyPlace('sqlite')
    const folder = join(trial.dataDirectory, 'restore-unfinished')
    await killed(start(['restore', whole], trial), () => existsSync(folder))
    return existsSync(folder) && trial
  }, 'a restore is killed midway')
  const begun = await run(['client', 'list'], elsewhere)
  assert.equal(begun.code, 1)
  assert.match(begun.said, /A restore was cut off in LASTRO_DATA/)
  assert.match((await run(['restore', whole], elsewhere)).said, /is not empty/)
})

async function killed(child: ChildProcess, when: () => boolean): Promise<void> {
  const ended = once(child, 'exit')
  await Promise.race([until(when, 'it has begun'), ended])
  child.kill('SIGKILL')
  await ended
}

test('a store is moved with its public data; what cannot be is refused in words', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const sample = { companies: 20, seed: 1, date: '2026-10-10' as Day }
  const id = await importSample({ place, store, clock: systemClock }, cepim, sample)
  await store.close()
  const target = await emptyPlace('postgres')
  // The first of two machines does not answer.
  const to = `${target.databaseUrl?.replace('@', '@127.0.0.1:1,')}&target_session_attrs=read-write`

  const elsewhere = await run(['move', '--to', 'mysql://x/y'], place)
  assert.match(elsewhere.said, /^lastro: --to must be an address such as postgres:/)
  const silent = await run(['move', '--to', 'postgres://lastro@127.0.0.1:1/x'], place)
  assert.match(silent.said, /^lastro: PostgreSQL does not answer at --to\./)
  const moved = await run(['move', '--to', to], place)
  assert.equal(moved.code, 0, moved.said)
  assert.match(moved.printed, /both trails end in the same links/)
  const service = await runService({ place: target })
  await service.lookAtData()
  assert.deepEqual(
    (await service.store.dataCatalogue.served()).map((one) => one.id),
    [id],
  )
  assert.deepEqual(service.logLines, [])
  await service.close()

  const again = await run(['move', '--to', to], place)
  assert.match(again.said, /^lastro: test_\w+ is not empty/)
  const already = await run(['move', '--to', to], target)
  assert.match(already.said, /DATABASE_URL is set/)
})
