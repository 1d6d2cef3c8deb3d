import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, onTestFinished, test } from 'vitest'
import { newPlace } from '../../../testing/engines.ts'
import { type RunningService, runService, type Session } from '../../../testing/running-service.ts'

import { until } from '../../../testing/until.ts'
import { openPostgres } from './postgres.ts'

const query = (service: RunningService, as: Session, headers: Record<string, string> = {}) =>
  service.call('/sandbox/relatorioBasico/v2/consulta', { as, body: { documento: '52998224725' }, headers })

/** Asks until it is answered, and says how many refusals came first. Every refusal is one that passes. */
async function refusalsUntilAnswered(service: RunningService, as: Session): Promise<number> {
  let refusals = 0
  await until(async () => {
    const { status, headers } = await query(service, as)
    if (status === 200) return true
    assert.equal(status, 503)
    assert.equal(headers.get('retry-after'), '1')
    refusals += 1
    return false
  }, 'it recovers')
  return refusals
}

describe('PostgreSQL that ends connections while they are used', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const service = await runService({ store: await openPostgres(databaseUrl) })
  afterAll(service.close)
  const as = await service.newSession()

  test('costs 503 at most, and only while it lasts', async () => {
    const operator = new pg.Client({ connectionString: databaseUrl })
    await operator.connect()
    const statuses = new Map<number, number>()
    let isOver = false
    const ask = async (caller: number) => {
      for (let asked = 0; !isOver; asked++) {
        const keyed = asked % 2 === 0 ? { 'Idempotency-Key': `caller-${caller}-${asked}` } : {}
        const { status, headers } = await query(service, as, keyed)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status === 503) assert.equal(headers.get('retry-after'), '1')
      }
    }
    const asking = Array.from({ length: 16 }, (_, caller) => ask(caller))
    const roundCount = 10
    let ended = 0
    for (let round = 0; round < roundCount; round++) {
      const before = statuses.get(200) ?? 0
      await until(() => (statuses.get(200) ?? 0) > before, 'queries are answered again')
      const { rowCount } = await operator.query(
        `select pg_terminate_backend(pid, 60000) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
      ended += rowCount ?? 0
    }
    isOver = true
    await Promise.all(asking)
    await operator.end()
    assert.ok(ended >= roundCount, `${ended} connections were ended`)
    assert.deepEqual(
      [...statuses.keys()].filter((status) => status !== 200 && status !== 503),
      [],
    )
    assert.ok((await refusalsUntilAnswered(service, as)) <= 1)
  })
})

describe('PostgreSQL that stops answering on open connections', async () => {
  const { databaseUrl = '' } = await newPlace('postgres')
  const between = await proxyTo(databaseUrl)
  afterAll(between.close)
  const service = await runService({ store: await openPostgres(between.url) })
  afterAll(service.close)
  const as = await service.newSession()
  const token = {
    grant_type: 'client_credentials',
    client_id: as.clientId,
    client_secret: as.clientSecret,
  }

  test('is told with 503 while it is silent, and everything goes on when it speaks again', async () => {
    assert.equal(await refusalsUntilAnswered(service, as), 0)
    between.fallSilent()
    const answers = await Promise.all([
      query(service, as),
      query(service, as, { 'Idempotency-Key': 'while-silent' }),
      service.call('/oauth/token', { body: token }),
    ])
    for (const { status, headers } of answers) {
      assert.equal(status, 503)
      assert.equal(headers.get('retry-after'), '1')
    }
    between.goOn()
    await refusalsUntilAnswered(service, as)
    assert.equal((await service.call('/oauth/token', { body: token })).status, 200)
    await noOpenTransactions(databaseUrl)
  })

  test('is told too when it falls silent in the middle of many queries', async () => {
    const asking = Array.from({ length: 40 }, async (_, caller) => {
      await wait(caller)
      return query(service, as)
    })
    await Promise.race(asking)
    between.fallSilent()
    const answers = await Promise.all(asking)
    between.goOn()
    assert.deepEqual(
      answers.filter(({ status }) => status !== 200 && status !== 503),
      [],
    )
    await refusalsUntilAnswered(service, as)
  })
})

test('while SQLite is being written to, credentials are read and queries answered', async () => {
  const place = await newPlace('sqlite')
  const service = await runService({ store: await place.open() })
  onTestFinished(service.close)
  // New to the service, so that nothing of them is cached.
  const [first, second] = [await service.newSession(), await service.newSession()]
  const other = new DatabaseSync(join(place.dataDirectory, 'lastro.db'))
  other.exec('begin immediate')
  const body = {
    grant_type: 'client_credentials',
    client_id: first.clientId,
    client_secret: first.clientSecret,
  }
  const writing = service.call('/oauth/token', { body })
  let isWritten = false
  void writing.then(() => (isWritten = true))
  const both = /^lastro_requests_in_flight 2$/m
  await until(async () => both.test((await service.call('/metrics')).text), 'a write is under way')
  assert.equal((await query(service, first)).status, 200)
  assert.equal((await query(service, { ...second, token: 'wrong' })).status, 401)
  assert.equal((await query(service, second)).status, 200)
  assert.ok(!isWritten)
  other.exec('rollback')
  other.close()
  assert.equal((await writing).status, 200)
})

/** Of a connection at rest in the middle of a transaction nobody would commit what it writes next. */
async function noOpenTransactions(databaseUrl: string): Promise<void> {
  const operator = new pg.Client({ connectionString: databaseUrl })
  await operator.connect()
  await until(async () => {
    const { rows } = await operator.query(
      `select state, query from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    )
    return rows.length === 0
  }, 'no connection rests in a transaction')
  await operator.end()
}

/** A way to a database that can be made to carry nothing, with every connection left open. */
async function proxyTo(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  const carry = (from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (bytes) => to.write(bytes))
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
    if (isSilent) from.pause()
  }
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    carry(near, far)
    carry(far, near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    fallSilent: () => {
      isSilent = true
      for (const one of sockets) one.pause()
    },
    goOn: () => {
      isSilent = false
      for (const one of sockets) one.resume()
    },
    close: () => {
      server.close()
      for (const one of sockets) one.destroy()
    },
  }
}
