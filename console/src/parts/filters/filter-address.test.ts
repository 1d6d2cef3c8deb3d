import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addressWith, filterIn, heldBack, mayBeShown } from './filter-address.ts'

const hidden = [
  '52998224725',
  '529.982.247-25',
  ' 529 982 247 25 ',
  'CT-52998224725',
  'CT52998224725X',
  'n 00000000000191',
  '12.ABC.345/01DE-35',
  '12abc34501de35',
  // In digits of another script, and with a sign between them that nobody sees.
  '５２９９８２２４７２５',
  '529982\u200b24725',
]

/** One that was made by chance, with the digits of a CPF in it. */
const anId = '52998224-725a-4b1c-9d2e-0a4f1f6f2b11'

test('a document is seen in any spelling, and within other letters', () => {
  for (const text of hidden) assert.equal(mayBeShown(text), false, text)
  for (const text of ['CT-1001', '2026-03-10', 'published', '52998224724', '', 'ANA CLARA', anId]) {
    assert.equal(mayBeShown(text), true, text)
  }
})

test('no document reaches an address, whatever field it was typed into; it is held in memory instead', () => {
  for (const text of hidden) {
    assert.equal(addressWith('/dividas', new URLSearchParams(), { contractId: text }), '/dividas', text)
    assert.deepEqual(heldBack({ contractId: text, state: 'published' }), { contractId: text }, text)
  }
})

test('a document in an address that somebody made is not taken', () => {
  const search = new URLSearchParams({ contractId: '529.982.247-25', state: 'published', other: 'x' })
  assert.deepEqual(filterIn(search, ['contractId', 'state']), { state: 'published' })
})

test('a change of one part keeps the others, and a part without a text is gone', () => {
  const search = new URLSearchParams('state=published&from=2026-01-01')
  assert.equal(
    addressWith('/dividas', search, { state: 'waiting' }),
    '/dividas?state=waiting&from=2026-01-01',
  )
  assert.equal(addressWith('/dividas', search, { state: undefined, from: '' }), '/dividas')
  assert.equal(
    addressWith('/dividas', search, { contractId: 'a&b=c #' }),
    '/dividas?state=published&from=2026-01-01&contractId=a%26b%3Dc+%23',
  )
})

test('what was in the address and is now a document leaves it', () => {
  const search = new URLSearchParams('contractId=CT-1')
  assert.equal(addressWith('/dividas', search, { contractId: '52998224725' }), '/dividas')
})
