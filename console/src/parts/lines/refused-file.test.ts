import assert from 'node:assert/strict'
import { test } from 'vitest'
import { fileTable, rowsAt } from './file/file-table.ts'
import { csvBody } from './file/line-body.ts'
import { type LineFile, readLineFile } from './file/line-file.ts'
import type { RefusedLine } from './line-answers.ts'
import { refusedFile } from './refused-file.ts'

const fields = [
  { name: 'documento', names: ['cpf'] },
  { name: 'contact.phone', spelling: 'phone', names: ['fone'] },
] as const
const mapping = { columns: { documento: 1, 'contact.phone': 2 }, constants: {} }
const fault = { field: 'documento', code: 'required', message: 'x' }

async function lineFile(text: string, name = 'a.csv'): Promise<LineFile> {
  const read = await readLineFile(new File([text], name))
  assert.ok(typeof read === 'object', JSON.stringify(read))
  return read
}

async function written(file: LineFile, refused: readonly RefusedLine[]): Promise<string> {
  const blob = await refusedFile(fileTable(file, mapping, fields), {
    refused,
    reasonOf: ({ faults }) => faults.map(({ message }) => message).join(' · '),
    names: { line: 'linha', reason: 'motivo' },
  })
  // With the mark that a Blob's own text leaves out.
  return Buffer.from(await blob.arrayBuffer()).toString('utf8')
}

test('refused lines keep their own columns and cells, after their number and reason', async () => {
  const file = await lineFile('Obs;CPF;Fone\num;1;2\n"a;""b";;+55 11\ntrês;5;6\n')
  const csv = await written(file, [{ line: 3, faults: [fault, fault] }])
  assert.equal(
    csv,
    `\uFEFF"Lastro: linha";"Lastro: motivo";"Obs";"CPF";"Fone"\r\n"3";"x · x";"a;""b";"";"'+55 11"\r\n`,
  )
})

test('a file of refused lines is read back as it was, and its own refused lines have one number', async () => {
  const first = await lineFile('Obs;CPF;Fone\nx;1;+55 11\ny;2;3\n')
  const again = await lineFile(await written(first, [{ line: 2, faults: [fault] }]))
  assert.ok(again.kind === 'csv')
  const moved = { columns: { documento: 3, 'contact.phone': 4 }, constants: {} }
  const { content } = await csvBody(again, moved, fields)
  assert.equal(await content.text(), 'documento,contact.phone\n1,+5511\n')
  const third = await written(again, [{ line: 2, faults: [fault] }])
  assert.equal(third.split('\r\n')[0], '\uFEFF"Lastro: linha";"Lastro: motivo";"Obs";"CPF";"Fone"')
  assert.equal(third.split('\r\n')[1], `"2";"x";"x";"1";"'+55 11"`)
})

test('rows are found by their line, also those whose quotes do not close', async () => {
  const file = await lineFile('Obs;CPF;Fone\nx;1;2\n"y;3\n')
  const rows = await rowsAt(fileTable(file, mapping, fields), [3, 99])
  assert.deepEqual([...rows.values()], [{ line: 3, cells: ['"y;3'], isBroken: true }])
})

test('lines of JSON are rows too, and what is no JSON is shown as it was sent', async () => {
  const text = '{"documento":"1","contact":{"phone":"2"}}\n{"documento":\n{"documento":7,"contact":null}'
  const file = await lineFile(text, 'a.ndjson')
  const table = fileTable(file, mapping, fields)
  assert.equal(table.columnOf('contact.phone'), 1)
  assert.equal(table.columnOf('nothing'), undefined)
  const rows = await rowsAt(table, [1, 2, 3])
  assert.deepEqual(
    [...rows.values()].map(({ cells }) => cells),
    [['1', '2'], ['{"documento":'], ['7', '']],
  )
})
