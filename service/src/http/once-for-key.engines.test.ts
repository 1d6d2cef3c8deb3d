import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { afterAll, describe, onTestFinished, test, vi } from 'vitest'
import { engines } from '../../testing/engines.ts'
import { ana, storeOfClients } from '../../testing/invented/two-clients.ts'
import { until } from '../../testing/until.ts'
import { asItWas, type IdempotencyStore, keptMs, onceForKey } from './idempotency.ts'
import type { Refusal, Reply } from './reply.ts'

for (const engine of engines) {
  describe(`work that is done once for its key on ${engine}`, async () => {
    const store = await storeOfClients(engine)
    afterAll(store.close)
    let nowMs = 1_000_000
    let done = 0
    const work = async (): Promise<Reply | Refusal> => ({
      status: 201,
      body: `"${++done}"`,
      contentType: 'a/b',
    })
    const replayed: string[] = []
    let isToBeRefused = false
    const once = (key: string, of = work, over: { operation?: string; body?: string } = {}) =>
      onceForKey(
        { idempotency: store.idempotency, clock: { nowMs: () => nowMs } },
        {
          environment: 'production',
          clientId: ana,
          key,
          operation: over.operation ?? 'create',
          body: Buffer.from(over.body ?? '{}'),
        },
        of,
        async (first) => {
          replayed.push(first.body)
          return isToBeRefused ? { code: 'idempotency_key_reused' } : first
        },
      )
    const bodyOf = (outcome: Reply | Refusal) => ('body' in outcome ? outcome.body : outcome.code)

    test('an answer is repeated for a day to the millisecond, and then the work is done anew', async () => {
      assert.equal(keptMs, 86_400_000)
      assert.equal(bodyOf(await once('day')), '"1"')
      nowMs += keptMs - 1
      assert.deepEqual(await once('day'), {
        status: 201,
        body: '"1"',
        contentType: 'a/b',
        headers: { 'Idempotency-Replayed': 'true' },
      })
      assert.deepEqual(replayed, ['"1"'])
      nowMs += 1
      assert.equal(bodyOf(await once('day')), '"2"')
      assert.deepEqual(replayed, ['"1"'])
    })

    test('work that breaks gives its key back and says what broke', async () => {
      const broken = () => once('broken', () => Promise.reject(new Error('no disk')))
      await assert.rejects(broken, /no disk/)
      assert.equal(bodyOf(await once('broken')), '"3"')
    })

    test('a key that could not be given back while the store was gone is free once it is there', async () => {
      let isGone = true
      const gone = async () => assert.fail('out of reach')
      const { idempotency } = store
      const flaky = {
        ...idempotency,
        claim: async (...claim: Parameters<typeof idempotency.claim>) => {
          const outcome = await idempotency.claim(...claim)
          return isGone ? gone() : outcome
        },
        release: (...claim: Parameters<typeof idempotency.release>) =>
          isGone ? gone() : idempotency.release(...claim),
      }
      const clock = { nowMs: () => nowMs }
      const keyed = { environment: 'production', clientId: ana, key: 'gone', operation: 'create' } as const
      const ask = () =>
        onceForKey({ idempotency: flaky, clock }, { ...keyed, body: Buffer.from('') }, work, asItWas)
      await assert.rejects(ask, /out of reach/)
      isGone = false
      assert.equal(bodyOf(await ask()), 'idempotency_key_in_flight')
      const before = done
      await until(async () => bodyOf(await ask()) === `"${before + 1}"`, 'the key is free')
      done = before
    })

    test('work that is refused gives its key back', async () => {
      const refused = await once('refused', async () => ({
        code: 'document_invalid',
        values: { reason: 'x' },
      }))
      assert.equal(bodyOf(refused), 'document_invalid')
      assert.equal(bodyOf(await once('refused')), '"4"')
    })

    test('an answer is repeated with its headers, such as where to find what it made', async () => {
      const located = async (): Promise<Reply> => ({ status: 201, body: '', headers: { Location: '/one' } })
      await once('headers', located)
      const repeated = await once('headers', located)
      assert.deepEqual(repeated.headers, { Location: '/one', 'Idempotency-Replayed': 'true' })
    })

    test('a repeat may be refused by whoever gives it, and the answer stays for the next', async () => {
      isToBeRefused = true
      assert.deepEqual(await once('headers'), { code: 'idempotency_key_reused' })
      isToBeRefused = false
      assert.equal((await once('headers')).headers?.['Idempotency-Replayed'], 'true')
    })

    test('a claim lasts two minutes, and then the next caller may take it over', async () => {
      const { promise: held, resolve: letGo } = Promise.withResolvers<Reply>()
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
      const first = once('held', () => {
        begin()
        return held
      })
      await begun
      nowMs += 119_999
      const early = await once('held')
      assert.deepEqual(early, { code: 'idempotency_key_in_flight', headers: { 'Retry-After': '1' } })
      nowMs += 1
      assert.equal(bodyOf(await once('held')), '"5"')
      letGo({ status: 201, body: 'late', contentType: 'a/b' })
      await assert.rejects(first, /claim was lost/)
      assert.equal(bodyOf(await once('held')), '"5"')
    })

    test('a key is of one operation and one body, and has the form of one', async () => {
      await once('form')
      assert.equal(bodyOf(await once('form', work, { operation: 'change' })), 'idempotency_key_reused')
      assert.equal(bodyOf(await once('form', work, { body: '{} ' })), 'idempotency_key_reused')
      for (const key of ['', 'a b', 'é', 'x'.repeat(129)])
        assert.equal(bodyOf(await once(key)), 'idempotency_key_invalid', key)
      assert.match(bodyOf(await once('x'.repeat(128))), /^"/)
      assert.match(bodyOf(await once('~!')), /^"/)
    })
  })
}

describe('a key whose store is out of reach', () => {
  const keyed = {
    environment: 'production',
    clientId: ana,
    key: 'gone',
    operation: 'create',
    body: Buffer.from(''),
  } as const

  /** Takes what is claimed and gives nothing back, until it is there again. */
  function outOfReach() {
    const store = { isGone: true, tries: 0 }
    const idempotency: IdempotencyStore = {
      claim: async () => ({ kind: 'claimed' }),
      complete: async () => undefined,
      release: async () => {
        store.tries += 1
        if (store.isGone) throw new Error('out of reach')
      },
      forget: async () => 0,
      abandonAll: async () => undefined,
      abandon: async () => undefined,
      holder: () => undefined,
      renew: async () => true,
    }
    const broken = () =>
      onceForKey(
        { idempotency, clock: { nowMs: () => 0 } },
        keyed,
        () => Promise.reject(new Error('no disk')),
        asItWas,
      )
    return { store, broken }
  }

  /** Lets as much time pass, with what is due every half second. */
  async function pass(halfSeconds: number) {
    for (let passed = 0; passed < halfSeconds; passed += 1) {
      vi.advanceTimersByTime(500)
      await setImmediate()
    }
  }

  test('is given back every half second until that is done, and not once more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { store, broken } = outOfReach()
    await assert.rejects(broken, /no disk/)
    assert.equal(store.tries, 1)
    await pass(4)
    assert.equal(store.tries, 5)
    store.isGone = false
    await pass(4)
    assert.equal(store.tries, 6)
  })

  test('is retried until its claim has expired, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { store, broken } = outOfReach()
    await assert.rejects(broken, /no disk/)
    await pass(300)
    assert.equal(store.tries, 1 + 240)
  })
})

test('an answer of which nothing is to be told is repeated as it was', async () => {
  const first: Reply = { status: 201, body: '', contentType: 'a/b' }
  assert.equal(await asItWas(first), first)
})
