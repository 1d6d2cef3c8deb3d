import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countLines, modelCsv, refusedCsv, refusedLines } from './line-answers.ts'

test('a refused line is one row, and an unreadable one as many as it has faults', () => {
  assert.deepEqual(refusedLines({ line: 1, status: 'created', id: 'a', state: 'received' }), [])
  const refusal = { code: '059', reason: 'Já existe.' }
  assert.deepEqual(refusedLines({ line: 2, status: 'refused', id: 'b', refusal }), [
    { line: 2, field: '', ...refusal },
  ])
  const errors = [
    { field: 'amount', code: 'format', message: 'x' },
    { field: 'name', code: 'required', message: 'y' },
  ]
  assert.equal(refusedLines({ line: 3, status: 'invalid', errors }).length, 2)
})

test('no cell of the file runs in a spreadsheet', () => {
  const csv = refusedCsv([{ line: 1, field: '=cmd()', code: '"x"', reason: '@a,b' }])
  assert.equal(csv, 'line,field,code,reason\r\n1,"\'=cmd()","""x""","\'@a,b"\r\n')
})

test('a model has a cell for every column, filled where there is an example', async () => {
  const csv = modelCsv(['documento', 'name', 'until'], { documento: '1', name: 'A "B"' })
  assert.equal(csv, 'documento,name,until\r\n"1","A ""B""",""\r\n')
  assert.equal(await countLines(new Blob([csv]), 'csv'), 1)
})

test('debts are counted without the heading and without blank lines', async () => {
  assert.equal(await countLines(new Blob(['{}\n{}\r\n\n{}']), 'ndjson'), 3)
  assert.equal(await countLines(new Blob(['a,b\n1,2\n']), 'csv'), 1)
  assert.equal(await countLines(new Blob(['']), 'csv'), 0)
})
