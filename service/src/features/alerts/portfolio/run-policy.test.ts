import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { test } from 'vitest'
import { TestClock } from '../../../../testing/test-clock.ts'
import type { Watcher } from '../alert-store.ts'
import { policyRun, policyRunAfter } from './policy-run.ts'
import { runPolicy } from './run-policy.ts'
import type { WatchedOutcome } from './watched-policy-store.ts'

const clock = new TestClock()
const moment = { machineMs: clock.nowMs(), nowMs: clock.nowMs() }
const watcher: Watcher = {
  registration: {
    id: 'r',
    register: productionRegister,
    clientId: 'c',
    document: '52998224725',
    events: undefined,
    label: undefined,
    until: undefined,
    policy: 'loja',
    version: 1,
    createdAtMs: 0,
    requestKey: undefined,
  },
  contract: wholeContract,
  isRevoked: false,
  targets: [],
}
const whole: WatchedOutcome = {
  outcome: 'approve',
  version: 1,
  decidedBy: 'otherwise',
  reason: { pt: 'Nada impede.', en: 'Nothing is in the way.' },
  failedSections: [],
}
const partial: WatchedOutcome = { ...whole, outcome: 'review', failedSections: ['listingP'] }

/** One run, after what was kept, with what is decided now: how it ended, and what was kept and told. */
async function ran(kept: WatchedOutcome | undefined, now: WatchedOutcome | undefined, attempts = 1) {
  const written: string[] = []
  const handled = await runPolicy(
    {
      watchedPolicies: {
        find: async () => ({ watcher, decided: kept, decidedCount: 0 }),
        keep: async (_, decided, told) => {
          written.push(decided.outcome, ...(told === undefined ? [] : [told.occurrence.event]))
          return true
        },
      },
      decideOnHeld: async ({ before }) =>
        now && { decided: now, toSave: now, isNews: before !== undefined && before.outcome !== now.outcome },
      clock,
      nowMsIn: clock.nowMs,
    },
    { ...policyRun(watcher.registration, 'l.3', 0), attempts },
  )
  return [handled, ...written]
}

test('a section that fails and did not before is waited for, and then counts', async () => {
  assert.deepEqual(await ran(whole, partial), ['later'])
  assert.deepEqual(await ran(undefined, partial, 5), ['later'])
  assert.deepEqual(await ran(whole, partial, 6), ['done', 'review', 'decision.changed'])
  assert.deepEqual(await ran(undefined, partial, 6), ['done', 'review'])
  assert.deepEqual(await ran(partial, { ...partial, outcome: 'decline' }), [
    'done',
    'decline',
    'decision.changed',
  ])
})

test('the same outcome is kept, and told to nobody; what decides no more leaves all as it was', async () => {
  assert.deepEqual(await ran(whole, { ...whole, decidedBy: 'other', version: 2 }), ['done', 'approve'])
  assert.deepEqual(await ran(whole, undefined), ['done'])
})

test('a run follows what readers see of the document, and neither a correction nor another outcome', () => {
  const after = (topic: string, payload: object = {}, of: Partial<Watcher> = {}) => {
    const row = { ...policyRun(watcher.registration, '', 0), id: 'l.3', topic, payload: { ...payload } }
    return policyRunAfter({ ...row, attempts: 0 }, { ...watcher, ...of }, moment)?.id
  }
  const run = 'watch.decide.r.l.3'
  assert.equal(after('sanction.added'), run)
  assert.equal(after('listing.paid', { isForReaders: true }), run)
  assert.equal(after('listing.paid'), undefined)
  assert.equal(after('listing.corrected', { isForReaders: true }), undefined)
  assert.equal(after('decision.changed'), undefined)
  assert.equal(after('sanction.added', {}, { isRevoked: true }), undefined)
  const plain = { registration: { ...watcher.registration, policy: undefined } }
  assert.equal(after('sanction.added', {}, plain), undefined)
})
