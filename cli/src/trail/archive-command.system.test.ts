import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { recordCode } from '@lastro/rules/trail/check-code.ts'
import { test } from 'vitest'
import { changeRows } from '../../../service/testing/change-rows.ts'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { cleanUp } from '../../../service/testing/clean-up.ts'
import { newDirectory, newPlace, type Place } from '../../../service/testing/engines.ts'
import { writeOldTrail } from '../../../service/testing/invented/old-trail.ts'
import { programs } from '../../../service/testing/programs.ts'
import type { Ran } from '../../testing/many-commands.ts'

/** Runs commands one after the other in one process. */
async function run(
  { dataDirectory, databaseUrl }: Pick<Place, 'dataDirectory' | 'databaseUrl'>,
  ...commands: readonly string[]
): Promise<readonly Ran[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../testing/many-commands.ts')], {
    env: {
      ...childEnvironment(),
      LC_ALL: 'en_US.UTF-8',
      INIT_CWD: dataDirectory,
      LASTRO_DATA: dataDirectory,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  })
  cleanUp(() => child.kill('SIGKILL'))
  child.stdin.end(JSON.stringify(commands.map((one) => one.split(' '))))
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.ok(printed.startsWith('['), said)
  return JSON.parse(printed)
}

const archiving = 'trail archive --before 2021-11-01 --to archives'

test('takes months away, says so, and search, verify and confirm read them where they are pointed at them', async () => {
  const place = await newPlace('sqlite')
  await writeOldTrail(place)
  const store = await place.open()
  const [first] = await Array.fromAsync(store.trail.links('production'))
  await store.close()
  const code = recordCode(first?.records.split('\n')[0] ?? '')
  const [young, done, again, plain, both, alone, lone, search, all, unknown, confirmed, verified] = await run(
    place,
    'trail archive --before 2999-01-01 --to archives',
    archiving,
    archiving,
    'trail verify',
    'trail verify --archive archives',
    'trail verify --archive archives --without-store',
    'trail verify --without-store',
    'trail search --client cli_ana',
    'trail search --client cli_ana --archive archives',
    `trail confirm request-1 ${code}`,
    `trail confirm request-1 ${code} --archive archives`,
    'trail search --client cli_nobody',
  )
  assert.match(
    young?.refused ?? '',
    /keeps five years.*from 3004-01-01 on; today, at most --before \d{4}-\d\d-01/,
  )
  assert.match(done?.printed ?? '', /2021-08: 27 records archived and verified; 8, of corrections/)
  assert.equal(done?.printed.trim().split('\n').length, 3)
  assert.match(again?.printed ?? '', /nothing has changed/)
  assert.match(plain?.printed ?? '', /3 months are in archives \(2021-08 – 2021-10\)/)
  assert.match(both?.printed ?? '', /archives are whole: 3 months/)
  assert.match(alone?.printed ?? '', /archives are whole: 3 months.*\nThey were verified by themselves/)
  assert.match(lone?.refused ?? '', /needs --archive/)
  const lines = (ran: Ran | undefined) => (ran?.printed.trim().split('\n') ?? []).length
  assert.ok(lines(all) > lines(search))
  assert.match(unknown?.printed ?? '', /Not confirmed/)
  assert.match(confirmed?.printed ?? '', /^Confirmed/)
  assert.match(verified?.printed ?? '', /3 months that are in archives were not searched/)
})

