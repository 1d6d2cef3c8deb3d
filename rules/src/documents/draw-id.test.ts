import assert from 'node:assert/strict'
import { test } from 'vitest'
import { drawId } from './draw-id.ts'

test('an id that has the digits of a document by chance is drawn again', () => {
  const draws = ['cli_52998224725abcde', 'cli_11222333000181-a', 'cli_iABZm2fUJ1QW_9vA', 'cli_never']
  assert.equal(
    drawId(() => draws.shift() ?? ''),
    'cli_iABZm2fUJ1QW_9vA',
  )
})
