import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { isAnswer } from '@lastro/rules/trail/billing.ts'
import { test } from 'vitest'
import { changeRows } from '../../../testing/change-rows.ts'
import { cleanUp } from '../../../testing/clean-up.ts'
import { emptyPlace, newDirectory, newPlace, type Place } from '../../../testing/engines.ts'
import { queryReport, startProgram, tokenOf } from '../../../testing/program.ts'
import { settled, until } from '../../../testing/until.ts'
import { systemClock } from '../../clock.ts'
import { registerClient } from '../../features/clients/register-client.ts'
import { verifyTrail } from '../../features/trail/seals/verify-trail.ts'
import { searchTrail } from '../../features/trail/search-trail.ts'
import { copySqlite } from './copy-sqlite.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

async function backUp(place: Place): Promise<string> {
  const store = await place.open()
  const to = join(newDirectory(), 'backup')
  try {
    await makeBackup(
      { store, location: place, snapshotPath: String, environment: {}, clock: systemClock },
      { to, withPublicData: false, key: undefined },
    )
  } finally {
    await store.close()
  }
  return to
}

async function restored(from: string): Promise<Place> {
  const elsewhere = await emptyPlace('sqlite')
  await restoreBackup({ location: elsewhere, environment: {} }, { from, passphrase: undefined })
  return elsewhere
}

test('while the service answers, a backup ends and holds whatever was answered before it began', async () => {
  const place = await newPlace('sqlite')
  const store = await place.open()
  const client = await registerClient(
    { clients: store.clients, clock: systemClock },
    { environment: 'sandbox', name: 'Teste' },
  )
  await store.close()
  const program = await startProgram({ LASTRO_DATA: place.dataDirectory })
  const credential = { token: await tokenOf(program, client), apiKey: client.apiKey }
  const answered: string[] = []
  let isOver = false
  const ask = async (caller: number) => {
    for (let sent = 0; !isOver; sent++) {
      const requestId = `load-${caller}-${sent}`
      const answer = await queryReport(program, credential, requestId)
      await answer.arrayBuffer()
      if (answer.status === 200) answered.push(requestId)
    }
  }
  const asking = Promise.all(Array.from({ length: 8 }, (_, caller) => ask(caller)))
  const backups: { from: string; before: readonly string[] }[] = []
  for (let count = 0; count < 3; count++) {
    const seen = answered.length
    await until(() => answered.length > seen + 20, 'queries are answered')
    const before = [...answered]
    backups.push({ from: await backUp(place), before })
  }
  isOver = true
  await asking
  assert.equal(await program.stop(), 0)

  for (const { from, before } of backups) {
    const copy = await (await restored(from)).open()
    const { broken, besides } = await verifyTrail(copy.trail, 'sandbox')
    assert.deepEqual([broken, besides], [undefined, []])
    const recorded = new Set<string>()
    for await (const one of searchTrail(copy.trail, 'sandbox', everything))
      if (isAnswer(one.outcome)) recorded.add(one.requestId)
    assert.deepEqual(
      before.filter((one) => !recorded.has(one)),
      [],
    )
    await copy.close()
  }
})

const everything = {
  fromMs: 0,
  untilMs: Number.MAX_SAFE_INTEGER,
  document: undefined,
  clientId: undefined,
}

/** Writes without a pause, first in the trail's file and then in the store's, so that no moment is without a commit. */
const writer = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const open = (name) => {
    const db = new DatabaseSync(workerData + '/' + name, { timeout: 60_000 })
    // Without waiting for the disk there is a commit between any two steps of a copy.
    db.exec('pragma synchronous = off')
    return db
  }
  const trail = open('trail.db').prepare("insert into trail_name (name) values ('n' || ?)")
  const store = open('lastro.db').prepare("insert into milestone (name, reached_at_ms) values ('n' || ?, ?)")
  for (let number = 1; ; number++) {
    trail.run(number)
    store.run(number, number)
    if (number === 10) parentPort.postMessage('begun')
  }`

test('whatever is written meanwhile, a backup ends, and its store is never ahead of its trail', async () => {
  const place = await newPlace('sqlite')
  await (await place.open()).close()
  await writtenWithoutPause(place)
  let held = 0
  for (let count = 0; count < 5; count++) {
    await until(() => newestIn(place).store > held, 'more is written')
    const before = newestIn(place)
    const { store, trail } = newestIn(await restored(await backUp(place)))
    assert.ok(trail >= store, `${trail} in the trail, ${store} in the store`)
    assert.ok(store >= before.store && trail >= before.trail, 'what was written before it began')
    held = store
  }
})

async function writtenWithoutPause({ dataDirectory }: Place): Promise<void> {
  const thread = new Worker(writer, { eval: true, workerData: dataDirectory })
  cleanUp(() => thread.terminate())
  await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject))
}

function newestIn({ dataDirectory }: Place): { store: number; trail: number } {
  const newest = (file: string, table: string) => {
    const db = new DatabaseSync(join(dataDirectory, file), { readOnly: true })
    const { count } = db.prepare(`select count(*) as count from ${table} where name like 'n%'`).get() ?? {}
    db.close()
    return Number(count)
  }
  return { store: newest('lastro.db', 'milestone'), trail: newest('trail.db', 'trail_name') }
}

test('a copy does not begin again when others commit between its steps', async () => {
  const place = await newPlace('sqlite')
  await (await place.open()).close()
  const pages = 'insert into milestone (name, reached_at_ms) values (hex(zeroblob(12000000)), 0)'
  await changeRows(place, 'lastro.db', pages)
  await writtenWithoutPause(place)
  const remaining: number[] = []
  const onStep = (pages: number) => void remaining.push(pages)
  await settled(copySqlite(place.dataDirectory, newDirectory(), { pagesAtOnce: 1, onStep }), 'the copy ends')
  const rises = remaining.filter((pages, at) => at > 0 && pages > (remaining[at - 1] ?? 0))
  assert.ok(remaining.length > 2_000)
  assert.equal(rises.length, 1, 'it rises once, where the second file begins')
})
