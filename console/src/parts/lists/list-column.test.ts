import assert from 'node:assert/strict'
import { test } from 'vitest'
import { centsIn, compareOrders, drawn, holdsText, type ListColumn, orderIn, textIn } from './list-column.ts'

type Row = { readonly name?: string; readonly amount?: string; readonly at?: string; readonly day?: string }

const column = (held: object): ListColumn<Row> => ({ id: 'one', label: 'One', ...held }) as ListColumn<Row>
const amount = column({ amount: (row: Row) => row.amount })
const name = column({ text: (row: Row) => row.name })
const day = column({ day: (row: Row) => row.day })
const at = column({ instant: (row: Row) => row.at })
const acts = column({ cell: () => 'a button' })

test('a cell is read as it is shown, and is empty where nothing is held', () => {
  assert.equal(textIn(amount, { amount: '1520.33' }), 'R$ 1.520,33')
  assert.equal(textIn(day, { day: '2026-03-10' }), '10/03/2026')
  assert.equal(textIn(at, { at: '2026-03-10T12:30:00-03:00' }), '10/03/2026 12:30')
  for (const one of [amount, day, at, name]) assert.equal(textIn(one, {}), '')
})

test('amounts are in order by what they are worth, beyond what a double holds', () => {
  const orders = ['9.00', '10.00', '90071992547409.93', '90071992547409.92'].map((one) =>
    orderIn(amount, { amount: one }),
  )
  assert.deepEqual(
    orders.toSorted((one, other) => compareOrders(one ?? 0, other ?? 0)),
    [900n, 1000n, 9007199254740992n, 9007199254740993n],
  )
  assert.equal(centsIn('-10.00'), -1000n)
  assert.equal(centsIn('ten'), undefined)
})

test('days are in order by the calendar, not by how they are written', () => {
  const sorted = ['2026-02-01', '2025-12-31'].map((one) => orderIn(day, { day: one }) ?? '')
  assert.deepEqual(sorted.toSorted(compareOrders), ['2025-12-31', '2026-02-01'])
})

test('names are in order as a dictionary has them: accents and case aside, numbers by value', () => {
  assert.deepEqual(['Zé', 'ábaco', 'CT-10', 'CT-9', 'Ana'].toSorted(compareOrders), [
    'ábaco',
    'Ana',
    'CT-9',
    'CT-10',
    'Zé',
  ])
})

test('an empty cell has no order, so that it can stand last either way', () => {
  for (const one of [amount, day, at, name]) assert.equal(orderIn(one, {}), undefined)
  assert.equal(orderIn(name, { name: '' }), undefined)
})

test('a column of buttons is neither searched, sorted nor written out', () => {
  assert.equal(holdsText(acts), false)
  assert.equal(holdsText(name), true)
  assert.equal(drawn(acts).cell({}), 'a button')
})
