import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readNamedRow } from '../../../testing/invented/data-rows.ts'
import type { FileKind } from '../data-set.ts'
import { lastDayOfName, pgfn } from './pgfn.ts'
import { type PublicDebt, unpackPublicDebts } from './public-debts.ts'

const [sida, prev, fgts] = pgfn.files as readonly [FileKind, FileKind, FileKind]

const row = {
  CPF_CNPJ: '11.222.333/0001-81',
  TIPO_PESSOA: 'Pessoa jurídica',
  TIPO_DEVEDOR: 'PRINCIPAL',
  NOME_DEVEDOR: 'EMPRESA DE EXEMPLO LTDA',
  UF_DEVEDOR: 'SP',
  UNIDADE_RESPONSAVEL: 'PROCURADORIA REGIONAL - 3ª REGIÃO',
  NUMERO_INSCRICAO: '80 6 12 345678-90',
  TIPO_SITUACAO_INSCRICAO: 'Em cobrança',
  SITUACAO_INSCRICAO: 'ATIVA EM COBRANCA',
  RECEITA_PRINCIPAL: 'COFINS',
  DATA_INSCRICAO: '05/03/2019',
  INDICADOR_AJUIZADO: 'SIM',
  VALOR_CONSOLIDADO: '1061004829.23',
}

const debt: PublicDebt = {
  register: 'SIDA',
  cnpj: '11222333000181',
  isPrincipal: true,
  inscriptionNumber: '80 6 12 345678-90',
  inscribedOn: '2019-03-05' as NonNullable<PublicDebt['inscribedOn']>,
  amountCents: 106_100_482_923n,
  situation: 'collection',
  situationText: 'ATIVA EM COBRANCA',
  debtType: 'COFINS',
  responsibleUnit: 'PROCURADORIA REGIONAL - 3ª REGIÃO',
  isInCourt: true,
}

function read(changed: Partial<Record<keyof typeof row, string>>, kind = sida) {
  const { reason, key = -1, record, counted } = readNamedRow(kind, { ...row, ...changed })
  return { reason, counted, debt: unpackPublicDebts(key, record)[0] }
}

test('a row comes back as it was published, its accents and cents too', () => {
  assert.deepEqual(read({}), { reason: undefined, counted: [], debt })
})

test('columns are found by name: in another order, with the name of years ago, and the kind of credit of PREV', () => {
  const { UF_DEVEDOR: _, ...rest } = row
  const turned = Object.fromEntries(Object.entries({ ...rest, UF_UNIDADE_RESPONSAVEL: 'SP' }).toReversed())
  const { key = -1, record } = readNamedRow(sida, turned)
  assert.deepEqual(unpackPublicDebts(key, record), [debt])
  const { RECEITA_PRINCIPAL: __, ...others } = row
  const credit = readNamedRow(prev, { ...others, TIPO_CREDITO: 'Contribuição' })
  const [found] = unpackPublicDebts(credit.key ?? -1, credit.record)
  assert.deepEqual([found?.register, found?.debtType], ['PREV', 'Contribuição'])
})

test('a co-debtor is not a principal, and an unknown role leaves it undefined', () => {
  assert.equal(read({ TIPO_DEVEDOR: 'CORRESPONSAVEL' }).debt?.isPrincipal, false)
  assert.equal(read({ TIPO_DEVEDOR: 'Solidário' }).debt?.isPrincipal, false)
  assert.equal(read({ TIPO_DEVEDOR: 'Principal' }).debt?.isPrincipal, true)
  const other = read({ TIPO_DEVEDOR: 'HERDEIRO' })
  assert.deepEqual([other.debt?.isPrincipal, other.counted], [undefined, ['debtor_type_unknown']])
})

