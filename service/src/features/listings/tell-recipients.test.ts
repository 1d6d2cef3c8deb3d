import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewOutboxRow, OutboxRow } from '../../jobs/outbox.ts'
import { type TellDeps, tellRecipients } from './tell-recipients.ts'

const correction: OutboxRow = {
  id: 'recipients.tell.L1.4',
  topic: 'recipients.tell',
  register: 'production',
  clientId: 'cli_loja',
  payload: { listingId: 'L1', document: '52998224725', change: 'released', version: 4, fromMs: 700 },
  // A Monday; the Friday of its week is a holiday.
  createdAtMs: Date.parse('2026-11-16T10:00:00-03:00'),
  dueAtMs: 0,
  attempts: 0,
}
const nowMs = Date.parse('2026-11-17T11:00:00-03:00')

/** Tells of a correction to those who were shown what the trail says; what goes into the outbox, and what was asked. */
async function told(shown: Awaited<ReturnType<TellDeps['shownTo']>>, row = correction) {
  const rows: NewOutboxRow[] = []
  const asked: unknown[] = []
  const handled = await tellRecipients(
    {
      outbox: { add: async (some) => void rows.push(...some) },
      clock: { nowMs: () => nowMs },
      shownTo: async (...of) => {
        asked.push(of)
        return shown
      },
    },
    row,
  )
  assert.equal(handled, 'done')
  return { rows, asked, recipients: rows.map(({ clientId }) => clientId) }
}

test('whoever was shown an earlier version is told, by a day five business days away', async () => {
  const { rows } = await told([{ clientId: 'cli_banco', listings: 'L1:3' }])
  assert.deepEqual(rows, [
    {
      id: 'listing.corrected.L1.4.cli_banco',
      topic: 'listing.corrected',
      register: 'production',
      clientId: 'cli_banco',
      payload: {
        listingId: 'L1',
        documento: '52998224725',
        change: 'released',
        version: 4,
        dueOn: '2026-11-24',
      },
      createdAtMs: nowMs,
      dueAtMs: nowMs,
    },
  ])
})

test('whoever saw the new version, another listing or none is told nothing', async () => {
  const { recipients } = await told([
    { clientId: 'cli_later', listings: 'L1:4' },
    { clientId: 'cli_other', listings: 'L2:1' },
    { clientId: 'cli_longer', listings: 'L11:1' },
    { clientId: 'cli_within', listings: 'XL1:1' },
    { clientId: 'cli_none', listings: '' },
  ])
  assert.deepEqual(recipients, [])
})

test('a report shows several listings, in any order', async () => {
  const { recipients } = await told([
    { clientId: 'cli_last', listings: 'L2:9,L1:3' },
    { clientId: 'cli_first', listings: 'L1:3,L2:9' },
  ])
  assert.deepEqual(recipients, ['cli_last', 'cli_first'])
})

test('many reports to one client make one event', async () => {
  const shown = ['L1:1', 'L1:2', 'L1:3', 'L1:4'].map((listings) => ({ clientId: 'cli_banco', listings }))
  assert.deepEqual((await told(shown)).recipients, ['cli_banco'])
})

test('the trail of the register’s own environment is asked, from the debt’s first day until now', async () => {
  const range = { fromMs: 700, untilMs: nowMs }
  assert.deepEqual((await told([])).asked, [['production', '52998224725', range]])
  const played = await told([], { ...correction, register: 'cli_caixa' })
  assert.deepEqual(played.asked, [['sandbox', '52998224725', range]])
})
