import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { companyKey, companyRoot, orderKey, orderOf } from './company-key.ts'

const digits = fc.stringMatching(/^\d{8}$/)
const letters = fc.stringMatching(/^[0-9A-Z]{8}$/)
const roots = fc.oneof(digits, letters)

test('the root of a company comes back from its key', () => {
  fc.assert(fc.property(roots, (root) => assert.equal(companyRoot(companyKey(root)), root)))
  for (const root of ['00000000', '99999999', '0000000A', 'ZZZZZZZZ', 'A0000000']) {
    assert.equal(companyRoot(companyKey(root)), root)
  }
})

test('a key is a safe whole number, small for digits and past all of them with letters', () => {
  fc.assert(
    fc.property(roots, (root) => {
      const key = companyKey(root)
      assert.ok(Number.isSafeInteger(key) && key >= 0)
      assert.equal(key < 100_000_000, /^\d+$/.test(root))
    }),
  )
  assert.equal(companyKey('11222333'), 11_222_333)
  assert.ok(companyKey('ZZZZZZZZ') < 2.9e12)
  // As snapshots of every release have them.
  assert.equal(companyKey('0000000A'), 100_000_010)
})

test('keys keep the order of roots of the same kind', () => {
  const sameKind = fc.oneof(
    fc.tuple(digits, digits),
    fc.tuple(letters, letters).filter((pair) => pair.every((one) => /[A-Z]/.test(one))),
  )
  fc.assert(
    fc.property(sameKind, ([one, other]) => {
      assert.equal(companyKey(one) < companyKey(other), one < other)
    }),
  )
})

test('the order of an establishment comes back from its key, with letters too', () => {
  const orders = fc.oneof(fc.stringMatching(/^\d{4}$/), fc.stringMatching(/^[0-9A-Z]{4}$/))
  fc.assert(fc.property(orders, (order) => assert.equal(orderOf(orderKey(order)), order)))
  assert.deepEqual(['0001', '9999', '000A'].map(orderKey), [1, 9_999, 10_010])
})

test('an order with letters comes back whole, with what it begins with', () => {
  for (const order of ['000A', '0A00', 'ZZZZ', '0000', '9999', '0001']) {
    assert.equal(orderOf(orderKey(order)), order)
  }
})
