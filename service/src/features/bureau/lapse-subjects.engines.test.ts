import assert from 'node:assert/strict'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { describe, onTestFinished, test } from 'vitest'
import { cleanUp } from '../../../testing/clean-up.ts'
import { engines, newPlace } from '../../../testing/engines.ts'
import { type RunningService, runService } from '../../../testing/running-service.ts'
import { productionWatcher, watchedPerson } from '../../../testing/services/alert-service.ts'
import { shopPolicy } from '../../../testing/services/decisions.ts'
import { TestClock } from '../../../testing/services/listing-service.ts'
import { cheque, debt, protest } from '../sandbox/invented.ts'
import { lapsedSubjects } from './lapse-subjects.ts'
import { loadSubjects } from './load-subjects.ts'

const dayMs = 86_400_000
/** Loaded on 16 November 2026, it may be shown until the 18th. */
const nearlyOver = debt('listingP', '2021-11-18' as Day, { contractId: 'OLD-1', amount: '900.00' })
const anyDebt = shopPolicy({
  rules: [
    {
      id: 'any-debt',
      when: { value: 'negative.sum', above: '0.00' },
      outcome: 'decline',
      whenUnknown: 'review',
      reason: { pt: 'Há dívidas.', en: 'There are debts.' },
    },
  ],
})

