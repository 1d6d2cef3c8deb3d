import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import pg from 'pg'
import { describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines, newPlace, type Place } from '../../../testing/engines.ts'
import { type Program, startProgram, tokenOf } from '../../../testing/program.ts'
import { runService, type Session } from '../../../testing/running-service.ts'
import { TestClock } from '../../../testing/test-clock.ts'
import { until } from '../../../testing/until.ts'
import { coversAlways, type Source } from '../../features/reports/source.ts'
import { people } from '../../features/sandbox/people.ts'
import type { Claim } from '../../http/idempotency.ts'
import type { Store } from '../store.ts'

const slowPerson = people.find(({ title }) => title.en === 'Slow source')?.document ?? assert.fail()

/** A typical client timeout, far longer than the slow document takes. */
const clientTimeoutMs = 15_000

const settingsOf = ({ dataDirectory, databaseUrl }: Place): Record<string, string> => ({
  LASTRO_DATA: dataDirectory,
  ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
})

async function newClient(place: Place): Promise<Session> {
  const service = await runService({ place })
  const session = await service.newSession()
  await service.close()
  return session
}

async function query(program: Program, as: Session, token: string) {
  const answer = await fetch(`${program.url}/sandbox/relatorioBasico/v2/consulta`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'x-api-key': as.apiKey,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'in-flight',
      Connection: 'close',
    },
    body: JSON.stringify({ documento: slowPerson }),
    // A connection that was being passed to a worker when it was killed is never answered.
    signal: AbortSignal.timeout(clientTimeoutMs),
  })
  const body = (await answer.json()) as { code?: string }
  return { status: answer.status, code: body.code }
}

/** Whether a key is in flight. Also extends its claim by a day, so that expiry does not release it. */
async function isInFlight({ dataDirectory, databaseUrl }: Place): Promise<boolean> {
  const text =
    'update idempotency set claimed_until_ms = claimed_until_ms + 86400000 where answer is null returning 1'
  if (databaseUrl !== undefined) return (await asked(databaseUrl, text)).length > 0
  using db = new DatabaseSync(join(dataDirectory, 'lastro.db'), { timeout: 10_000 })
  return db.prepare(text).all().length > 0
}

