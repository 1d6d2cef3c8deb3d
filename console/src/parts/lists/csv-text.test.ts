import assert from 'node:assert/strict'
import { test } from 'vitest'
import { csvText } from './csv-text.ts'

test('a file follows the conventions of its language: separator, decimal point, encoding mark', () => {
  const rows = [
    ['Devedor', 'Valor'],
    ['JOSÉ; DE "EXEMPLO"', { amount: '1520.33' }],
  ]
  assert.equal(csvText(rows, 'pt'), '\uFEFF"Devedor";"Valor"\r\n"JOSÉ; DE ""EXEMPLO""";"1520,33"\r\n')
  assert.equal(csvText(rows, 'en'), '\uFEFF"Devedor","Valor"\r\n"JOSÉ; DE ""EXEMPLO""","1520.33"\r\n')
})

test('a negative amount stays a number, and a formula in place of an amount becomes text', () => {
  assert.equal(csvText([[{ amount: '-10.00' }]], 'pt'), '\uFEFF"-10,00"\r\n')
  assert.equal(csvText([[{ amount: '=1+1' }]], 'pt'), `\uFEFF"'=1+1"\r\n`)
  assert.equal(csvText([[{ amount: '' }]], 'pt'), '\uFEFF""\r\n')
})
