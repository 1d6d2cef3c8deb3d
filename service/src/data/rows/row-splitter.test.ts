import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { type Row, textOf } from './row.ts'
import { rowSplitter } from './row-splitter.ts'

type Found = {
  rows: string[][]
  lines: number[]
  bad: { line: number; reason: string; text: string }[]
  blankLines: number
  nuls: number
  lineBreaks: number
  strays: number
}

function split(text: string, columns: number, chunkBytes = 1 << 20): Found {
  const found: Found = { rows: [], lines: [], bad: [], blankLines: 0, nuls: 0, lineBreaks: 0, strays: 0 }
  const splitter = rowSplitter(columns, {
    onRow: (row: Row) => {
      found.rows.push(Array.from({ length: row.count }, (_, at) => textOf(row, at)))
      found.lines.push(row.line)
      found.nuls += row.nulCount
      found.lineBreaks += row.lineBreakCount
      found.strays += row.strayQuoteCount
    },
    onBadLine: (line, reason, bytes) => found.bad.push({ line, reason, text: bytes.toString('latin1') }),
  })
  const bytes = Buffer.from(text, 'latin1')
  for (let at = 0; at < bytes.length; at += chunkBytes) splitter.push(bytes.subarray(at, at + chunkBytes))
  splitter.end()
  return { ...found, blankLines: splitter.blankLineCount() }
}

const quoted = (row: readonly string[]) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(';')

test('whatever fields hold, they come back, however the bytes are cut', () => {
  const field = fc.string({ unit: fc.constantFrom('A', 'ç', ' ', ';', '"', ',', '1'), maxLength: 6 })
  const rows = fc.array(fc.array(field, { minLength: 3, maxLength: 3 }), { maxLength: 8 })
  fc.assert(
    fc.property(
      rows,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\n', '\r\n'),
      (given, chunk, ending) => {
        const text = given.map((row) => `${quoted(row)}${ending}`).join('')
        // A doubled quote at the end of a field before a semicolon in the same field reads in one way only: as written.
        const { rows: found, bad } = split(text, 3, chunk)
        assert.deepEqual(found, given)
        assert.deepEqual(bad, [])
      },
    ),
    { numRuns: 300 },
  )
})

test('a line break inside quotes is a blank, and the lines are still counted', () => {
  const found = split('"A";"RUA\nDOS\r\nANJOS"\n"B";"C"\n', 2)
  assert.deepEqual(found.rows, [
    ['A', 'RUA DOS ANJOS'],
    ['B', 'C'],
  ])
  assert.deepEqual(found.lines, [1, 4])
  assert.equal(found.lineBreaks, 2)
})

test('NUL bytes are taken out of the field, and counted', () => {
  const found = split('"A\0\0B";\0C\n', 2)
  assert.deepEqual([found.rows, found.nuls], [[['AB', 'C']], 3])
})

test('blank lines are no rows, wherever they stand', () => {
  const found = split('\n"A";"B"\n\r\n"C";"D"\n \n', 2)
  assert.deepEqual([found.rows.length, found.blankLines, found.bad.length], [2, 3, 0])
})

test('the last row needs no line break', () => {
  assert.deepEqual(split('"A";"B"', 2).rows, [['A', 'B']])
  assert.deepEqual(split('A;B', 2).rows, [['A', 'B']])
  assert.deepEqual(split('"A";', 2).rows, [['A', '']])
})

test('a stray quote stays in its field and harms nobody else', () => {
  const found = split('"BAR "DO" ZE";"B"\n"C";"D"\n', 2)
  assert.deepEqual(found.rows, [
    ['BAR "DO" ZE', 'B'],
    ['C', 'D'],
  ])
  assert.ok(found.strays > 0)
})

test('a row with another number of columns is set aside alone', () => {
  const found = split('"A";"B"\n"A"\n"A";"B";"C"\n"C";"D"\n', 2)
  assert.deepEqual(found.rows, [
    ['A', 'B'],
    ['C', 'D'],
  ])
  assert.deepEqual(
    found.bad.map(({ line, reason }) => [line, reason]),
    [
      [2, 'columns'],
      [3, 'columns'],
    ],
  )
})

test('a quote that is never closed costs its own line, also in the middle of much', () => {
  const after = Array.from({ length: 3_000 }, (_, at) => `"${at}";"the rest of the file goes on as before"\n`)
  for (const chunk of [1_000, 1 << 20]) {
    const found = split(`"A";"B"\n"X";"Y\n${after.join('')}`, 2, chunk)
    assert.equal(found.rows.length, 3_001)
    assert.deepEqual(
      found.bad.map(({ line }) => line),
      [2],
    )
    assert.equal(found.lines.at(-1), 3_002)
  }
  const last = split('"A";"B"\n"X";"Y\n', 2)
  assert.deepEqual([last.rows.length, last.bad[0]?.reason], [1, 'quote_unclosed'])
})

test('every line of a file is a row, set aside, or blank', () => {
  const line = fc.string({ unit: fc.constantFrom('"', ';', 'A', '\r', '\0', ' '), maxLength: 12 })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 30 }), (lines, chunk) => {
      const text = lines.map((one) => `${one}\n`).join('')
      const whole = split(text, 2)
      assert.deepEqual(split(text, 2, chunk), whole)
      assert.equal(whole.rows.length + whole.lineBreaks + whole.bad.length + whole.blankLines, lines.length)
    }),
    { numRuns: 500 },
  )
})
