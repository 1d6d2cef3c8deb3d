import assert from 'node:assert/strict'
import { test } from 'vitest'
import { someListing } from '../../../testing/listings/some-debt.ts'
import type { DocumentNumber } from '../../documents/document-number.ts'
import { isContactCorrected, wentElsewhere } from './corrected-contact.ts'
import type { Notice, PostalAddress } from './notice.ts'

const address: PostalAddress = {
  addressLine: 'RUA 1',
  number: '10',
  complement: 'APTO 2',
  district: 'CENTRO',
  city: 'SAO PAULO',
  state: 'SP',
  zipCode: '01001000',
}
const email = 'ana@exemplo.com.br'
const listing = someListing({ address, contact: { email } })

const others: readonly PostalAddress[] = [
  { ...address, addressLine: 'RUA 2' },
  { ...address, number: '11' },
  { ...address, complement: 'APTO 3' },
  { ...address, district: 'LAPA' },
  { ...address, city: 'CAMPINAS' },
  { ...address, state: 'RJ' },
  { ...address, zipCode: '01001001' },
  // The same letters in another place of the address.
  { ...address, addressLine: 'RUA 11', number: '0' },
]
const { complement: _, ...bare } = address

test('after its notice an address is corrected by any part of it', () => {
  for (const other of others) {
    assert.equal(isContactCorrected(listing, { ...listing, address: other }), true, JSON.stringify(other))
  }
})

test('a mark in place of a part that there is none of corrects nothing', () => {
  const before = { ...listing, address: bare }
  assert.equal(isContactCorrected(before, { ...before, address: { ...bare, complement: '-' } }), false)
})

const noticeTo = (recipient: Partial<Notice['recipient']>): Notice => ({
  id: 'n1',
  recipient: { name: 'ANA', document: '52998224725' as DocumentNumber, address, email, ...recipient },
  role: { kind: 'principal' },
  creditor: { name: 'LOJA LTDA', document: '11222333000181' as DocumentNumber },
  debt: { contractId: 'CT-1', legalNature: 'CRED PESSOAL', amountCents: 152_033n, dueDate: listing.dueDate },
  writtenOn: listing.dueDate,
  waitingDays: 10,
  deadline: listing.dueDate,
  howToContest: '',
  subject: '',
  text: '',
  sha256: '',
})

test('a notice went elsewhere when its listing names another address or e-mail address by then', () => {
  const cases: readonly (readonly [to: Partial<Notice['recipient']>, isElsewhere: boolean])[] = [
    [{}, false],
    [{ address: { ...address, city: 'São Paulo' }, email: 'Ana@Exemplo.com.br' }, false],
    [{ email: undefined }, false],
    [{ email: 'outra@exemplo.com.br' }, true],
    [{ address: undefined }, true],
    ...others.map((other) => [{ address: other }, true] as const),
  ]
  for (const [to, isElsewhere] of cases) {
    assert.equal(wentElsewhere(noticeTo(to), listing), isElsewhere, JSON.stringify(to))
  }
  assert.equal(wentElsewhere(noticeTo({}), { ...listing, contact: {} }), true, 'it was taken away')
})
