import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { FileAccount } from '../../features/public-data/accounting.ts'
import { rowsFault, unreadableAmounts } from './rows-fault.ts'

type Rows = Pick<FileAccount, 'kind' | 'kept'> & Partial<FileAccount>

function account({ quarantinedBy = {}, merged = 0, ...rows }: Rows): FileAccount {
  const quarantined = Object.values(quarantinedBy).reduce((sum, one) => sum + one, 0)
  const read = rows.kept + merged + quarantined
  return { zip: '', file: '', read, merged, quarantined, quarantinedBy, fields: {}, ...rows }
}

const kinds = [{ name: 'companies', isCutEvenly: true }, { name: 'debts' }] as const

const isRefused = (...files: Rows[]) => rowsFault({ files: files.map(account) }, kinds) !== undefined

test('a set without a row is not served', () => {
  assert.ok(isRefused({ kind: 'sanctions', kept: 0 }))
  assert.equal(isRefused({ kind: 'sanctions', kept: 1 }), false)
})

test('nor one of thousands that lacks a kind; a small one may lack it', () => {
  assert.ok(isRefused({ kind: 'companies', kept: 1_000 }, { kind: 'partners', kept: 0 }))
  assert.equal(isRefused({ kind: 'companies', kept: 999 }, { kind: 'partners', kept: 0 }), false)
  assert.equal(
    isRefused({ kind: 'companies', kept: 999 }, { kind: 'companies', kept: 0 }),
    false,
    'of several small files of a kind one may be empty',
  )
})

test('nor one with a file that is empty, or mostly unreadable, beside others of its kind with thousands', () => {
  const nine = Array.from({ length: 9 }, (_, at) => ({ kind: 'companies', kept: 1_000, zip: `${at}.zip` }))
  const textOf = (tenth: Partial<FileAccount>) =>
    rowsFault({ files: [...nine, { kind: 'companies', kept: 0, ...tenth }].map(account) }, kinds)?.text
  const named = { zip: 'Estabelecimentos3.zip', file: 'K3241.ESTABELE' }
  assert.match(textOf(named)?.en ?? '', /no rows in Estabelecimentos3\.zip \(K3241\.ESTABELE\)/)
  assert.match(textOf(named)?.pt ?? '', /Não há linhas em Estabelecimentos3\.zip/)
  const bad = { ...named, kept: 400, quarantinedBy: { columns: 401 } }
  assert.match(textOf(bad)?.en ?? '', /half of the rows of Estabelecimentos3\.zip/)
  assert.equal(textOf({ ...named, kept: 1 }), undefined, 'a small state may have few')
  assert.equal(textOf({ ...named, quarantinedBy: { left_out_person: 3 } }), undefined)
})

test('a list that is published by region may have a region without anybody', () => {
  const region = (kept: number, columns = 0) => ({ kind: 'debts', kept, quarantinedBy: { columns } })
  assert.equal(isRefused(region(5_000), region(0)), false)
  assert.equal(isRefused(region(5_000), region(0, 1)), false)
  assert.ok(isRefused(region(5_000), region(0, 6_000)))
})

test('nor one of which more than half could not be read, in any of its kinds', () => {
  const half = { kind: 'sanctions', kept: 5, quarantinedBy: { columns: 5 } }
  assert.equal(isRefused(half), false)
  assert.ok(isRefused({ ...half, quarantinedBy: { columns: 4, key_invalid: 2 } }))
  assert.ok(isRefused({ kind: 'companies', kept: 1_000 }, { ...half, kept: 0 }))
})

test('rows that are left out by rule do not count against it', () => {
  assert.equal(isRefused({ kind: 'sanctions', kept: 1, quarantinedBy: { left_out_person: 900 } }), false)
  assert.equal(isRefused({ kind: 'sanctions', kept: 0, quarantinedBy: { left_out_person: 900 } }), false)
  assert.ok(isRefused({ kind: 'sanctions', kept: 1, quarantinedBy: { left_out_person: 900, columns: 2 } }))
})

test('detects an edition with more than half of the amounts of a kind unreadable', () => {
  const amounts = [
    { name: 'taxes', amount: 'amount' },
    { name: 'wages', amount: 'amount' },
    { name: 'names' },
  ]
  const found = (...files: Rows[]) => unreadableAmounts({ files: files.map(account) }, amounts)
  const taxes = (kept: number, amount_invalid: number, amount_missing = 0) =>
    ({ kind: 'taxes', kept, fields: { amount_invalid, amount_missing } }) as const
  assert.equal(found(taxes(10, 5)), undefined)
  assert.deepEqual(found(taxes(10, 3, 3)), { kind: 'taxes', rows: 10, unreadable: 6 })
  assert.equal(found(taxes(10, 10), taxes(90, 0)), undefined, 'one file of many')
  assert.deepEqual(found(taxes(1_000, 0), { ...taxes(2, 2), kind: 'wages' })?.kind, 'wages')
  assert.equal(found({ ...taxes(10, 10), kind: 'names' }), undefined)
})
