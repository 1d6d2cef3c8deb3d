import assert from 'node:assert/strict'
import { test } from 'vitest'
import { csvBody, ndjsonBody } from './line-body.ts'
import { type CsvFile, columnNames, readLineFile } from './line-file.ts'

const fields = [
  { name: 'documento', names: ['cpf'] },
  { name: 'name', names: ['nome'] },
]
const mapping = { columns: { documento: 0, name: 1 }, constants: {} }

const fileOf = (...parts: readonly BlobPart[]) => new File([...parts], 'dividas.csv')

async function csvOf(...parts: readonly BlobPart[]): Promise<CsvFile> {
  const read = await readLineFile(fileOf(...parts))
  assert.ok(typeof read === 'object' && read.kind === 'csv', JSON.stringify(read))
  return read
}

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test('accents are read in UTF-8, with and without a mark, in Windows-1252 and in UTF-16', async () => {
  const text = 'CPF;Nome\r\n1;JOÃO CONCEIÇÃO\r\n'
  const files = [
    ['utf-8', text],
    ['utf-8', `\uFEFF${text}`],
    ['windows-1252', latin(text)],
    ['utf-16le', new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
  ] as const
  for (const [letters, part] of files) {
    const csv = await csvOf(part)
    assert.equal(csv.letters, letters)
    assert.deepEqual(csv.columns, ['CPF', 'Nome'])
    assert.equal(csv.sample[0]?.cells[1], 'JOÃO CONCEIÇÃO')
    const { content } = await csvBody(csv, mapping, fields)
    assert.equal(await content.text(), 'documento,name\n1,JOÃO CONCEIÇÃO\n')
  }
})

test('a file of two kinds of letters is refused before it makes a wrong name', async () => {
  assert.equal(await readLineFile(fileOf('CPF;Nome\n1;JOÃO\n', latin('2;CONCEIÇÃO\n'))), 'mixed')
})

test('a file that is none is told as what it is', async () => {
  assert.equal(await readLineFile(fileOf('')), 'empty')
  assert.equal(await readLineFile(fileOf('\n \n')), 'empty')
  assert.equal(await readLineFile(fileOf('CPF;Nome\n\n')), 'empty')
  assert.equal(await readLineFile(fileOf(latin('PK\u0003\u0004'))), 'workbook')
  assert.equal(await readLineFile(fileOf(latin('\u0089PNG\u0000\u00ff\n'))), 'noText')
  assert.equal(await readLineFile(fileOf('"CPF;Nome\n1;A\n')), 'heading')
})

test('line numbers are those of the spreadsheet, whatever stands before the heading and between the lines', async () => {
  const csv = await csvOf('\n;;\nCPF;Nome;\n1;A;\n;;\n"2";"B\nC";\n3;D;\n;;\n')
  assert.equal(csv.headingLine, 3)
  const { content, lineCount } = await csvBody(csv, mapping, fields)
  assert.deepEqual((await content.text()).split('\n'), [
    '',
    '',
    'documento,name',
    '1,A',
    '',
    '2,B C',
    '3,D',
    '',
    '',
  ])
  assert.equal(lineCount, 3)
})

test('equal bodies have equal checksums, and bodies that differ in one letter do not', async () => {
  const sumOf = async (text: string) => (await csvBody(await csvOf(text), mapping, fields)).checksum
  assert.equal(await sumOf('CPF;Nome\n1;A\n'), await sumOf('CPF,Nome\n1,A'))
  assert.notEqual(await sumOf('CPF;Nome\n1;A\n'), await sumOf('CPF;Nome\n1;B\n'))
  assert.doesNotMatch(await sumOf('CPF;Nome\n52998224725;A\n'), /52998224725/)
})

test('NDJSON goes as it is, and its blank lines are not counted', async () => {
  const read = await readLineFile(new File(['{}\n\r\n{}\n {}'], 'dividas.ndjson'))
  assert.ok(typeof read === 'object' && read.kind === 'ndjson')
  const { content, lineCount } = await ndjsonBody(read.file)
  assert.equal(content, read.file)
  assert.equal(lineCount, 3)
})

test('columns without a name, and with the same, are told apart', () => {
  assert.deepEqual(columnNames(['CPF', '', 'Fone', 'Fone'], 'Coluna'), [
    'CPF',
    'Coluna 2',
    'Fone (3)',
    'Fone (4)',
  ])
  assert.deepEqual(columnNames(['Linha', 'CPF'], 'Coluna', ['Linha']), ['Linha (1)', 'CPF'])
})
