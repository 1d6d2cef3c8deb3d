import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { test } from 'vitest'
import { readNamedRow } from '../../../testing/invented/data-rows.ts'
import { ceis } from '../ceis/ceis.ts'
import { cnep } from '../cnep/cnep.ts'
import type { DataSet, FileKind } from '../data-set.ts'
import { dayOfName } from './cgu-data-set.ts'
import { sanctionHeader } from './sanction-columns.ts'
import { isInForce, type Sanction, unpackSanctions } from './sanctions.ts'

const row: Readonly<Record<string, string>> = {
  ...Object.fromEntries(sanctionHeader(['VALOR DA MULTA']).map((name) => [name, ''])),
  CADASTRO: 'CNEP',
  'CÓDIGO DA SANÇÃO': '316136',
  'TIPO DE PESSOA': 'J',
  'CPF OU CNPJ DO SANCIONADO': '11222333000181',
  'NOME DO SANCIONADO': 'EMPRESA DE EXEMPLO LTDA',
  'NÚMERO DO PROCESSO': '0001234-56.2019.8.26.0053',
  'CATEGORIA DA SANÇÃO': 'Multa - Lei da Empresa Limpa',
  'VALOR DA MULTA': '1.061.004.829,23',
  'DATA INÍCIO SANÇÃO': '18/07/2019',
  'DATA FINAL SANÇÃO': '10/07/2039',
  'ÓRGÃO SANCIONADOR': 'MUNICÍPIO DE EXEMPLO',
  'FUNDAMENTAÇÃO LEGAL': 'LEI 12846 - ART. 6º, I',
}

const sanction: Sanction = {
  register: 'CNEP',
  cnpj: '11222333000181',
  code: '316136',
  category: 'Multa - Lei da Empresa Limpa',
  startedOn: '2019-07-18' as Day,
  endsOn: '2039-07-10' as Day,
  sanctioningBody: 'MUNICÍPIO DE EXEMPLO',
  processNumber: '0001234-56.2019.8.26.0053',
  legalBasis: 'LEI 12846 - ART. 6º, I',
  fineCents: 106_100_482_923n,
}

function read(set: DataSet, changed: Readonly<Record<string, string>> = {}) {
  const { reason, key = -1, record, counted } = readNamedRow(set.files[0] as FileKind, { ...row, ...changed })
  return { reason, counted, record, sanction: unpackSanctions('CNEP', key, record)[0] }
}

test('a sanction comes back as it was published, and CEIS has no fines', () => {
  assert.deepEqual(read(cnep).sanction, sanction)
  assert.deepEqual(read(ceis).sanction, { ...sanction, fineCents: undefined })
})

test('a person is left out, and neither name nor CPF of anyone is kept', () => {
  for (const document of ['***982247**', '***.982.247-**', '52998224725', '']) {
    const { reason } = read(ceis, { 'CPF OU CNPJ DO SANCIONADO': document, 'TIPO DE PESSOA': 'F' })
    assert.equal(reason, 'left_out_person', document)
  }
  const { record, counted } = read(ceis, {
    'NOME DO SANCIONADO': 'MARIA',
    'CATEGORIA DA SANÇÃO': 'contra 529.982.247-25',
    'FUNDAMENTAÇÃO LEGAL': 'sócio 52998224725',
    'NÚMERO DO PROCESSO': '52998224725',
  })
  for (const hidden of ['MARIA', '52998224725', '529.982.247-25']) assert.ok(!record.includes(hidden))
  assert.deepEqual(counted, ['cpf_masked', 'cpf_masked', 'cpf_masked'])
})

test('the long number of proceedings is not taken for a CPF', () => {
  for (const number of ['8052998224725', '23034.012345/2019-11', '12345678900', '']) {
    assert.equal(read(ceis, { 'NÚMERO DO PROCESSO': number }).sanction?.processNumber, number || undefined)
  }
})

test('a CPF in the number of proceedings is masked, however it is broken, and control characters are gone', () => {
  const numberOf = (text: string) => read(ceis, { 'NÚMERO DO PROCESSO': text }).sanction?.processNumber
  assert.equal(numberOf('12/2019 CPF 529 982 247 25'), '12/2019 CPF ***982247**')
  assert.equal(numberOf('52998224725.2019'), '***982247**.2019')
  assert.equal(numberOf('529.982\n\t247-25'), '***982247**')
  assert.equal(numberOf('12\n/2019\x07'), '12 /2019')
})

test('a field that is wrong is left out, and the row stays', () => {
  const { sanction: found, counted } = read(cnep, {
    'DATA FINAL SANÇÃO': '31/04/2030',
    'VALOR DA MULTA': 'sem valor',
    'CATEGORIA DA SANÇÃO': 'x'.repeat(2_000),
  })
  assert.deepEqual([found?.endsOn, found?.fineCents, found?.category?.length], [undefined, undefined, 1_000])
  assert.deepEqual(counted.toSorted(), ['date_impossible', 'fine_invalid', 'text_shortened'])
})

test('in force is judged by date: the first day and the last count, and no end is none', () => {
  const on = (today: string, changed: Partial<Sanction> = {}) =>
    isInForce({ ...sanction, ...changed }, today as Day)
  assert.deepEqual(
    ['2019-07-17', '2019-07-18', '2039-07-10', '2039-07-11'].map((day) => on(day)),
    [false, true, true, false],
  )
  assert.ok(on('2999-01-01', { endsOn: undefined }))
  assert.ok(on('2000-01-01', { startedOn: undefined }))
})

test('an end that cannot be read is not taken for none: the sanction is not shown as in force', () => {
  const today = '2026-11-16' as Day
  const ending = (text: string) => read(ceis, { 'DATA FINAL SANÇÃO': text })
  const isShown = (text: string) => isInForce(ending(text).sanction as Sanction, today)
  for (const text of ['31/02/2021', '01/01/21', '31/02/2099', '2099-13-01', '00/00/0000']) {
    const { sanction: found, counted } = ending(text)
    assert.deepEqual([found?.endsOn, found?.isEndUnreadable, isShown(text)], [undefined, true, false], text)
    assert.deepEqual([found?.cnpj, counted], [sanction.cnpj, ['date_impossible']])
  }
  const over = ['1/1/2021', '2021-01-01', '01/01/2021 00:00:00', ' 01/01/2021 ']
  for (const text of over) assert.equal(ending(text).sanction?.endsOn, '2021-01-01', text)
  for (const text of ['', '   ', 'Sem informação', '1/1/2099']) assert.ok(isShown(text), text)
})

test('the day of the data is in the name of the file', () => {
  assert.equal(dayOfName('20261011_CEIS.csv'), '2026-10-11')
  assert.equal(dayOfName('20261301_CEIS.csv'), undefined)
})
