import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { type CsvRecord, csvReader, isBlankRow, type Separator, separatorOf } from './csv-records.ts'

function readAll(pieces: readonly string[], separator: Separator = ';'): readonly CsvRecord[] {
  const reader = csvReader(separator)
  return [...pieces.flatMap(reader.push), ...reader.end()]
}

const cellsOf = (text: string) => readAll([text]).map(({ cells }) => cells)

test('rows are cut at their ends, with and without a return, and the last needs none', () => {
  assert.deepEqual(cellsOf('a;b\r\n1;2\n3;'), [
    ['a', 'b'],
    ['1', '2'],
    ['3', ''],
  ])
  assert.deepEqual(cellsOf(''), [])
})

test('a quoted cell holds separators, quotes and ends of lines, and its row is one row', () => {
  const rows = readAll(['a;b\n"x;""y""\r\nz";2\n3;4'])
  assert.deepEqual(
    rows.map(({ line, cells }) => [line, ...cells]),
    [
      [1, 'a', 'b'],
      [2, 'x;"y"\r\nz', '2'],
      [3, '3', '4'],
    ],
  )
})

test('a quote in the middle of a cell is a letter', () => {
  assert.deepEqual(cellsOf('JOSE "ZE" DE EXEMPLO;10\n'), [['JOSE "ZE" DE EXEMPLO', '10']])
})

test('a quote that is never closed costs its own line, whether the file is short or long', () => {
  for (const many of [2, 5_000]) {
    const rows = readAll([`a;b\n"x;1\n${'y;2\n'.repeat(many)}`])
    assert.equal(rows.length, many + 2)
    assert.deepEqual(rows[1], { line: 2, cells: ['"x;1'], isBroken: true })
    assert.deepEqual(rows.at(-1), { line: many + 2, cells: ['y', '2'], isBroken: false })
  }
})

test('two stray quotes far apart do not make one row of everything between them', () => {
  const rows = readAll([`"x;1\n${'y;2\n'.repeat(5_000)}z";3\n`])
  assert.equal(rows.length, 5_002)
  assert.equal(rows[0]?.isBroken, true)
})

test('letters behind a closing quote break the line', () => {
  for (const text of ['"a"b;c\n', '"a" ;c\n', '"a"\rb;c\n']) {
    assert.equal(readAll([`${text}1;2\n`])[0]?.isBroken, true, text)
    assert.deepEqual(readAll([`${text}1;2\n`])[1]?.cells, ['1', '2'], text)
  }
})

test('wherever a file is cut into pieces, it has the same rows', () => {
  const alphabet = fc.constantFrom('a', '"', ';', '\n', '\r', ' ')
  const text = fc.array(alphabet, { maxLength: 40 }).map((all) => all.join(''))
  fc.assert(
    fc.property(text, fc.array(fc.nat(40), { maxLength: 5 }), (whole, cuts) => {
      const places = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
      const pieces = places.slice(1).map((end, at) => whole.slice(places[at], end))
      assert.deepEqual(readAll(pieces), readAll([whole]))
    }),
  )
})

test('whatever a spreadsheet writes is read back', () => {
  const rows = fc.array(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(rows, (written) => {
      const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
      const text = written.map((row) => `${row.map(quoted).join(';')}\r\n`).join('')
      assert.deepEqual(cellsOf(text), written)
    }),
  )
})

test('the heading tells the separator, whatever its quoted names hold', () => {
  assert.equal(separatorOf('CPF;Nome, completo;Valor'), ';')
  assert.equal(separatorOf('"a;b;c",d'), ',')
  assert.equal(separatorOf('a\tb\tc,d'), '\t')
  assert.equal(separatorOf('a|b'), '|')
  assert.equal(separatorOf('a'), ';')
})

test('a row of empty cells is blank, and a broken one is not', () => {
  assert.ok(isBlankRow({ line: 1, cells: ['', ' '], isBroken: false }))
  assert.ok(!isBlankRow({ line: 1, cells: ['', 'x'], isBroken: false }))
  assert.ok(!isBlankRow({ line: 1, cells: [''], isBroken: true }))
})
