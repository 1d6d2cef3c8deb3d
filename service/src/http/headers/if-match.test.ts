import assert from 'node:assert/strict'
import { test } from 'vitest'
import { versionIn } from './if-match.ts'

test('the version that a caller has read stands between quotes, alone; anything else is that of nothing', () => {
  assert.deepEqual(['"1"', '"42"', '"999999999"'].map(versionIn), [1, 42, 999_999_999])
  for (const other of [
    '',
    '*',
    '1',
    'W/"1"',
    '"1", "2"',
    '""',
    '"x"',
    '"1" ',
    ' "1"',
    '"1000000000"',
    '"-1"',
  ])
    assert.equal(versionIn(other), 0, other)
})