for (const engine of engines) {
  describe(`loaded data that lapses, on ${engine}`, async () => {
    const started = async () => {
      const clock = new TestClock()
      const place = await newPlace(engine)
      const service = await runService({ place, clock })
      cleanUp(() => service.close().catch(() => undefined))
      const watcher = await productionWatcher(service)
      const load = async (facts: Partial<Subject>, of: RunningService = service) => {
        const body = `${JSON.stringify({ documento: watchedPerson, ...facts })}\n`
        const { subjects } = of.store
        const count = await loadSubjects({ subjects, clock }, stream(body), {
          language: 'en',
          onRefused: (line, reason) => assert.fail(`${line}: ${reason}`),
          onProgress: () => undefined,
        })
        assert.equal(count.kept, 1)
        await jobs(of)
      }
      const jobs = async (of: RunningService = service) => {
        for (let round = 0; round < 3; round++) {
          clock.add(61_000)
          await of.runJobs()
        }
      }
      /** The events of the document with their data as it was stored, oldest first. */
      const events = async (prefix = 'negative.', of: RunningService = service) => {
        const found = await of.store.alerts.occurrences.list({
          register: 'production',
          clientId: watcher.session.clientId,
          limit: 1_000,
          document: watchedPerson,
          event: undefined,
          after: undefined,
        })
        return found
          .filter(({ event }) => event.startsWith(prefix))
          .toSorted((a, b) => a.sequence - b.sequence)
          .map(({ event, data }) => ({ event, data }))
      }
      const summary = async (...of: Parameters<typeof events>) =>
        (await events(...of)).map(({ event, data }) => `${event} ${data.on} ${data.negative?.summary.count}`)
      return { clock, place, service, watcher, load, jobs, events, summary }
    }
    type Started = Awaited<ReturnType<typeof started>>
    const watchedWithDebt = async (facts: Partial<Subject> = { negativeItems: [nearlyOver] }) => {
      const one: Started = await started()
      await one.watcher.watched({ documento: watchedPerson })
      await one.load(facts)
      return one
    }

    test('negative.removed is sent on the day after the last, once, without the details', async () => {
      const { clock, jobs, summary, watcher } = await watchedWithDebt()
      assert.deepEqual(await summary(), ['negative.added 2026-11-16 1'])
      clock.set('2026-11-18T23:00:00-03:00')
      await jobs()
      assert.equal((await summary()).length, 1, 'its last day')
      clock.set('2026-11-19T00:01:00-03:00')
      await jobs()
      const told = ['negative.added 2026-11-16 1', 'negative.removed 2026-11-19 1']
      assert.deepEqual(await summary(), told)
      await watcher.renew()
      const seen = (await watcher.occurrences()).find(({ event }) => event === 'negative.removed')
      assert.deepEqual(seen?.data, { on: '2026-11-19' })
      clock.add(30 * dayMs)
      await jobs()
      assert.deepEqual(await summary(), told)
    })

    test('the policy of a watched document runs again', async () => {
      const { clock, service, watcher, load, jobs, events } = await started()
      const { clientId } = watcher.session
      const own = { environment: 'production', clientId } as const
      const saved = { warnings: [], userId: undefined, createdAtMs: clock.nowMs() }
      await service.store.policies.create({ ...own, ...saved, name: 'loja', policy: anyDebt }, 10)
      await load({ negativeItems: [nearlyOver] })
      await watcher.watched({ documento: watchedPerson, policy: 'loja', events: ['decision.changed'] })
      await jobs()
      clock.set('2026-11-19T00:01:00-03:00')
      await jobs()
      const changed = await events('decision.')
      assert.deepEqual(
        changed.map(({ data }) => [data.decision?.before.outcome, data.decision?.after.outcome]),
        [['decline', 'approve']],
      )
    })

    test('after days without a running service, each lapse is reported with its own day', async () => {
      const items = [nearlyOver, debt('listingR', '2021-11-20' as Day, { contractId: 'OLD-2' })]
      const first = await watchedWithDebt({
        negativeItems: items,
        cheques: [cheque('2021-11-20' as Day)],
        protests: [protest('2021-11-25' as Day), protest('2025-11-25' as Day)],
      })
      await first.service.close()
      first.clock.set('2026-12-01T09:00:00-03:00')
      const again = await runService({ place: first.place, clock: first.clock })
      onTestFinished(again.close)
      await first.jobs(again)
      const expected = [
        'negative.added 2026-11-16 5',
        'negative.removed 2026-11-19 1',
        'negative.removed 2026-11-21 2',
        'negative.removed 2026-11-26 1',
      ]
      assert.deepEqual(await first.summary('negative.', again), expected)
      await first.load({ negativeItems: items, protests: [protest('2025-11-25' as Day)] }, again)
      assert.deepEqual(await first.summary('negative.', again), expected, 'a later load repeats none')
    })

    test('data held back by a notice period is reported when the period ends', async () => {
      const waiting = { ...debt('listingP', '2026-09-01' as Day), notifiedOn: '2026-11-13' }
      const { clock, jobs, summary } = await watchedWithDebt({ negativeItems: [waiting] })
      assert.deepEqual(await summary(), [])
      clock.set('2026-12-01T09:00:00-03:00')
      await jobs()
      assert.deepEqual(await summary(), ['negative.added 2026-11-24 1'])
    })

    test('a client that began to watch after the lapse is not notified', async () => {
      const { clock, watcher, load, jobs, summary } = await started()
      await load({ negativeItems: [nearlyOver] })
      clock.set('2026-11-20T09:00:00-03:00')
      await watcher.renew()
      await watcher.watched({ documento: watchedPerson })
      await jobs()
      assert.deepEqual(await summary(), [])
    })

    test('several services at once, one of which fails, notify only once', async () => {
      const { clock, place, service, jobs, summary } = await watchedWithDebt()
      clock.set('2026-11-19T00:01:00-03:00')
      const other = engine === 'postgres' ? await place.open() : service.store
      const chores = [service.store, other, service.store, other].map(({ subjects }) =>
        lapsedSubjects({ subjects, clock }),
      )
      const broken = lapsedSubjects({
        subjects: {
          recordLapses: async (page) => {
            await service.store.subjects.recordLapses(page)
            throw new Error('killed')
          },
        },
        clock,
      })
      await assert.rejects(broken.run(), /killed/)
      const counts = await Promise.all(chores.map(({ run }) => run()))
      assert.deepEqual(counts, [0, 0, 0, 0])
      await jobs()
      assert.equal((await summary()).length, 2)
      if (other !== service.store) await other.close()
    })

    test('a load that commits after the daily check is caught up within the hour', async () => {
      const { clock, service, jobs, summary } = await watchedWithDebt()
      clock.set('2026-11-19T00:01:00-03:00')
      const looked: string[] = []
      const { subjects } = service.store
      const chore = lapsedSubjects({
        subjects: {
          recordLapses: async (page) => {
            looked.push(page.after)
            return subjects.recordLapses(page)
          },
        },
        clock,
      })
      assert.equal(await chore.run(), 1)
      const count = looked.length
      assert.equal(await chore.run(), 0)
      assert.equal(looked.length, count, 'once an hour')
      clock.add(60 * 60_000)
      await chore.run()
      assert.ok(looked.length > count)
      await jobs()
      assert.equal((await summary()).length, 2)
    })
  })
}

async function* stream(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
