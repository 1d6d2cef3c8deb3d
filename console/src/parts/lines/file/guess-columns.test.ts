import assert from 'node:assert/strict'
import { batchColumns } from '@lastro/contract/listings/batch-columns.ts'
import { test } from 'vitest'
import { batchFields } from '../../../creditor/batches/batch-fields.ts'
import { guessColumns } from './guess-columns.ts'

/** The guess, by the names of the columns. */
const guessed = (...columns: readonly string[]) =>
  Object.fromEntries(
    Object.entries(guessColumns(columns, batchFields)).map(([field, at]) => [field, columns[at]]),
  )

test('every column of the service has its field, and is known by its own name in any spelling', () => {
  assert.deepEqual(batchFields.map(({ name }) => name).toSorted(), [...batchColumns].toSorted())
  for (const spell of [(name: string) => name, (name: string) => name.toUpperCase().replaceAll('.', '_')]) {
    const found = guessed(...batchColumns.map(spell))
    for (const name of ['documento', 'name', 'amount', 'address.city'] as const) {
      assert.equal(found[name], spell(name))
    }
  }
  assert.equal(Object.keys(guessed(...batchColumns)).length, batchColumns.length)
})

test('accents, case, points and abbreviations do not hide a column', () => {
  assert.deepEqual(
    guessed(
      'CPF/CNPJ do cliente',
      'NOME',
      'Dt. Vencto',
      'Vlr.',
      'Nº Contrato',
      'Endereço',
      'Nº',
      'Município',
    ),
    {
      documento: 'CPF/CNPJ do cliente',
      name: 'NOME',
      dueDate: 'Dt. Vencto',
      amount: 'Vlr.',
      contractId: 'Nº Contrato',
      'address.addressLine': 'Endereço',
      'address.number': 'Nº',
      'address.city': 'Município',
    },
  )
})

test('what two columns could be is left to the person', () => {
  assert.deepEqual(guessed('Valor original', 'Valor atualizado'), {})
  assert.deepEqual(guessed('CPF', 'CNPJ'), {})
  assert.deepEqual(guessed('Telefone', 'Celular'), {})
  // A name that fits exactly wins over one that fits by a word.
  assert.deepEqual(guessed('Valor', 'Valor original'), { amount: 'Valor' })
})

test('nobody else of a debt is taken for its debtor', () => {
  assert.deepEqual(guessed('Nome da mãe', 'Nome do avalista', 'CPF do fiador', 'Tipo de documento'), {})
  assert.deepEqual(guessed('CNPJ do credor', 'CPF'), { documento: 'CPF', creditorDocument: 'CNPJ do credor' })
})

test('days and amounts of something else are not guessed', () => {
  assert.deepEqual(guessed('Data de pagamento', 'Valor pago', 'Dias de vencimento', 'Data do contrato'), {})
})

test('what we added to a file of refused lines is no field of it', () => {
  assert.deepEqual(guessed('Lastro: linha', 'Lastro: valor', 'Nome'), { name: 'Nome' })
})
