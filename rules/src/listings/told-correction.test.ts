import assert from 'node:assert/strict'
import { test } from 'vitest'
import { correctionId } from './told-correction.ts'

const of = { listingId: 'L1', version: 6, recipient: 'debtor' }

test('a correction that is made again has the id under which it is kept already', () => {
  assert.equal(correctionId(of), 'co_aB8x_6Lhqg0xBpC87B-Ghoje')
})

test('each listing, version and recipient has a correction of its own', () => {
  const others = [
    of,
    { ...of, listingId: 'L2' },
    { ...of, version: 7 },
    { ...of, recipient: 'cli_loja' },
    { ...of, listingId: 'L', version: 16 },
  ]
  assert.equal(new Set(others.map(correctionId)).size, others.length)
})
