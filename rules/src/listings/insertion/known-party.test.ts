import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Listing } from '../listing.ts'
import { type KnownParty, mailboxOf, nothingKnown, reviewsOf } from './known-party.ts'

const told = (name: string, over: Partial<Listing> = {}) =>
  ({
    document: '52998224725',
    name,
    birthDate: '1980-05-20',
    dueDate: '2026-03-10',
    address: {},
    ...over,
  }) as Listing
const registered = (...names: readonly string[]): KnownParty => ({
  ...nothingKnown,
  registered: { names, birthDate: '1980-05-20' },
})

test('case, accents, blanks and marks make no other name', () => {
  for (const name of [
    'José  da Conceição',
    'JOSE DA CONCEICAO',
    ' josé da conceição ',
    'ＪＯＳＥ DA CONCEICAO',
  ])
    assert.deepEqual(reviewsOf(told(name), registered('JOSÉ DA CONCEIÇÃO')), [], name)
  assert.deepEqual(reviewsOf(told("ANA D'AVILA"), registered('ANA D AVILA')), [])
  assert.deepEqual(reviewsOf(told('LOJA LTDA.'), registered('LOJA LTDA')), [])
})

test('another name, a shorter one or one with initials is looked at', () => {
  for (const name of ['MARIA DA CONCEICAO', 'JOSE CONCEICAO', 'J. DA CONCEICAO', 'JOSE DA CONCEICAO FILHO'])
    assert.deepEqual(reviewsOf(told(name), registered('JOSE DA CONCEICAO')), ['name_differs'], name)
})

test('any of the names that a company is registered under is its name', () => {
  const known = registered('LOJA DE EXEMPLO LTDA', 'LOJINHA')
  for (const name of ['LOJA DE EXEMPLO LTDA', 'Lojinha']) assert.deepEqual(reviewsOf(told(name), known), [])
  assert.deepEqual(reviewsOf(told('OUTRA LTDA'), known), ['name_differs'])
})

test('a registered name that is longer than one may be sent is compared as far as it was sent', () => {
  const long = `ASSOCIACAO ${'DE EXEMPLO '.repeat(8)}LTDA`
  assert.deepEqual(reviewsOf(told(long.slice(0, 70)), registered(long)), [])
  assert.deepEqual(reviewsOf(told(long.slice(0, 60)), registered(long)), ['name_differs'])
})

test('an absent registration, name or birth date contradicts nothing', () => {
  assert.deepEqual(reviewsOf(told('ANA'), nothingKnown), [])
  assert.deepEqual(reviewsOf(told('ANA'), registered()), [])
  assert.deepEqual(reviewsOf(told('ANA'), registered(' ')), [])
  const unborn = { ...nothingKnown, registered: { names: ['ANA'], birthDate: undefined } }
  assert.deepEqual(reviewsOf(told('ANA'), unborn), [])
})

test('another birth date, and a mailbox of somebody else, are looked at, in this order', () => {
  const known = { registered: { names: ['BIA'], birthDate: '1980-05-21' }, isMailboxShared: true }
  assert.deepEqual(reviewsOf(told('ANA'), known), ['name_differs', 'birth_date_differs', 'mailbox_shared'])
  const unknown = told('BIA', { birthDate: undefined })
  assert.deepEqual(reviewsOf(unknown, { ...known, isMailboxShared: false }), ['birth_date_unknown'])
})

test('a mailbox is the same whatever its case', () => {
  assert.equal(mailboxOf({ email: 'Ana@Exemplo.com.BR' }), 'ana@exemplo.com.br')
  assert.equal(mailboxOf({}), undefined)
})
