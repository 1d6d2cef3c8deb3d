import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Day } from '@lastro/rules/calendar/day.ts'
import pg from 'pg'
import { describe, onTestFinished, test } from 'vitest'
import type { Engine } from '../../../service/src/store/engine/tables.ts'
import { childEnvironment } from '../../../service/testing/child-environment.ts'
import { engines, newDirectory, newPlace, type Place } from '../../../service/testing/engines.ts'
import { programs } from '../../../service/testing/programs.ts'
import { mailServer } from '../../../service/testing/servers/mail-server.ts'
import { freePort } from '../../../service/testing/servers/postgres-server.ts'
import type { Finding } from './finding.ts'
import { lookAtClock } from './look-at-clock.ts'
import { lookAtMail } from './look-at-mail.ts'
import { lookAtSources } from './look-at-sources.ts'
import { lookAtStore } from './look-at-store.ts'

const states = (found: readonly Finding[]): string =>
  found.map(({ of, state }) => `${of} ${state}`).join(', ')

function doctor(settings: Readonly<Record<string, string>>) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [programs.cli, 'doctor', '--json'], {
    encoding: 'utf8',
    env: { ...childEnvironment(), LANG: 'en', ...settings },
  })
  assert.equal(stderr, '')
  return { status, found: JSON.parse(stdout) as { of: string; state: string; text: string }[] }
}

/** A data directory as the first start leaves it. */
async function openedPlace(engine: Engine): Promise<Place> {
  const place = await newPlace(engine)
  await (await place.open()).close()
  return place
}

for (const engine of engines) {
  test(`an installation on ${engine} that works is well, and what it lacks is said`, async () => {
    const { dataDirectory, databaseUrl } = await openedPlace(engine)
    const { status, found } = doctor({
      LASTRO_DATA: dataDirectory,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    })
    assert.equal(status, 0)
    assert.deepEqual(
      found.filter(({ state }) => state === 'mend'),
      [],
    )
    for (const part of ['settings', 'store', 'clock', 'sources', 'coverage']) {
      assert.ok(
        found.some(({ of }) => of === part),
        part,
      )
    }
    assert.ok(found.some(({ text }) => text.includes('LASTRO_PUBLIC_URL')))
    assert.ok(found.some(({ text }) => text.includes('lastro data import receita')))
  })
}

test('a database that is not there is to be mended, whatever else is looked at, and no password is shown', async () => {
  const { status, found } = doctor({
    LASTRO_DATA: newDirectory(),
    DATABASE_URL: `postgres://lastro:hunter2@127.0.0.1:${await freePort()}/lastro`,
  })
  assert.equal(status, 1)
  assert.ok(found.some(({ of, state }) => of === 'store' && state === 'mend'))
  assert.ok(found.some(({ of }) => of === 'settings'))
  assert.doesNotMatch(JSON.stringify(found), /hunter2/)
})

test('a place without a store is to be mended, and none is made there', () => {
  const place = join(newDirectory(), 'mistyped')
  const { status, found } = doctor({ LASTRO_DATA: place })
  assert.equal(status, 1)
  assert.deepEqual(
    found.filter(({ of }) => of === 'store').map(({ state }) => state),
    ['mend'],
  )
  assert.ok(!existsSync(place))
})

test('a letter that cannot be read is to be mended, and the rest is looked at', async () => {
  const { dataDirectory } = await openedPlace('sqlite')
  const settings = { LASTRO_DATA: dataDirectory, LASTRO_NOTICE_TEMPLATE: join(dataDirectory, 'nowhere.txt') }
  const { status, found } = doctor(settings)
  assert.equal(status, 1)
  assert.ok(found.some(({ of, state }) => of === 'settings' && state === 'mend'))
  assert.ok(found.some(({ of, state }) => of === 'store' && state === 'well'))
})

