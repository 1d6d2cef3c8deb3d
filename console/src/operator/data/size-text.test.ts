import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sizeText } from './size-text.ts'

test('small sizes are told apart, and none is nothing', () => {
  assert.deepEqual([1, 0.12 * 2 ** 20, 0.31 * 2 ** 20, 9.5 * 2 ** 20].map(sizeText), [
    '0,1 MiB',
    '0,1 MiB',
    '0,3 MiB',
    '9,5 MiB',
  ])
})

test('large sizes are whole', () => {
  assert.deepEqual([85.4 * 2 ** 20, 12_200 * 2 ** 20].map(sizeText), ['85 MiB', '12.200 MiB'])
})
