import assert from 'node:assert/strict'
import { test } from 'vitest'
import { sortIn, sortText } from './sort-address.ts'

const columns = ['name', 'amount']

test('an order goes into an address and comes back from it as it was', () => {
  for (const sort of [
    { id: 'name', desc: false },
    { id: 'amount', desc: true },
  ])
    assert.deepEqual(sortIn(sortText(sort), columns), sort)
  assert.equal(sortText(undefined), undefined)
  assert.equal(sortIn(undefined, columns), undefined)
})

test('an address that names no column of the list sorts nothing', () => {
  for (const text of ['', '-', '--name', 'other', 'Name', 'name ', '52998224725', '__proto__', 'toString'])
    assert.equal(sortIn(text, columns), undefined, text)
})
