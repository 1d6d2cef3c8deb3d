import assert from 'node:assert/strict'
import { afterAll, describe, test } from 'vitest'
import { engines, newPlace } from '../../testing/engines.ts'
import { TestClock } from '../../testing/services/listing-service.ts'
import { until } from '../../testing/until.ts'
import type { NewOutboxRow } from './outbox.ts'
import { type Handler, pauseAfter, runner } from './runner.ts'

const row = (id: string, topic = 'work', dueAtMs = 0): NewOutboxRow => ({
  id,
  topic,
  register: 'production',
  clientId: 'c',
  payload: { id },
  createdAtMs: 0,
  dueAtMs,
})

test('pauses grow, up to an hour', () => {
  assert.deepEqual([1, 2, 3].map(pauseAfter), [5_000, 10_000, 20_000])
  assert.equal(pauseAfter(50), 3_600_000)
})

for (const engine of engines) {
  describe(`the outbox on ${engine}`, async () => {
    const place = await newPlace(engine)
    const store = await place.open()
    afterAll(() => store.close())
    const { outbox } = store
    const clock = new TestClock()
    const errors: unknown[] = []
    const runnerFor = (handlers: Record<string, Handler>) =>
      runner({ outbox, handlers, chores: [], clock, onError: (_, error) => void errors.push(error) })

    test('a row is handed over once and then done; one of a topic that nobody knows waits', async () => {
      const seen: string[] = []
      await outbox.add([row('a1'), row('a2'), row('a3', 'unheard')])
      const { runOnce } = runnerFor({
        work: async ({ id }) => {
          seen.push(id)
          return 'done'
        },
      })
      await runOnce()
      await runOnce()
      assert.deepEqual(seen.toSorted(), ['a1', 'a2'])
      assert.equal((await outbox.read('unheard', 10)).length, 1)
    })

    test('one that fails, or asks for later, comes again after a pause that grows', async () => {
      let attempts = 0
      await outbox.add([row('b1', 'flaky')])
      const { runOnce } = runnerFor({
        flaky: async () => {
          attempts += 1
          if (attempts === 1) throw new Error('broken')
          return attempts < 3 ? 'later' : 'done'
        },
      })
      await runOnce()
      await runOnce()
      assert.equal(attempts, 1)
      assert.equal(errors.length, 1)
      clock.add(5_000)
      await runOnce()
      assert.equal(attempts, 2)
      clock.add(9_999)
      await runOnce()
      assert.equal(attempts, 2)
      clock.add(1)
      await runOnce()
      clock.add(3_600_000)
      await runOnce()
      assert.equal(attempts, 3)
    })

    test('two that work at once share the rows: each goes to one of them', async () => {
      const rows = Array.from({ length: 60 }, (_, at) => row(`c${at}`, 'shared'))
      await outbox.add(rows)
      const seen: string[] = []
      const handlers: Record<string, Handler> = {
        shared: async ({ id }) => {
          seen.push(id)
          return 'done'
        },
      }
      const counts = await Promise.all([runnerFor(handlers).runOnce(), runnerFor(handlers).runOnce()])
      assert.equal(counts[0] + counts[1], 60)
      assert.equal(new Set(seen).size, 60)
      assert.equal(seen.length, 60)
    })

    test('a row whose worker died is taken up once its claim is over', async () => {
      await outbox.add([row('d1', 'orphan')])
      const nowMs = clock.nowMs()
      const claim = { topics: ['orphan'], limit: 10 }
      assert.equal((await outbox.claim({ ...claim, nowMs, claimedUntilMs: nowMs + 1000 })).length, 1)
      assert.equal((await outbox.claim({ ...claim, nowMs, claimedUntilMs: nowMs + 1000 })).length, 0)
      const later = { nowMs: nowMs + 1000, claimedUntilMs: nowMs + 2000 }
      const [taken] = await outbox.claim({ ...claim, ...later })
      assert.equal(taken?.attempts, 2)
    })

    test('starts nothing while paused, and everything afterwards', async () => {
      let isPaused = true
      const done: string[] = []
      await outbox.add([row('p1', 'paused')])
      const work = async () => {
        done.push('work')
        return done.filter((one) => one === 'work').length === 1 ? 1 : 0
      }
      const { runOnce } = runner({
        outbox,
        handlers: {
          paused: async ({ id }) => {
            done.push(id)
            return 'done'
          },
        },
        chores: [],
        works: [{ name: 'work', run: work }],
        clock,
        onError: (_, error) => void errors.push(error),
        isPaused: async () => isPaused,
      })
      await runOnce()
      assert.deepEqual(done, [])
      isPaused = false
      await runOnce()
      assert.deepEqual(done, ['p1', 'work', 'work'])
    })

    test('a row that is not due waits', async () => {
      await outbox.add([row('e1', 'timed', clock.nowMs() + 1)])
      let count = 0
      const { runOnce } = runnerFor({
        timed: async () => {
          count += 1
          return 'done'
        },
      })
      await runOnce()
      assert.equal(count, 0)
      clock.add(1)
      await runOnce()
      assert.equal(count, 1)
    })

    test('of several processes one does the chores, and all do them in the course of time', async () => {
      let count = 0
      const chores = [
        {
          name: 'sweep',
          run: async () => {
            count += 1
            return 1
          },
        },
      ]
      const onError = (_: string, error: unknown) => void errors.push(error)
      const claims = [0, 0, 0]
      const runners = claims.map((_, at) => {
        const claim: typeof outbox.claim = (asked) => {
          claims[at] = (claims[at] ?? 0) + 1
          return outbox.claim(asked)
        }
        return runner({ outbox: { ...outbox, claim }, handlers: {}, chores, clock, onError })
      })
      for (const one of runners) one.start()
      // Each claims the chores once in a round, and rows once.
      await until(() => claims.every((made) => made >= 4), 'each has made two rounds')
      await Promise.all(runners.map((one) => one.stop()))
      assert.equal(count, 1)
      clock.add(60_000)
      const late = runner({ outbox, handlers: {}, chores, clock, onError })
      late.start()
      await until(() => count === 2, 'the chores are done again')
      await late.stop()
    })

    test('a row that is added again is left as it is', async () => {
      await outbox.add([row('f1', 'once')])
      await outbox.add([row('f1', 'once')])
      assert.equal((await outbox.read('once', 10)).length, 1)
    })
  })
}