test('what is negotiated, guaranteed or suspended is told apart, with accents or without', () => {
  for (const [text, situation] of [
    ['EM COBRANCA', 'collection'],
    ['Em negociação', 'negotiated'],
    ['Benefício Fiscal', 'negotiated'],
    ['Garantia', 'guaranteed'],
    ['SUSPENSO POR DECISÃO JUDICIAL', 'suspended'],
  ] as const) {
    assert.deepEqual([read({ TIPO_SITUACAO_INSCRICAO: text }).debt?.situation], [situation])
  }
  const other = read({ TIPO_SITUACAO_INSCRICAO: 'Em análise' })
  assert.deepEqual([other.debt?.situation, other.counted], ['other', ['situation_unknown']])
})

test('a person is left out, and neither name nor CPF of anyone is kept', () => {
  assert.equal(read({ CPF_CNPJ: 'XXX.982.247-XX', TIPO_PESSOA: 'Pessoa física' }).reason, 'left_out_person')
  assert.equal(read({ CPF_CNPJ: '529.982.247-25' }).reason, 'left_out_person')
  const { record } = readNamedRow(sida, {
    ...row,
    NOME_DEVEDOR: 'MARIA 52998224725',
    SITUACAO_INSCRICAO: 'DE 52998224725',
  })
  assert.ok(!record.includes('MARIA') && !record.includes('52998224725'))
})

test('a row without a number, or with a CPF for one, is set aside; a number is never taken for a CPF', () => {
  assert.equal(read({ NUMERO_INSCRICAO: '' }).reason, 'inscription_invalid')
  assert.equal(read({ NUMERO_INSCRICAO: '52998224725' }).reason, 'inscription_invalid')
  assert.equal(read({ NUMERO_INSCRICAO: '529.982\n247-25' }).reason, 'inscription_invalid')
  const held = read({ NUMERO_INSCRICAO: '80 529 982 247 25' })
  assert.deepEqual([held.debt?.inscriptionNumber, held.counted], ['80 ***982247**', ['cpf_masked']])
  assert.equal(read({ NUMERO_INSCRICAO: '80 6 12\t345678-90' }).debt?.inscriptionNumber, '80 6 12 345678-90')
  // Thirteen digits, eleven of which would pass for a CPF.
  assert.equal(read({ NUMERO_INSCRICAO: '8052998224725' }).debt?.inscriptionNumber, '8052998224725')
  assert.equal(read({ NUMERO_INSCRICAO: 'FGSP200012345' }, fgts).debt?.inscriptionNumber, 'FGSP200012345')
})

test('reads an amount with a decimal comma or point, and leaves an ambiguous one unknown', () => {
  for (const text of ['1061004829,23', '1.061.004.829,23', '1,061,004,829.23'])
    assert.deepEqual([read({ VALOR_CONSOLIDADO: text }).debt?.amountCents], [106_100_482_923n], text)
  for (const [text, reason] of [
    ['1.234', 'amount_invalid'],
    ['1,234', 'amount_invalid'],
    ['R$ 10', 'amount_invalid'],
    ['', 'amount_missing'],
  ] as const) {
    const { debt: found, counted } = read({ VALOR_CONSOLIDADO: text })
    assert.deepEqual([found?.amountCents, counted], [undefined, [reason]], text)
  }
})

test('a field that is wrong is left out, and the row stays', () => {
  const { debt: found, counted } = read({
    VALOR_CONSOLIDADO: '10,000',
    DATA_INSCRICAO: '30/02/2020',
    INDICADOR_AJUIZADO: '?',
  })
  assert.deepEqual(
    [found?.amountCents, found?.inscribedOn, found?.isInCourt],
    [undefined, undefined, undefined],
  )
  assert.deepEqual(counted.toSorted(), ['amount_invalid', 'date_impossible', 'in_court_unknown'])
})

test('the day of the data is the last of the month in the name', () => {
  assert.equal(lastDayOfName('arquivo_lai_SIDA_1_202606.csv'), '2026-06-30')
  assert.equal(lastDayOfName('Dados/arquivo_lai_FGTS_-9_202402.csv'), '2024-02-29')
  assert.equal(lastDayOfName('arquivo_lai_SIDA_1_202613.csv'), undefined)
  assert.ok(fgts.innerName.test('Dados_abertos_FGTS/arquivo_lai_FGTS_-9_202212.csv'))
})
