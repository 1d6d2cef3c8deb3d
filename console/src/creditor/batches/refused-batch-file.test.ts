import assert from 'node:assert/strict'
import type { RefusedBatchLine } from '@lastro/contract/listings/refused-lines.ts'
import { test } from 'vitest'
import { refusedBatchFile, refusedReasons } from './refused-batch-file.ts'

const refused = {
  line: 2,
  status: 'refused',
  id: 'a',
  refusal: { code: '035', reason: 'O código da natureza não está na tabela.' },
  errors: [
    { field: 'legalNatureId', code: '035', message: 'O código da natureza não está na tabela.' },
    { field: 'amount', code: '057', message: 'O valor é menor que R$ 10,00.' },
  ],
  listing: {
    documento: '52998224725',
    name: '=SUM(A1)',
    amount: '1.00',
    dueDate: '2026-03-10',
    contractId: 'CT-1',
    legalNatureId: 'ZZ',
    section: 'listingP',
    address: { city: 'SAO PAULO' },
    contact: {},
  },
} as unknown as RefusedBatchLine
const unread: RefusedBatchLine = {
  line: 3,
  status: 'invalid',
  errors: [{ field: '(line)', code: 'line_not_json', message: 'x' }],
}

test('everything wrong with a line is told, with the name of its field; a second debt by its reason', () => {
  assert.deepEqual(refusedReasons(refused, 'pt'), [
    'Natureza: O código da natureza não está na tabela.',
    'Valor: O valor é menor que R$ 10,00.',
  ])
  assert.deepEqual(refusedReasons(unread, 'pt'), [
    'A linha não pode ser lida: aspas, vírgulas ou chaves não fecham.',
  ])
  const second = {
    line: 4,
    status: 'refused',
    id: 'b',
    refusal: { code: '059', reason: 'Já existe.' },
  } as const
  assert.deepEqual(refusedReasons(second, 'pt'), ['Já existe.'])
})

test('the file has what is on record, in the columns that are sent, and of the rest where it stands', () => {
  const [heading, first, second, end] = refusedBatchFile([refused, unread], 'pt').split('\r\n')
  assert.match(heading ?? '', /^\uFEFF"Lastro: linha";"Lastro: motivo";"documento";"name";/)
  assert.match(first ?? '', /^"2";"Natureza: .* · Valor: .*";"52998224725";"'=SUM\(A1\)";/)
  assert.match(first ?? '', /"1,00"/)
  assert.match(second ?? '', /^"3";"A linha não pode ser lida.*";"";""/)
  assert.equal(end, '')
})
