import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { test } from 'vitest'
import { listingsAlone } from '../../../../testing/services/listings-alone.ts'
import { batchLinesOver, keptLine, refusedLineView } from './refused-lines.ts'

const viewing = { today: '2026-11-16' as Day, language: 'pt' } as const
const viewOf = (kept: object, listing?: Parameters<typeof refusedLineView>[1]) =>
  refusedLineView(keptLine({ line: 3, answer: JSON.stringify({ line: 3, ...kept }) }), listing, viewing)

test('lines that were taken are forgotten with their key, those that were refused thirty days later', () => {
  const nowMs = Date.parse('2026-12-16T10:00:00-03:00')
  const refusedMs = Date.parse('2026-11-16T10:00:00-03:00')
  assert.deepEqual(batchLinesOver(nowMs), { expiredMs: nowMs, refusedMs })
})

test('a line that a rule refused is told in the reader’s language, with the debt that is on record for it', async () => {
  const listing = await (await listingsAlone()).inserted({ amount: '9.99' })
  const refusal = { code: '057', reason: 'The value is below R$ 10.00.', earlierListingId: 'L0' }
  const errors = [
    { field: 'amount', code: '057', message: 'The value is below R$ 10.00.' },
    { field: 'name', code: 'too_long', message: 'It is too long.' },
  ]
  const seen = viewOf({ status: 'refused', id: listing.id, refusal, errors }, listing)
  assert.ok(seen.status === 'refused')
  const { listing: shown, ...view } = seen
  const reason = 'O valor é menor que R$ 10,00.'
  assert.deepEqual(view, {
    line: 3,
    status: 'refused',
    id: listing.id,
    refusal: { code: '057', reason, earlierListingId: 'L0' },
    errors: [{ field: 'amount', code: '057', message: reason }, errors[1]],
  })
  assert.deepEqual([shown?.id, shown?.amount], [listing.id, '9.99'])
  assert.deepEqual(Object.keys(viewOf({ status: 'refused', id: 'L1', refusal })), [
    'line',
    'status',
    'id',
    'refusal',
  ])
})

test('a line of which no debt was made is invalid, for whatever is known to be wrong with it', () => {
  const errors = [{ field: '', code: 'line_not_json', message: 'It is not JSON.' }]
  const refusal = { code: '057', reason: '' }
  const cases: readonly [kept: object, errors: object[]][] = [
    [{ status: 'invalid', errors }, errors],
    [{ status: 'invalid', id: 'L1', refusal, errors }, errors],
    [{ status: 'refused', id: 'L1' }, []],
    [{ status: 'refused', refusal }, []],
  ]
  for (const [kept, found] of cases)
    assert.deepEqual(viewOf(kept), { line: 3, status: 'invalid', errors: found }, JSON.stringify(kept))
})
