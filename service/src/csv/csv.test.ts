import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { csvCells, separatorOf } from './csv.ts'

test('cells are separated, quoted ones may hold separators and quotes', () => {
  assert.deepEqual(csvCells('a,b,,d', ','), ['a', 'b', '', 'd'])
  assert.deepEqual(csvCells('"a;b";c;"d ""e"""', ';'), ['a;b', 'c', 'd "e"'])
  assert.deepEqual(csvCells('', ','), [''])
  assert.deepEqual(csvCells('"",""', ','), ['', ''])
})

test('a quote out of place is a fault', () => {
  for (const line of ['"a', 'a"b', '"a"b', '"a""', 'a,"b', '"a" ,b']) {
    assert.equal(csvCells(line, ','), undefined, line)
  }
})

test('the heading tells the separator', () => {
  assert.equal(separatorOf('documento;name'), ';')
  assert.equal(separatorOf('documento,name'), ',')
  assert.equal(separatorOf('documento'), ',')
})

test('whatever is written as CSV is read back', () => {
  const cells = fc.array(fc.string(), { minLength: 1 })
  fc.assert(
    fc.property(cells, fc.constantFrom(',' as const, ';' as const), (row, separator) => {
      const line = row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator)
      assert.deepEqual(csvCells(line, separator), row)
    }),
  )
})
