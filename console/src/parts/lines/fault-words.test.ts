import assert from 'node:assert/strict'
import { test } from 'vitest'
import { reasonText, spokenFault } from './fault-words.ts'

const table = {
  columns: ['CPF', 'Saldo'],
  cellCount: 2,
  separator: ';' as const,
  columnOf: (field: string) => ({ documento: 0, amount: 1 })[field],
  spellingOf: (field: string) => (field === 'amount' ? ('amount' as const) : undefined),
  rows: async function* () {},
}
const row = { line: 2, cells: ['1', '2', '3'], isBroken: false }

test('a fault is told at the column that the person has, else by the name of the field', () => {
  const amount = { field: 'amount', code: '057', message: 'x' }
  assert.deepEqual(spokenFault(amount, row, table, 'pt'), { column: 1, name: 'Saldo', text: 'x' })
  const model = { ...table, columns: ['amount'], columnOf: () => 0 }
  assert.equal(spokenFault(amount, row, model, 'pt').name, 'Valor')
  const city = { field: 'address.city', code: 'required', message: 'x' }
  assert.deepEqual(spokenFault(city, row, table, 'pt'), { column: undefined, name: 'Cidade', text: 'x' })
  assert.equal(spokenFault({ ...city, field: '(line)' }, row, table, 'pt').name, undefined)
})

test('cells are counted as the person counts them, and no code is said', () => {
  const faults = [
    { field: '(line)', code: 'cells_differ', message: 'A linha tem 4 células; o cabeçalho, 3.' },
    { field: 'documento', code: 'line_not_utf8', message: 'x' },
  ]
  const text = reasonText({ line: 2, faults }, row, table, 'pt')
  assert.equal(
    text,
    'Tem 3 células; o cabeçalho, 2. Há um separador a mais ou a menos. · CPF: Os acentos não podem ser lidos. Salve o arquivo em UTF-8.',
  )
})

test('what is written otherwise is told how to be written', () => {
  const text = (field: string) => spokenFault({ field, code: 'format', message: 'x' }, row, table, 'pt').text
  assert.equal(text('amount'), 'Não é um valor como 1.520,33.')
  assert.equal(text('documento'), 'x')
})
