import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { test } from 'vitest'
import { csvCells } from '../../../service/src/csv/csv.ts'
import { csvRow } from './csv-text.ts'

test('every cell is quoted, and quotes in it are doubled', () => {
  assert.equal(
    csvRow(['a', '', 'b;"c",d', 3, { number: '-10,00' }], ';'),
    '"a";"";"b;""c"",d";"3";"-10,00"\r\n',
  )
})

test('prefixes text that a spreadsheet would run as a formula, even behind invisible characters', () => {
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']
  const before = ['', ' ', '\t', '\r', '\n', '\u200B', '\uFEFF', '\u00A0']
  for (const text of [...before.flatMap((hidden) => signs.map((sign) => `${hidden}${sign}1`)), '\tx', '\rx'])
    assert.equal(csvRow([text]), `"'${text}"\r\n`, JSON.stringify(text))
  for (const text of ['JOSÉ - EXEMPLO', '1-2', ' x', "'=1"]) assert.equal(csvRow([text]), `"${text}"\r\n`)
})

test('never prefixes a number, but prefixes text that only looks like one', () => {
  const texts = [-1, 0, 2.5, { number: '-10.00' }, { number: '1520,33' }].map((cell) => csvRow([cell]).trim())
  assert.deepEqual(texts, ['"-1"', '"0"', '"2.5"', '"-10.00"', '"1520,33"'])
  for (const text of ['=1+1', '-1+1', '+1', '-', '\t-1'])
    assert.equal(csvRow([{ number: text }]), `"'${text}"\r\n`)
})

test('a row is read back as the cells it was written from', () => {
  const cell = fc.string().filter((text) => !/[\r\n]/.test(text))
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1 }),
      fc.constantFrom(',' as const, ';' as const),
      (cells, separator) => {
        const read = csvCells(csvRow(cells, separator).slice(0, -2), separator)
        assert.deepEqual(
          read?.map((text, at) => (text === `'${cells[at]}` ? cells[at] : text)),
          cells,
        )
      },
    ),
  )
})

test('no other code writes CSV for people', () => {
  const root = `${import.meta.dirname}/../../..`
  const paths = globSync('{service,cli,console,reading,rules}/src/**/*.{ts,tsx}', { cwd: root })
  assert.ok(paths.length > 500)
  // Sample files of publishers, and files that the page sends to the service, are read by programs.
  const others = [
    /\/src\/data\/.*sample/,
    /file\/column-mapping\.ts$/,
    /text\/csv-text\.ts$/,
    /\.test\.tsx?$/,
  ]
  const writers = paths.filter((path) => {
    if (others.some((one) => one.test(path))) return false
    const text = readFileSync(`${root}/${path}`, 'utf8')
    const joins = /\bcsv\b/.test(text) && /\.join\((?:'[,;]'|separator)\)/.test(text)
    return joins || /replaceAll\('"', '""'\)/.test(text)
  })
  assert.deepEqual(writers, [])
})
