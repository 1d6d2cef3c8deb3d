import assert from 'node:assert/strict'
import { batchColumns } from '@lastro/contract/listings/batch-columns.ts'
import type { Language } from '@lastro/contract/text.ts'
import { test } from 'vitest'
import { debt } from '../../../../testing/invented/invented-debt.ts'
import { type BatchFormat, batchLineReader, type ReadLine } from './read-batch-line.ts'

/** The lines of one batch, each as it was read. */
function readAll(format: BatchFormat, lines: readonly string[], language: Language = 'en'): ReadLine[] {
  const read = batchLineReader(format, language)
  return lines.map((text, at) => read({ number: at + 1, bytes: Buffer.from(text) }))
}

const errorsOf = (line: ReadLine | undefined) => (line !== undefined && 'errors' in line ? line.errors : [])
const codesOf = (line: ReadLine | undefined) => errorsOf(line).map(({ field, code }) => `${field} ${code}`)

test('a line of JSON is the debt that it says', () => {
  const [line] = readAll('application/x-ndjson', [JSON.stringify(debt)])
  assert.deepEqual(line, { kind: 'debt', request: debt })
})

test('a line that is no JSON, or no debt, is invalid, and the next is read all the same', () => {
  const { amount: _, ...amountless } = debt
  const lines = readAll('application/x-ndjson', [
    '{',
    JSON.stringify(amountless),
    JSON.stringify({ ...debt, name: 7 }),
    JSON.stringify(debt).replace('{', '{"amount":"10.00",'),
    JSON.stringify(debt).replace('"address":{', '"address":{"c\\u0069ty":"X",'),
    JSON.stringify(debt),
  ])
  assert.deepEqual(
    lines.map(({ kind }) => kind),
    ['invalid', 'invalid', 'invalid', 'invalid', 'invalid', 'debt'],
  )
  assert.deepEqual(lines.map(codesOf), [
    ['(line) line_not_json'],
    ['amount required'],
    ['name type'],
    ['amount member_repeated'],
    ['address.city member_repeated'],
    [],
  ])
})

test('a line too long to keep is invalid', () => {
  const read = batchLineReader('application/x-ndjson', 'en')
  const line = read({ number: 1, bytes: undefined })
  assert.equal(line.kind, 'invalid')
  assert.deepEqual(codesOf(line), ['(line) line_too_long'])
})

test('the first line of a CSV is its heading, the others are debts by its columns', () => {
  const { contact, address, ...rest } = debt
  const values: Readonly<Record<string, string | undefined>> = {
    ...rest,
    ...Object.fromEntries(Object.entries(address).map(([name, value]) => [`address.${name}`, value])),
    'contact.email': contact?.email,
  }
  const columns = batchColumns.filter((column) => values[column] !== undefined)
  const cells = columns.map((column) => values[column])
  const [heading, line] = readAll('text/csv', [columns.join(';'), cells.join(';')])
  assert.deepEqual(heading, { kind: 'heading' })
  assert.deepEqual(line, { kind: 'debt', request: debt })
})

test('a heading that cannot be read says so, for it leaves every other line without meaning', () => {
  const [heading] = readAll('text/csv', ['documento;nome'])
  assert.equal(heading?.kind, 'unreadable')
  assert.deepEqual(codesOf(heading), ['nome column_unknown'])
})

test('what is wrong is said in the caller’s language, with its figures', () => {
  const lines = ['documento;name', 'x']
  const [, english] = readAll('text/csv', lines)
  assert.deepEqual(errorsOf(english), [
    { field: '(line)', code: 'cells_differ', message: 'The line has 1 cells; the heading has 2.' },
  ])
  const [, portuguese] = readAll('text/csv', lines, 'pt')
  assert.equal(errorsOf(portuguese)[0]?.message, 'A linha tem 1 células; o cabeçalho, 2.')
  const missing = (language: Language) =>
    errorsOf(readAll('application/x-ndjson', ['{}'], language)[0])[0]?.message
  assert.notEqual(missing('pt'), missing('en'))
})