test('what has left is called proved only with the archives at hand, and nothing is behind a mark without one', async () => {
  const place = await newPlace('sqlite')
  await writeOldTrail(place)
  const store = await place.open()
  const held = (await store.trail.newestSeal()) ?? assert.fail()
  const [first = assert.fail()] = await Array.fromAsync(store.trail.links('production'))
  await store.close()
  const seals = join(newDirectory(), 'seals')
  writeFileSync(seals, JSON.stringify(held))
  writeFileSync(join(place.dataDirectory, 'seals.log'), JSON.stringify(held))
  const [before, besideCaller, , without, withThem] = await run(
    place,
    `trail verify --seal ${seals}`,
    'trail verify --seal seals.log',
    archiving,
    `trail verify --seal ${seals}`,
    `trail verify --seal ${seals} --archive archives`,
  )
  assert.match(before?.printed ?? '', /The chain is whole: .*\n.*held outside the database, is proved;/)
  assert.equal(besideCaller?.printed, before?.printed, 'a name is of the directory of whoever calls')
  assert.match(without?.printed ?? '', /The chain is whole from where the archives end/)
  assert.match(
    without?.printed ?? '',
    /what is here is proved; what has left for archives is not: that needs --archive/,
  )
  assert.match(withThem?.printed ?? '', /held outside the database, is proved;/)
  rmSync(join(place.dataDirectory, 'archives', '2021-09'), { recursive: true })
  const other = await newPlace('sqlite')
  await writeOldTrail(other)
  await changeRows(
    other,
    'trail.db',
    `insert into trail_left values ('production', 0, ${first.number}, '${first.hash}');
     delete from trail_link where environment = 'production' and number = ${first.number}`,
  )
  const [missing] = await run(place, `trail verify --seal ${seals} --archive archives`)
  assert.match(missing?.printed ?? '', /what has left for archives is not: it differs in what is said below/)
  const [forged] = await run(other, `trail verify --seal ${seals}`)
  assert.match(
    forged?.printed ?? '',
    /What the trail says has left lane 0 for archives, up to link 1, is not/,
  )
  assert.match(forged?.printed ?? '', /is not proved: it differs/)
})

test('an archive that is missing, cut, or no archive is named, and nothing leaves without one', async () => {
  const place = await newPlace('sqlite')
  await writeOldTrail(place)
  writeFileSync(join(place.dataDirectory, 'file'), '')
  const [, , unwritable] = await run(
    place,
    'trail verify',
    archiving,
    'trail archive --before 2021-11-01 --to file',
  )
  assert.match(unwritable?.printed ?? unwritable?.refused ?? '', /nothing has changed|could not be written/)
  const lost = join(newDirectory(), 'archives')
  cpSync(join(place.dataDirectory, 'archives'), lost, { recursive: true })
  const path = join(lost, '2021-09', 'production-lane-0.ndjson.zst')
  assert.ok(existsSync(path))
  writeFileSync(path, readFileSync(path).subarray(0, 100))
  rmSync(join(lost, '2021-10'), { recursive: true })
  const [verified, found, none] = await run(
    place,
    `trail verify --archive ${lost}`,
    `trail search --client cli_ana --archive ${lost}`,
    'trail search --client cli_ana --archive nowhere',
  )
  assert.match(verified?.printed ?? '', /The archive of 2021-10 is missing/)
  assert.match(verified?.printed ?? '', /2021-09 is damaged: production-lane-0.ndjson.zst/)
  assert.match(found?.refused ?? '', /archive is damaged/)
  assert.match(none?.refused ?? '', /no archive of the trail/)
})

test('killed while months leave, the next run completes it', async () => {
  const place = await newPlace('sqlite')
  await writeOldTrail(place)
  const { dataDirectory } = place
  const env = { ...childEnvironment(), LASTRO_DATA: dataDirectory, INIT_CWD: dataDirectory }
  const child = spawn(process.execPath, [programs.cli, ...archiving.split(' ')], { env, stdio: 'ignore' })
  const ended = once(child, 'exit')
  // An archive is to be seen, whose records are about to leave.
  while (child.exitCode === null && !existsSync(join(dataDirectory, 'archives/2021-09'))) await nextTurn()
  child.kill('SIGKILL')
  await ended
  const [, verified] = await run(place, archiving, 'trail verify --archive archives --json')
  const found = JSON.parse(verified?.printed ?? '{}')
  assert.deepEqual([found.broken, found.besides, found.archives.faults], [undefined, [], []])
  assert.deepEqual(found.archives.months, ['2021-08', '2021-09', '2021-10'])
  assert.equal(found.archived.leaving, undefined)
  assert.equal(found.archives.records, 27 * 3)
})
