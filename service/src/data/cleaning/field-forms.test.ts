import assert from 'node:assert/strict'
import { companyKey } from '@lastro/rules/documents/company-key.ts'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import fc from 'fast-check'
import { test } from 'vitest'
import { rowOf } from '../../../testing/invented/data-rows.ts'
import { packedReader, takeCents, takeDay } from '../packing/packed-reader.ts'
import { packedWriter } from '../packing/packed-writer.ts'
import { putCentsField } from './cents-field.ts'
import { cnpjField } from './cnpj-field.ts'
import { putSlashedDateField } from './slashed-date-field.ts'

const keptAs = (text: string, isPerson = false) => {
  const found = cnpjField(rowOf([text]), 0, isPerson)
  return found.kind === 'none' ? found.reason : [found.key, found.order]
}

test('a CNPJ is a key, bare or with its signs, with letters too', () => {
  assert.deepEqual(keptAs('11222333000181'), [11_222_333, 1])
  assert.deepEqual(keptAs(' 11.222.333/0001-81 '), [11_222_333, 1])
  const lettered = withCheckDigits('A1B2C3D40001')
  assert.deepEqual(keptAs(lettered), [companyKey('A1B2C3D4'), 1])
})

test('a person is left out, however the CPF is masked, or if it is not', () => {
  for (const text of ['***982247**', '***.982.247-**', 'XXX.982.247-XX', 'xxx982247xx', '529.982.247-25']) {
    assert.equal(keptAs(text), 'left_out_person', text)
  }
  assert.equal(keptAs('', true), 'left_out_person')
  assert.equal(keptAs('Sigiloso', true), 'left_out_person')
})

test('what is neither is not kept, and nothing is made up', () => {
  for (const text of [
    '',
    '0',
    '11222333000180',
    '1222333000181',
    '00000000000000',
    '11222333',
    '52998224724',
    '***',
  ]) {
    assert.equal(keptAs(text), 'cnpj_invalid', text)
  }
})

test('a masked CPF never gives a key', () => {
  const signs = fc.constantFrom('*', 'X', 'x')
  fc.assert(
    fc.property(signs, fc.stringMatching(/^\d{6}$/), (sign, middle) => {
      assert.equal(keptAs(`${sign.repeat(3)}${middle}${sign.repeat(2)}`), 'left_out_person')
    }),
  )
})

test('packs an amount in either decimal form; omits and counts an unreadable or missing one', () => {
  const amountIn = (text: string, isRequired?: true) => {
    const counted: string[] = []
    const writer = packedWriter()
    const rule = { name: 'amount', ...(isRequired && { isRequired }) }
    putCentsField(writer, rowOf([text]), 0, rule, (reason) => void counted.push(reason))
    return [takeCents(packedReader(writer.bytes.subarray(0, writer.at))), ...counted]
  }
  for (const text of ['1061004829.23', '1061004829,23', '1.061.004.829,23', ' 1,061,004,829.23 '])
    assert.deepEqual(amountIn(text), [106_100_482_923n], text)
  assert.deepEqual(amountIn('0,00', true), [0n])
  for (const text of ['1.234', '1,234', 'sem valor', '-1,00'])
    assert.deepEqual(amountIn(text, true), [undefined, 'amount_invalid'], text)
  assert.deepEqual(amountIn(' '), [undefined])
  assert.deepEqual(amountIn(' ', true), [undefined, 'amount_missing'])
})

const dayIn = (text: string) => {
  const counted: string[] = []
  const writer = packedWriter()
  putSlashedDateField(writer, rowOf([text]), 0, (reason) => void counted.push(reason))
  return [takeDay(packedReader(writer.bytes.subarray(0, writer.at))), ...counted]
}

test('a day is read as people in Brazil write it; one that no calendar has is left out and counted', () => {
  assert.deepEqual(dayIn('29/02/2024'), ['2024-02-29'])
  for (const other of [
    '1/4/2024',
    ' 01/04/2024 ',
    '01/04/2024 00:00:00',
    '1/4/2024 8:30',
    '2024-04-01',
    '2024-04-01T00:00:00.000Z',
    '2024-04-01 00:00:00-03:00',
    '\u00a001/04/2024',
  ])
    assert.deepEqual(dayIn(other), ['2024-04-01'], other)
  for (const empty of ['', ' ', ' '.repeat(10)]) assert.deepEqual(dayIn(empty), [undefined])
  for (const wrong of [
    '29/02/2023',
    '31/04/2024',
    '00/00/0000',
    '12/31/2024',
    'Sem data  ',
    '01/01/21',
    '2024-02-30',
    '2024-1-1',
    '01/01/2024 a 01/02/2024',
    '01/01/2024 noite',
    '101/01/2024',
  ]) {
    assert.deepEqual(dayIn(wrong), [undefined, 'date_impossible'], wrong)
  }
})
