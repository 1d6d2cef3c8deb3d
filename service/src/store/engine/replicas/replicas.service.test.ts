import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import { afterAll, onTestFinished, test } from 'vitest'
import { startPostgresReplicas } from '../../../../testing/servers/postgres-pair.ts'
import { freePort } from '../../../../testing/servers/postgres-server.ts'
import {
  askServer,
  loadDebtor,
  patientLagMs,
  replicatedService,
  whilePaused,
} from '../../../../testing/services/replicated-service.ts'
import { manyTurns, until } from '../../../../testing/until.ts'
import { openPostgres } from '../postgres.ts'
import { lagMarks } from './lag-marks.ts'

const cluster = await startPostgresReplicas(['two', 'three'], {
  settings: { log_statement: 'all', logging_collector: 'on', log_directory: 'log', log_filename: 'all.log' },
})
afterAll(cluster.stop)
const { primary } = cluster
const [two, three] = cluster.replicas as [(typeof cluster.replicas)[0], (typeof cluster.replicas)[0]]
const one = await replicatedService(primary.url, [two.url])
const other = await replicatedService(primary.url, [two.url, three.url])

let count = 0
const newDocument = (): string => withCheckDigits(String(400_000 + ++count).padStart(9, '0'))

test('subjects are read from replicas in turn, and nothing else is', async () => {
  const document = newDocument()
  await loadDebtor(one.store, document, 2)
  await other.inUse(two.url)
  await other.inUse(three.url)
  const before = [await other.answeredBy(two.url), await other.answeredBy(three.url)]
  await until(async () => {
    assert.equal(await other.debtsOf(document), 2)
    const now = [await other.answeredBy(two.url), await other.answeredBy(three.url)]
    return now.every((answered, at) => answered > (before[at] ?? 0))
  }, 'both have answered')
  for (const { dataDirectory } of [two, three]) {
    const logged = () => readFileSync(join(dataDirectory, 'log/all.log'), 'utf8')
    // It is written by a process of its own.
    await until(() => /from subject\b/.test(logged()), 'what was asked is in the log')
    const log = logged()
    const statements = [...log.matchAll(/(?:execute [^:]*|statement): ([\s\S]*?)(?=\n\d{4}-|$)/g)]
    const tables = new Set(
      statements
        .flatMap(([, text = '']) => [...text.matchAll(/\b(?:from|join)\s+([\w."]+)/gi)])
        .map(([, of]) => of),
    )
    assert.ok(tables.has('subject'), [...tables].join())
    const known = ['subject', 'participation', 'load_version', 'pg_database', 'pg_control_system']
    assert.deepEqual(
      [...tables].filter((of) => !known.includes(of ?? '')),
      [],
    )
    assert.doesNotMatch(log, /listing|trail|api_key|access_token|rate_window|consultation|\bclient\b/)
  }
})

test('a load that takes a debt away is not undone by replicas that lack it, in services that looked just before', async () => {
  const document = newDocument()
  await loadDebtor(one.store, document, 3)
  for (const { url } of [two, three]) {
    await one.store.replicas?.caughtUp()
    await other.inUse(url)
  }
  await one.inUse(two.url)
  assert.equal(await one.debtsOf(document), 3)
  await whilePaused([two.url, three.url], async () => {
    // Each load is asked for the moment it is done, by services that know of it from nobody.
    for (const debts of [0, 1, 0]) {
      await loadDebtor(one.store, document, debts)
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? one : other).debtsOf(document)),
      )
      assert.deepEqual(new Set(answers), new Set([debts]))
    }
    // They were asked, and what they said did not count.
    const fallbacks = one.store.replicas?.figures().fallbacks
    assert.ok(fallbacks !== undefined && fallbacks.behind + fallbacks.failed > 0)
    await other.outOfUse(two.url)
  })
  await other.inUse(two.url)
  const before = await one.answeredBy(two.url)
  await until(async () => {
    assert.equal(await one.debtsOf(document), 0)
    return (await one.answeredBy(two.url)) > before
  }, 'the replica answers again')
})

test('a load waits for the replicas, and names those that do not get it', async () => {
  const impatient = await openPostgres(primary.url, { urls: [two.url, three.url], lagMaxMs: 100 })
  onTestFinished(impatient.close)
  const document = newDocument()
  await loadDebtor(impatient, document, 1)
  assert.deepEqual(await other.store.replicas?.caughtUp(), [])
  for (const { url } of [two, three]) {
    const rows = await askServer(url, `select from subject where document = '${document}'`)
    assert.equal(rows.length, 1)
  }
  await whilePaused([three.url], async () => {
    await loadDebtor(impatient, document, 0)
    assert.ok((await impatient.replicas?.caughtUp())?.includes(new URL(three.url).host))
  })
})

test('two loads at once are both counted', async () => {
  const version = async () => {
    const [row] = await askServer<{ version: string }>(primary.url, 'select version from load_version')
    return Number(row?.version)
  }
  const before = await version()
  await Promise.all(Array.from({ length: 6 }, () => loadDebtor(one.store, newDocument(), 1)))
  assert.equal(await version(), before + 6)
})

test('an address that leads to another replica than before is held to what that one has', async () => {
  const way = await wayTo(two.port)
  onTestFinished(way.close)
  const service = await replicatedService(primary.url, [way.url])
  const document = newDocument()
  await loadDebtor(one.store, document, 2)
  await one.store.replicas?.caughtUp()
  await service.inUse(way.url)
  await whilePaused([three.url], async () => {
    await loadDebtor(one.store, document, 0)
    await until(async () => (await one.store.replicas?.caughtUp())?.length === 0)
    for (let change = 0; change < 3; change++) {
      way.leadTo(two.port)
      await service.inUse(way.url)
      assert.equal(await service.debtsOf(document), 0)
      way.leadTo(three.port)
      // Its connections are seen to be broken, and the next read makes others.
      await manyTurns()
      for (let asked = 0; asked < 5; asked++) assert.equal(await service.debtsOf(document), 0)
    }
  })
})

test('a replica that lags is out of use until it has caught up, and nobody hears of it', async () => {
  const strict = await replicatedService(primary.url, [two.url], 400)
  const document = newDocument()
  await loadDebtor(one.store, document, 1)
  await strict.inUse(two.url)
  await whilePaused([two.url], async () => {
    // Each query is a commit that the replica lacks from now on.
    assert.equal(await strict.debtsOf(document), 1)
    await strict.outOfUse(two.url)
    assert.equal(await strict.debtsOf(document), 1)
    const lag = `lastro_replica_lag_seconds{replica="${new URL(two.url).host}"}`
    await until(async () => (await strict.figure(lag)) >= 0.4)
  })
  await strict.inUse(two.url)
})

test('what is no replica of the database is not read from', async () => {
  await askServer(primary.url, 'create database another')
  const elsewhere = (url: string) => url.replace(/postgres$/, 'another')
  await (await openPostgres(elsewhere(primary.url))).close()
  await until(
    async () =>
      (await askServer(elsewhere(two.url), `select from pg_class where relname = 'load_version'`)).length ===
      1,
  )
  // The primary itself, and a replica of another database of the same server.
  for (const url of [primary.url, elsewhere(two.url)]) {
    const store = await openPostgres(primary.url, { urls: [url], lagMaxMs: patientLagMs })
    const states: string[] = []
    store.replicas?.start((replica, state) => void states.push(`${replica} ${state}`))
    await until(() => states.includes(`${new URL(url).host} foreign`))
    assert.ok(!states.includes(`${new URL(url).host} in_use`))
    await store.close()
  }
})

test('of a primary at rest a replica is known to have everything, and of a replica at rest to lag', () => {
  const marks = lagMarks()
  assert.equal(marks.reachedAtMs(100), undefined)
  marks.add({ atMs: 1_000, position: 100 })
  assert.equal(marks.reachedAtMs(99), undefined)
  // Nothing is written for an hour: the replica stands where the primary does.
  marks.add({ atMs: 3_601_000, position: 100 })
  assert.equal(marks.reachedAtMs(100), 3_601_000)
  marks.add({ atMs: 3_602_000, position: 101 })
  assert.equal(marks.reachedAtMs(100), 3_601_000)
  assert.equal(marks.reachedAtMs(200), 3_602_000)
  for (let at = 0; at < 1_000; at++) marks.add({ atMs: 4_000_000 + at, position: 300 + at })
  assert.equal(marks.reachedAtMs(101), undefined)
  assert.equal(marks.reachedAtMs(1_299), 4_000_999)
})

/** An address that leads to one server and then to another, whose connections break at the change. */
async function wayTo(first: number) {
  let target = first
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `postgres://lastro@127.0.0.1:${port}/postgres`,
    leadTo: (port: number) => {
      target = port
      cut()
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
