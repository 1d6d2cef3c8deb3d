import assert from 'node:assert/strict'
import { test } from 'vitest'
import { pageMatches } from './page-matches.ts'

const pages = ['Anotações', 'Minhas consultas', 'Consultar', 'Dados públicos', 'Correções'].map((label) => ({
  label,
}))
const found = (typed: string) => pageMatches(typed, pages).map((one) => one.label)

test('a page is found without accents, in any case, by a part of its name', () => {
  assert.deepEqual(found('anotacoes'), ['Anotações'])
  assert.deepEqual(found('PÚBLICOS dados'), ['Dados públicos'])
  assert.deepEqual(found('  corre  '), ['Correções'])
})

test('what begins with the word comes first, and nothing typed finds everything in its order', () => {
  assert.deepEqual(found('consult'), ['Consultar', 'Minhas consultas'])
  assert.deepEqual(
    found(''),
    pages.map((one) => one.label),
  )
})

test('signs of a pattern are no pattern', () => {
  assert.deepEqual(
    found('.*'),
    pages.map((one) => one.label),
  )
  assert.deepEqual(found('(consultar'), ['Consultar'])
  assert.deepEqual(found('xyz'), [])
})
