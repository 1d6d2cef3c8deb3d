import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvText, quoted } from './csv-text.ts'

test('a file is what a spreadsheet of its language reads: separator, point, letters', () => {
  const rows = [
    ['Devedor', 'Valor'],
    ['JOSÉ; DE "EXEMPLO"', { amount: '1520.33' }],
  ]
  assert.equal(csvText(rows, 'pt'), '\uFEFF"Devedor";"Valor"\r\n"JOSÉ; DE ""EXEMPLO""";1520,33\r\n')
  assert.equal(csvText(rows, 'en'), '\uFEFF"Devedor","Valor"\r\n"JOSÉ; DE ""EXEMPLO""",1520.33\r\n')
})

test('no cell is run as a formula, however it is hidden', () => {
  for (const text of [
    '=1+1',
    '+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    ' =1',
    '\u200B=1',
    '\uFEFF=1',
    '\n=1',
  ]) {
    assert.ok(quoted(text).startsWith(`"'`), JSON.stringify(text))
  }
  assert.equal(quoted('JOSÉ - EXEMPLO'), '"JOSÉ - EXEMPLO"')
})

test('an amount below nothing stays a figure, and what is no amount is made text', () => {
  assert.equal(csvText([[{ amount: '-10.00' }]], 'pt'), '\uFEFF-10,00\r\n')
  assert.equal(csvText([[{ amount: '=1+1' }]], 'pt'), `\uFEFF"'=1+1"\r\n`)
  assert.equal(csvText([[{ amount: '' }]], 'pt'), '\uFEFF""\r\n')
})
