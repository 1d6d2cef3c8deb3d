import assert from 'node:assert/strict'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import { test } from 'vitest'
import type { Day } from '../../calendar/day.ts'
import { addressRefusal, partyRefusals, type RefusedMember, refusalOf, refusalsOf } from './admission.ts'

const today = '2026-11-16' as Day
const creditor = { document: '11222333000181', name: 'LOJA LTDA' }
const address = {
  addressLine: 'RUA DE EXEMPLO',
  district: 'CENTRO',
  city: 'SAO PAULO',
  state: 'SP',
  zipCode: '01001000',
}
const told = (all: readonly RefusedMember[]) => all.map(({ field, code }) => `${field} ${code}`)

const sound: ListingRequest = {
  documento: '52998224725',
  name: 'ANA',
  birthDate: '1980-05-20',
  amount: '100.00',
  dueDate: '2026-03-10',
  contractId: 'CT-1',
  legalNatureId: 'CP',
  address,
}

test('everything wrong with a debt is told at once, the first as what it is refused for', () => {
  const wrong = {
    ...sound,
    documento: '52998224724',
    contractId: ' ',
    legalNatureId: 'ZZ',
    dueDate: '2026-11-16',
    amount: '9.99',
    address: { city: 'SAO PAULO' },
    birthDate: '2026-11-17',
  }
  assert.deepEqual(told(refusalsOf(wrong, undefined, today)), [
    'documento 029',
    'creditorDocument 089',
    'contractId 085',
    'legalNatureId 035',
    'dueDate 016',
    'amount 057',
    'address.addressLine 109',
    'address.district 110',
    'address.state 112',
    'address.zipCode 113',
  ])
  assert.equal(refusalOf(wrong, undefined, today), '029')
  assert.deepEqual(refusalsOf(sound, creditor, today), [])
  assert.equal(refusalOf(sound, creditor, today), undefined)
})

test('each fault is told by itself, and once', () => {
  const cases: readonly (readonly [Partial<ListingRequest>, readonly string[]])[] = [
    [{ documento: '1' }, ['documento 029']],
    [{ dueDate: '2026-02-30' }, ['dueDate 014']],
    [{ dueDate: '2021-11-15' }, ['dueDate 017']],
    [{ dueDate: '2021-11-16' }, []],
    [{ amount: '10.00' }, []],
    [{ amount: '1000000000.00' }, ['amount 381']],
    [{ documento: creditor.document, birthDate: '2020-01-01' }, ['documento 286']],
    [{ address: { ...address, zipCode: '20040002' } }, ['address.zipCode 491']],
    [{ birthDate: '2012-01-01' }, ['birthDate 121']],
    [{ birthDate: '2026-11-17' }, ['birthDate 016']],
    [{ birthDate: '2026-02-30' }, ['birthDate 014']],
    // A day that is none says nothing of an age, which is counted at it.
    [{ dueDate: '2026-02-30', birthDate: '2012-01-01' }, ['dueDate 014']],
    [{ amount: '1.00', birthDate: '2012-01-01' }, ['amount 057', 'birthDate 121']],
  ]
  for (const [changes, codes] of cases) {
    const found = told(refusalsOf({ ...sound, ...changes }, creditor, today))
    assert.deepEqual(found, codes, JSON.stringify(changes))
  }
})

test('a guarantor is looked at as a debtor is, and an address by itself', () => {
  const owing = { creditor, dueDate: '2026-03-10' as Day, today }
  const party = { ...sound, documento: creditor.document, address: {} }
  assert.deepEqual(told(partyRefusals(party, owing)), [
    'documento 286',
    'address.addressLine 109',
    'address.district 110',
    'address.city 111',
    'address.state 112',
    'address.zipCode 113',
  ])
  assert.equal(addressRefusal(address), undefined)
  assert.equal(addressRefusal({ ...address, city: undefined } as object), '111')
})