async function asked(databaseUrl: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Retries as a client does until the key is free. */
async function untilAnswered(program: Program, as: Session, token: string): Promise<void> {
  await until(async () => {
    const { status, code } = await query(program, as, token).catch(() => ({ status: 0, code: undefined }))
    // Between workers the connection may be refused.
    if (status !== 200 && status !== 0) assert.equal(code, 'idempotency_key_in_flight')
    return status === 200
  }, 'the key is free')
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

for (const engine of engines) {
  describe(`an idempotency key in flight on ${engine}`, () => {
    test('is released on the next start after the service was killed', async () => {
      const place = await newPlace(engine)
      const as = await newClient(place)
      const first = await startProgram(settingsOf(place))
      const token = await tokenOf(first, as)
      const cut = query(first, as, token).catch(() => undefined)
      await until(() => isInFlight(place), 'the key is in flight')
      first.child.kill('SIGKILL')
      await cut
      const second = await startProgram(settingsOf(place))
      await untilAnswered(second, as, token)
      await second.stop()
    })

    test('is released after all workers of the service were killed, while the service runs on', async () => {
      const place = await newPlace(engine)
      const as = await newClient(place)
      const log = join(place.dataDirectory, 'log')
      const output = `>"${log}" 2>&1`
      const service = await startProgram(settingsOf(place), { words: ['--workers', '2'], output })
      await until(() => readFileSync(log, 'utf8').includes('Ctrl+C'), 'both workers listen')
      const token = await tokenOf(service, as)
      const cut = query(service, as, token).catch(() => undefined)
      await until(() => isInFlight(place), 'the key is in flight')
      for (const worker of childrenOf(service.child.pid ?? assert.fail())) process.kill(worker, 'SIGKILL')
      await cut
      await untilAnswered(service, as, token)
      await service.stop()
    })

    test('is not answered by a process that was frozen until another took over its expired claim', async () => {
      const place = await newPlace(engine)
      const asking = Promise.withResolvers<void>()
      const mayAnswer = Promise.withResolvers<void>()
      const slowSource: Source = {
        name: 'slow',
        ...coversAlways(['registration']),
        ask: async () => {
          asking.resolve()
          await mayAnswer.promise
          return { registration: { kind: 'nothing' } }
        },
      }
      const clock = new TestClock()
      const slow = await runService({ place, clock, productionSources: [slowSource] })
      onTestFinished(slow.close)
      const quick = await runService({ place, clock })
      onTestFinished(quick.close)
      const session = await slow.newSession('production')
      await slow.store.clients.setContract(session.clientId, wholeContract)
      const { clientId: client_id, clientSecret: client_secret } = session
      const granted = await slow.call('/oauth/token', {
        body: { grant_type: 'client_credentials', client_id, client_secret },
      })
      const as = { ...session, token: String(granted.at('access_token')) }
      const ask = (service: typeof slow) =>
        service.call('/relatorioBasico/v2/consulta', {
          as,
          body: { documento: '52998224725' },
          headers: { 'Idempotency-Key': 'taken-over' },
        })
      const first = ask(slow)
      await Promise.race([asking.promise, first.then(({ text }) => assert.fail(text))])
      clock.add(120_000)
      const second = await ask(quick)
      assert.equal(second.status, 200, second.text)
      mayAnswer.resolve()
      assert.equal((await first).at('code'), 'idempotency_key_in_flight')
      assert.equal((await ask(slow)).text, second.text)
    })
  })
}

describe('processes on one PostgreSQL', async () => {
  const place = await newPlace('postgres')
  const databaseUrl = place.databaseUrl ?? ''
  const open = async (): Promise<Store> => {
    const store = await place.open()
    cleanUp(store.close)
    await store.watchClaims?.()
    return store
  }
  const claimOf = (store: Store): Claim => ({
    environment: 'sandbox',
    clientId: 'cli_ana',
    key: randomUUID(),
    requestHash: 'hash',
    claim: randomUUID(),
    holder: store.idempotency.holder(),
    claimedUntilMs: 2_000,
    expiresAtMs: 3_000,
  })
  const claimed = async (store: Store): Promise<Claim> => {
    const claim = claimOf(store)
    assert.deepEqual(await store.idempotency.claim(claim, 1_000), { kind: 'claimed' })
    return claim
  }
  const outcomeOf = async (store: Store, claim: Claim): Promise<string> =>
    (await store.idempotency.claim({ ...claim, claim: randomUUID(), holder: undefined }, 1_000)).kind
  /** Waits until claims have been released that were made after those that a test is about. */
  const deadAreReleased = async () => {
    const holder = 1
    await asked(
      databaseUrl,
      `insert into idempotency (environment, client_id, key, request_hash, claim, holder, claimed_until_ms, expires_at_ms)
       values ('sandbox', 'cli_dead', $1, 'hash', 'dead', $2, 2000, 3000)`,
      [randomUUID(), holder],
    )
    const left = 'select 1 from idempotency where holder = $1'
    await until(async () => (await asked(databaseUrl, left, [holder])).length === 0, 'the dead are released')
  }
  const lockOf = (holder: number | undefined) =>
    `select pid from pg_locks where locktype = 'advisory' and objid = ${holder} and granted
       and database = (select oid from pg_database where datname = current_database())`

  test('leave a claim to a live process, however slow', async () => {
    const [slow, other] = [await open(), await open()]
    const claim = await claimed(slow)
    await deadAreReleased()
    assert.equal(await outcomeOf(other, claim), 'in_flight')
    await slow.idempotency.complete(claim, 'late')
    assert.equal(await outcomeOf(other, claim), 'answered')
  })

  test('leave a claim to a live process that lost its connection', async () => {
    const [broken, other] = [await open(), await open()]
    const claim = await claimed(broken)
    const [session] = await asked(databaseUrl, lockOf(claim.holder))
    await asked(databaseUrl, 'select pg_terminate_backend($1)', [session?.pid])
    await until(() => {
      const holder = broken.idempotency.holder()
      return holder !== undefined && holder !== claim.holder
    }, 'it has another lock')
    await deadAreReleased()
    assert.equal(await outcomeOf(other, claim), 'in_flight')
    assert.equal(await broken.idempotency.renew({ ...claim, holder: broken.idempotency.holder() }), true)
    await broken.idempotency.complete(claim, 'answer')
    assert.equal(await outcomeOf(other, claim), 'answered')
  })

  test('release the claim of a process whose lock is gone, and it cannot complete what another took over', async () => {
    const other = await open()
    const gone = await place.open()
    await gone.watchClaims?.()
    const claim = await claimed(gone)
    await gone.close()
    const successor = { ...claim, claim: 'successor', holder: other.idempotency.holder() }
    await until(
      async () => (await other.idempotency.claim(successor, 1_000)).kind === 'claimed',
      'it is released',
    )
    await assert.rejects(other.idempotency.complete(claim, 'of the dead'))
    assert.equal(await other.idempotency.renew(claim), false)
    await other.idempotency.complete(successor, 'of the living')
    assert.deepEqual(await other.idempotency.claim(claim, 1_000), {
      kind: 'answered',
      answer: 'of the living',
    })
  })

  test('let a process considered dead continue if no other took over its claim', async () => {
    const store = await open()
    const claim = await claimed(store)
    await store.idempotency.abandon(claim.holder ?? assert.fail())
    assert.equal(await store.idempotency.renew(claim), true)
    assert.equal(await outcomeOf(store, claim), 'in_flight')
    await store.idempotency.complete(claim, 'answer')
    assert.equal(await outcomeOf(store, claim), 'answered')
  })
})
