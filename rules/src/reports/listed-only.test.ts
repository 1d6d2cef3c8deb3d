import assert from 'node:assert/strict'
import { test } from 'vitest'
import { isCut, listedOnly } from './listed-only.ts'

const listOf = (count: number, summary: Readonly<Record<string, string>> = {}) => ({
  listingPResponse: Array.from({ length: count }, (_, at) => ({ contractId: String(at) })),
  summary: { count: String(count), balance: '1.00', ...summary },
})

test('a whole list is cut to what a report shows, and says so', () => {
  assert.deepEqual(listedOnly(listOf(26)), {
    ...listOf(25),
    summary: { count: '26', listed: '25', balance: '1.00' },
  })
  assert.deepEqual(listedOnly(listOf(25)), listOf(25))
})

test('what is cut already, has no summary or is no list stays as it is', () => {
  for (const section of [listOf(30, { listed: '30' }), { consumerName: 'MARIA' }, [{ a: '1' }], { a: ['1'] }])
    assert.deepEqual(listedOnly(section), section)
  assert.deepEqual([listOf(1, { listed: '1' }), listOf(1), { consumerName: 'MARIA' }, []].map(isCut), [
    true,
    false,
    false,
    false,
  ])
})
