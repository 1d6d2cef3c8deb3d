import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { ListColumn } from './list-column.ts'
import { csvRows, fileName } from './list-csv.ts'
import { sumOf, talliesOf } from './list-sums.ts'

type Row = { readonly name: string; readonly amount?: string }

const columns: readonly ListColumn<Row>[] = [
  { id: 'name', label: 'Devedor', text: ({ name }) => name, isTallied: true },
  { id: 'amount', label: 'Valor', amount: ({ amount }) => amount },
  { id: 'acts', label: 'Ações', cell: () => 'x' },
]
const [name, amount] = columns as [ListColumn<Row>, ListColumn<Row>]

test('amounts are added up to the cent, beyond what a double holds, and empty ones count as none', () => {
  const rows = [{ name: 'a', amount: '90071992547409.93' }, { name: 'b', amount: '0.01' }, { name: 'c' }]
  assert.equal(sumOf(amount, rows), 9007199254740994n)
  assert.equal(sumOf(amount, []), 0n)
  assert.equal(sumOf(name, rows), undefined)
})

test('rows that are in no sum are left out of it; where there are no others, there is none', () => {
  const some: ListColumn<Row> = {
    ...amount,
    amount: (row) => row.amount,
    isSummed: (row) => row.name !== 'refused',
  }
  const refused = { name: 'refused', amount: '5.00' }
  assert.equal(sumOf(some, [{ name: 'a', amount: '1.00' }, refused]), 100n)
  assert.equal(sumOf(some, [refused]), undefined)
  assert.equal(sumOf(some, []), 0n)
})

test('rows are counted by what they are, the most first, where there is more than one kind', () => {
  const rows = ['b', 'a', 'a', ''].map((one) => ({ name: one }))
  assert.deepEqual(talliesOf(name, rows), [
    ['a', 2],
    ['b', 1],
  ])
  assert.deepEqual(talliesOf(name, [{ name: 'a' }]), [])
  assert.deepEqual(talliesOf(amount, rows), [])
})

test('a file has what is listed, without the buttons', () => {
  assert.deepEqual(csvRows(columns, [{ name: 'a', amount: '1.00' }, { name: 'b' }]), [
    ['Devedor', 'Valor'],
    ['a', { amount: '1.00' }],
    ['b', { amount: '' }],
  ])
})

test('a file is named by its list', () => {
  assert.equal(fileName('Anotações'), 'anotacoes.csv')
  assert.equal(fileName('O que espera: «envios»'), 'o-que-espera-envios.csv')
})
