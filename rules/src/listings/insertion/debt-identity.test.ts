import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { someListing } from '../../../testing/listings/some-debt.ts'
import {
  contractBones,
  contractKey,
  contractLooks,
  identityOf,
  isLikeDebt,
  isSameDebt,
} from './debt-identity.ts'

const of = (contractId: string) => ({
  creditorDocument: '11222333000181',
  document: '52998224725',
  contractId,
})
const isSame = (a: string, b: string) => isSameDebt(of(a), of(b))
const isLike = (a: string, b: string) => isLikeDebt(of(a), of(b))

test('one contract is one however it is spelled: case, blanks, compatible signs, signs without a shape', () => {
  for (const spelling of [
    'CT-1001',
    'ct-1001',
    ' CT-1001 ',
    'Ct-1001\u00a0',
    'ＣＴ-１００１',
    'CT\u200b-1001',
    'CT-\u00ad1001',
    'CT-1001\u3164',
  ]) {
    assert.ok(isSame('CT-1001', spelling), JSON.stringify(spelling))
    assert.ok(!isLike('CT-1001', spelling), JSON.stringify(spelling))
  }
  assert.ok(isSame('LOJA  A  1', 'loja a 1'))
  assert.ok(isSame('CAFE\u0301', 'CAFÉ'))
  assert.ok(isSame('STRASSE', 'straße'))
})

test('what differs by punctuation or leading zeros alone is like it, and not the same', () => {
  for (const [a, b] of [
    ['CT-1001', 'CT1001'],
    ['CT-1001', 'CT 1001'],
    ['CT 1001', 'CT1001'],
    ['CT-1001', 'CT.1001'],
    ['CT-1001', 'CT–1001'],
    ['CT-1001', 'CT-01001'],
    ['1001', '0001001'],
    ['1-001', '1001'],
    ['1-001', '1-1'],
    ['CT-001-02', 'CT-1-2'],
    ['CT1-01', 'CT-1-1'],
    ['00CT1', 'CT1'],
    ['CT001', 'CT1'],
    ['77-0012-3', '770012-03'],
    ['1-001-2', '1001-02'],
    ['1-001-02', '1001-2'],
    ['1-001', '101'],
    ['0-0-5', '5'],
    ['---', '...'],
  ] as const) {
    assert.ok(isLike(a, b), `${a} ${b}`)
    assert.ok(isLike(b, a), `${b} ${a}`)
    assert.ok(!isSame(a, b), `${a} ${b}`)
  }
})

test('claimed by another branch of the same company it is like it; of another company or another debtor it is not', () => {
  const claimed = (creditorDocument: string, over: object = {}) => ({
    ...of('CT-1001'),
    creditorDocument,
    ...over,
  })
  const head = claimed('11222333000181')
  const branch = claimed('11222333000262')
  assert.deepEqual([isSameDebt(head, branch), isLikeDebt(head, branch)], [false, true])
  assert.ok(isLikeDebt(head, claimed('11222333100054')), 'the thousandth branch too')
  assert.ok(isLikeDebt(head, claimed('11222333000262', { contractId: 'ct 1001' })))
  assert.ok(!isLikeDebt(head, claimed('11222333000262', { contractId: 'CT-1002' })))
  for (const other of ['11222334000108', '21222333000135'])
    assert.equal(isLikeDebt(head, claimed(other)), false, other)
  assert.ok(!isLikeDebt(head, claimed('11222333000262', { document: '12345678909' })))
  assert.ok(!isLikeDebt(claimed('12345678909'), claimed('12345678100')), 'people have no branches')
})

test('zeros that count keep contracts apart', () => {
  for (const [a, b] of [
    ['10', '1'],
    ['CT-100', 'CT-10'],
    ['CT-101', 'CT-11'],
    ['0', '00A'],
    ['1-0-2', '1-2'],
    ['1-A001', 'A1'],
    ['CT-1', '1'],
    ['1', 'CT-1'],
    ['1-001', '1-10'],
    ['CT-1', 'CT-2'],
    ['A1', 'B1'],
  ] as const) {
    assert.ok(!isLike(a, b), `${a} ${b}`)
    assert.ok(!isSame(a, b), `${a} ${b}`)
  }
  assert.ok(isLike('0', '00'))
})

test('whichever signs between and leading zeros of its parts a contract is written without, it is like it', () => {
  const zeros = fc.constantFrom('', '0', '00')
  const rest = fc.stringMatching(/^[1-9A-B][0-9A-B]{0,2}$/)
  const part = fc.record({ zeros, rest, sign: fc.constantFrom('', '/'), gone: fc.nat(2) })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
      const whole = parts.map((one) => one.zeros + one.rest).join('-')
      const written = parts.map((one) => one.sign + one.zeros.slice(one.gone) + one.rest).join('')
      assert.ok(isSame(whole, written) || isLike(whole, written), `${whole} ${written}`)
      assert.equal(isLike(written, whole), isLike(whole, written))
      assert.equal(contractBones(whole), contractBones(written))
    }),
  )
})

test('a contract is kept as it looks joined and in parts, and found by its signs without a zero', () => {
  assert.deepEqual(contractLooks('1-001'), { joined: '1001', inParts: '11' })
  assert.equal(contractBones('77-0012-3'), '77123')
})

test('a listing is of a debt where it names both a creditor and a contract', () => {
  assert.deepEqual(identityOf(someListing()), of('CT-1'))
  assert.equal(identityOf(someListing({ creditor: undefined })), undefined)
  assert.equal(identityOf(someListing({ contractId: undefined })), undefined)
})

test('another creditor or debtor has another debt', () => {
  assert.ok(!isSameDebt(of('A'), { ...of('A'), creditorDocument: '11444777000161' }))
  assert.ok(!isSameDebt(of('A'), { ...of('A'), document: '12345678909' }))
  assert.ok(!isLikeDebt(of('A-1'), { ...of('A1'), document: '12345678909' }))
})

test('a spelling of a spelling is the same, and contracts that are the same look the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (contractId) => {
      const key = contractKey(contractId)
      assert.equal(contractKey(key), key)
      assert.deepEqual(contractLooks(key), contractLooks(contractId))
      assert.equal(contractKey(` ${contractId.toUpperCase()} `), contractKey(contractId.toUpperCase()))
    }),
  )
})
