import assert from 'node:assert/strict'
import type { ToldCorrection } from '@lastro/rules/listings/told-correction.ts'
import { test } from 'vitest'
import { listingsAlone } from '../../../../testing/services/listings-alone.ts'
import { listingJobs } from './listing-jobs.ts'

const { deps, clock, email, outbox, inserted, kept, rowsOf } = await listingsAlone()
const { handlers, chores } = listingJobs({
  ...deps,
  outbox,
  shownTo: async () => [{ clientId: 'cli_banco', listings: `${id}:4`, outcome: 'answered' }],
  watching: async () => [],
  alertedOf: async () => [],
  corrections: { keepForDebtor: async (one) => void debtors.push(one) },
  composeCorrection: undefined,
  sendMail: async () => ({ kind: 'sent' }),
})
const debtors: ToldCorrection[] = []
const { id } = await inserted()

/** Does everything that waits under a topic. */
async function runAll(topic: string) {
  for (const row of await rowsOf(topic)) assert.equal(await handlers[topic]?.(row), 'done')
}

test('a queued notice is sent', async () => {
  await runAll('notice.send')
  assert.equal(email.sent.length, 1)
  assert.equal((await kept(id)).state, 'notice_sent')
})

test('an e-mail without proof is given up for a letter', async () => {
  await runAll('notice.unproved')
  assert.equal((await kept(id)).notice?.channel, 'letter')
})

test('whoever was shown what was wrong is told, and so is the debtor', async () => {
  const payload = { listingId: id, document: '52998224725', change: 'released', version: 2, fromMs: 0 }
  for (const topic of ['recipients.tell', 'debtor.tell']) {
    const row = { id: 'r', topic, register: 'production', clientId: 'cli_loja', payload }
    const handled = handlers[topic]?.({ ...row, createdAtMs: 0, dueAtMs: 0, attempts: 0 })
    assert.equal(await handled, 'done')
  }
  // It was never shown.
  assert.deepEqual([...(await rowsOf('listing.corrected')), ...debtors], [])
})

test('every so often what has fallen due is recorded', async () => {
  clock.set('2031-03-12T00:00:00-03:00')
  assert.deepEqual(
    chores.map(({ name }) => name),
    ['due listings', 'lapsed listings'],
  )
  assert.equal(await chores[0]?.run(), 1)
  assert.equal((await kept(id)).state, 'expired')
})
