import assert from 'node:assert/strict'
import type { Billing } from '@lastro/rules/trail/consultation.ts'
import { test } from 'vitest'
import type { NotReady } from '../../http/health/readiness.ts'
import { watchCommits } from './commit-watch.ts'

const reasons: Readonly<Record<string, NotReady>> = {
  full: 'disk_full',
  refused: 'read_only',
  timeout: 'commits_stalled',
  outage: 'store_unavailable',
}

/** A trail whose commits end when the test says so, on a clock that it sets. */
function watched() {
  const underWay: PromiseWithResolvers<readonly Billing[]>[] = []
  const clock = { ms: 0 }
  const watch = watchCommits(
    () => {
      const commit = Promise.withResolvers<readonly Billing[]>()
      underWay.push(commit)
      return commit.promise as Promise<Billing[]>
    },
    (error) => reasons[String(error)],
    () => clock.ms,
  )
  const append = () =>
    watch.append('sandbox', []).then(
      () => undefined,
      () => undefined,
    )
  return { watch, clock, underWay, append }
}

test('commits stall once the first of them has waited two seconds, and move when one succeeds', async () => {
  const { watch, clock, underWay, append } = watched()
  assert.equal(watch.fault(), undefined)
  const first = append()
  clock.ms = 2_000
  assert.equal(watch.fault(), undefined)
  clock.ms = 2_001
  assert.equal(watch.fault(), 'commits_stalled')
  underWay[0]?.resolve([])
  await first
  assert.equal(watch.fault(), undefined)
})

test('one that is given up and tried again stalls as much as one that hangs', async () => {
  const { watch, clock, underWay, append } = watched()
  const first = append()
  clock.ms = 1_500
  underWay[0]?.reject('timeout')
  await first
  const second = append()
  clock.ms = 2_500
  assert.equal(watch.fault(), 'commits_stalled')
  underWay[1]?.resolve([])
  await second
  assert.equal(watch.fault(), undefined)
})

test('a success counts from the next that waits', async () => {
  const { watch, clock, underWay, append } = watched()
  const first = append()
  clock.ms = 1_000
  const second = append()
  underWay[0]?.resolve([])
  await first
  clock.ms = 2_900
  assert.equal(watch.fault(), undefined)
  clock.ms = 3_001
  assert.equal(watch.fault(), 'commits_stalled')
  underWay[1]?.resolve([])
  await second
})

test('a full disk is reported at once, and for five seconds without requests', async () => {
  const { watch, clock, underWay, append } = watched()
  const first = append()
  underWay[0]?.reject('full')
  await first
  assert.equal(watch.fault(), 'disk_full')
  clock.ms = 5_001
  assert.equal(watch.fault(), undefined)
})

test('commits that fail under load are reported with the reason of the last failure', async () => {
  const { watch, clock, underWay, append } = watched()
  for (let at = 0; at < 30; at++) {
    clock.ms = at * 100
    const failing = append()
    underWay[at]?.reject('refused')
    await failing
  }
  const waiting = append()
  assert.equal(watch.fault(), 'read_only')
  underWay[30]?.resolve([])
  await waiting
  assert.equal(watch.fault(), undefined)
})

test('a fault of ours says nothing of the store', async () => {
  const { watch, clock, underWay, append } = watched()
  const first = append()
  underWay[0]?.reject('a fault of ours')
  await first
  clock.ms = 2_500
  assert.equal(watch.fault(), undefined)
})

test('where every commit fails, whatever the fault, none can be recorded; one that succeeds ends it', async () => {
  const { watch, clock, underWay, append } = watched()
  for (let at = 0; at < 5; at++) {
    const one = append()
    underWay[at]?.reject('a fault of ours')
    await one
  }
  clock.ms = 2_001
  const another = append()
  assert.equal(watch.fault(), 'commits_stalled')
  underWay[5]?.reject('a fault of ours')
  await another
  assert.equal(watch.fault(), 'commits_stalled')
  const sound = append()
  underWay[6]?.resolve([])
  await sound
  assert.equal(watch.fault(), undefined)
})
