import assert from 'node:assert/strict'
import { test } from 'vitest'
import { keepColumns, keptColumns, type Memory } from './kept-columns.ts'

function memoryOf(text?: string): Memory & { readonly text: () => string } {
  let held = text
  return {
    getItem: () => held ?? null,
    setItem: (_, value) => {
      held = value
    },
    text: () => held ?? '',
  }
}

const columns = ['CPF', 'Nome', 'Saldo']

test('the same heading means the same the next time, and another one nothing', () => {
  const memory = memoryOf()
  keepColumns(memory, columns, { documento: 0, amount: 2 })
  assert.deepEqual(keptColumns(memory, columns), { documento: 0, amount: 2 })
  assert.equal(keptColumns(memory, ['CPF', 'Saldo', 'Nome']), undefined)
  assert.equal(keptColumns(memory, ['CPF', 'Nome']), undefined)
  keepColumns(memory, columns, { documento: 1 })
  assert.deepEqual(keptColumns(memory, columns), { documento: 1 })
})

test('a file of refused lines means what the first file meant, and the other way round', () => {
  const memory = memoryOf()
  const refused = ['Lastro: linha', 'Lastro: motivo', ...columns]
  keepColumns(memory, columns, { documento: 0, amount: 2 })
  assert.deepEqual(keptColumns(memory, refused), { documento: 2, amount: 4 })
  keepColumns(memory, refused, { documento: 2, name: 3 })
  assert.deepEqual(keptColumns(memory, columns), { documento: 0, name: 1 })
})

test('a file without a heading leaves nothing behind', () => {
  for (const first of ['52998224725', '529.982.247-25', 'ana@exemplo.com.br', '1.520,33', '10/03/2026']) {
    const memory = memoryOf()
    keepColumns(memory, ['ANA DE EXEMPLO', first], { name: 0 })
    assert.equal(memory.text(), '', first)
  }
})

test('a memory that holds something else, or takes nothing, does no harm', () => {
  for (const text of [
    '{',
    '{}',
    '[null]',
    '[{"names":["CPF"],"columns":{"documento":7}}]',
    '[{"names":1}]',
  ]) {
    assert.equal(keptColumns(memoryOf(text), ['CPF']), undefined, text)
  }
  const full = {
    ...memoryOf(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  assert.doesNotThrow(() => keepColumns(full, columns, {}))
})

test('the headings of long ago are forgotten', () => {
  const memory = memoryOf()
  for (let at = 0; at < 12; at++) keepColumns(memory, [`Coluna ${at}`], { name: 0 })
  assert.equal(keptColumns(memory, ['Coluna 1']), undefined)
  assert.deepEqual(keptColumns(memory, ['Coluna 11']), { name: 0 })
})
