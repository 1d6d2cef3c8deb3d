import assert from 'node:assert/strict'
import { test } from 'vitest'
import { lineWriter, missingFields } from './column-mapping.ts'
import type { LineField } from './line-field.ts'

const fields: readonly LineField[] = [
  { name: 'documento', isRequired: true, names: [] },
  { name: 'amount', isRequired: true, spelling: 'amount', names: [] },
  { name: 'nature', isRequired: true, names: [], constant: 'typed' },
]
const mapping = { columns: { amount: 0, documento: 2 }, constants: { nature: 'CP' } }
const row = (...cells: readonly string[]) => ({ line: 2, cells, isBroken: false })

test('a row goes in the order of the service, with what is the same for all', () => {
  const { heading, lineOf } = lineWriter(mapping, fields, 3)
  assert.equal(heading, 'documento,amount,nature')
  assert.equal(lineOf(row('1.520,33', 'not used', '529.982.247-25')), '529.982.247-25,1520.33,CP')
})

test('a cell with a comma, a quote or an end of line stays one cell of one line', () => {
  const { lineOf } = lineWriter(mapping, fields, 3)
  assert.equal(lineOf(row('x"y', '', 'a,\r\nb;')), '"a, b;","x""y",CP')
})

test('a column wins over a constant that was typed before it was chosen', () => {
  const { lineOf } = lineWriter({ columns: { nature: 0 }, constants: { nature: 'CP' } }, fields, 1)
  assert.equal(lineOf(row('AL')), 'AL')
})

test('a blank row is a blank line, and one with something in unused columns is not', () => {
  assert.equal(lineWriter(mapping, fields, 3).lineOf(row('', ' ', '')), '')
  const { lineOf } = lineWriter({ columns: { documento: 0 }, constants: {} }, fields, 2)
  assert.equal(lineOf(row('', 'TOTAL')), '""')
})

test('a row with too few or too many cells is sent as one that cannot be taken', () => {
  const { lineOf } = lineWriter(mapping, fields, 3)
  assert.equal(lineOf(row('1', '2')), ',,,')
  assert.equal(lineOf(row('1', '2', '3', '4')), ',,,')
  // The last column is often empty: a cell that was moved there from before it looks like nothing.
  assert.equal(lineOf(row('1', '2', '3', '')), ',,,')
  assert.equal(lineOf({ line: 2, cells: ['"a;b;c'], isBroken: true }), '"')
})

test('what is required is missing until it has a column or a value', () => {
  const names = (one: Parameters<typeof missingFields>[0]) =>
    missingFields(one, fields).map(({ name }) => name)
  assert.deepEqual(names({ columns: {}, constants: {} }), ['documento', 'amount', 'nature'])
  assert.deepEqual(names({ columns: { documento: 0 }, constants: { nature: ' ' } }), ['amount', 'nature'])
  assert.deepEqual(names(mapping), [])
})