describe('mail', () => {
  test('is well where the server greets, and nothing is sent', async () => {
    const mail = await mailServer()
    assert.equal(states(await lookAtMail(mail.settings)), 'mail well')
    assert.deepEqual(mail.received, [])
  })

  test('is to be mended where nobody listens, or somebody else does', async () => {
    const from = { name: 'Lastro', address: 'lastro@exemplo.com.br' }
    const smtpUrl = `smtp://user:hunter2@127.0.0.1:${await freePort()}`
    const [nobody] = await lookAtMail({ smtpUrl, from })
    assert.equal(nobody?.state, 'mend')
    assert.doesNotMatch(nobody?.text.en ?? '', /hunter2/)
    const stranger = createServer((socket) => socket.end('SSH-2.0-x\r\n'))
    await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void stranger.close())
    const { port } = stranger.address() as { port: number }
    assert.equal(states(await lookAtMail({ smtpUrl: `smtp://127.0.0.1:${port}`, from })), 'mail mend')
  })

  test('that is not set up is not looked at', async () => {
    assert.deepEqual(await lookAtMail(undefined), [])
  })
})

const clockAt = (nowMs: number) => ({ nowMs: () => nowMs })

test('a clock behind the newest record is to be mended', async () => {
  const atMs = Date.UTC(2026, 10, 16)
  const trail = { lastAtMs: async (of: string) => (of === 'sandbox' ? atMs : undefined) }
  const look = (nowMs: number) => lookAtClock({ trail } as never, clockAt(nowMs))
  assert.equal(states(await look(atMs + 1)), 'clock well')
  assert.equal(states(await look(atMs - 1_000)), 'clock well')
  assert.equal(states(await look(atMs - 60_000)), 'clock mend')
})

test('every reason for which a query could not be recorded is said with what to do', async () => {
  const store = { engine: 'postgres', isNewer: false, figures: {} }
  for (const reason of [
    'store_unavailable',
    'connections_exhausted',
    'read_only',
    'commits_stalled',
    'synchronous_commit_off',
  ]) {
    const found = await lookAtStore({ ...store, checkRecording: async () => reason } as never)
    assert.equal(states(found), 'store mend', reason)
    assert.equal(found[0]?.reason, reason)
  }
  const full = await lookAtStore({ ...store, checkRecording: async () => 'disk_full' } as never)
  assert.equal(states(full), 'disk mend')
  const newer = { ...store, isNewer: true, checkRecording: async () => undefined }
  assert.equal(states(await lookAtStore(newer as never)), 'store well, store look')
  const scarce = { ...newer, isNewer: false, figures: { diskFreeBytes: async () => 2 ** 30 } }
  assert.equal(states(await lookAtStore(scarce as never)), 'store well, disk look')
})

test('reports an unexpected fault in one line, along with the other findings', async () => {
  const { databaseUrl = '' } = await openedPlace('postgres')
  const operator = new pg.Client({ connectionString: databaseUrl })
  await operator.connect()
  // A table that somebody dropped by hand.
  await operator.query('drop table data_snapshot cascade')
  await operator.end()
  const { status, found } = doctor({ LASTRO_DATA: newDirectory(), DATABASE_URL: databaseUrl })
  assert.equal(status, 1)
  const faults = found.filter(({ state }) => state === 'mend')
  assert.deepEqual(
    faults.map(({ of }) => of),
    ['sources', 'coverage'],
  )
  assert.match(faults[0]?.text ?? '', /^This check failed: .*data_snapshot/)
  assert.doesNotMatch(faults[0]?.text ?? '', /\n/)
  assert.ok(found.some(({ of, state }) => of === 'store' && state === 'well'))
})

test('public data that is late wants a look', async () => {
  const sources = (date: Day) => ({
    subjects: { countSubjects: async () => 3 },
    dataCatalogue: { served: async () => [{ dataSet: 'receita', date }] },
  })
  const look = async (date: string) =>
    (await lookAtSources(sources(date as Day) as never, clockAt(Date.UTC(2026, 10, 16)))).filter(({ text }) =>
      /^(Bureau|receita)/.test(text.en),
    )
  assert.equal(states(await look('2026-10-11')), 'sources well, sources well')
  assert.equal(states(await look('2026-08-11')), 'sources well, sources look')
})
