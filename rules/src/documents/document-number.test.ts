import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { isCNPJ, isCPF } from 'validation-br'
import { test } from 'vitest'
import {
  cnpjOf,
  documentType,
  hideDocuments,
  holdsDocument,
  maskDocument,
  maskDocumentsIn,
  parseDocument,
  withCheckDigits,
} from './document-number.ts'

const faultOf = (text: string) => {
  const parsed = parseDocument(text)
  return parsed.kind === 'fault' ? parsed.fault : undefined
}

for (const valid of ['12345678909', '52998224725', '00000000191', '12ABC34501DE35', 'ABCDEFGHIJKL80']) {
  test(`${valid} is a document`, () => {
    assert.deepEqual(parseDocument(valid), { kind: 'document', document: valid })
  })
}

for (const valid of ['00000000000191', '11111111111180']) {
  test(`${valid} is a CNPJ`, () => assert.equal(faultOf(valid), undefined))
}

const refused: [string, string][] = [
  ['ABCDEFGHIJKL81', 'check_digits'],
  ['00000000000000', 'repeated'],
  ['000000000001P1', 'characters'],
  ['11111111111', 'repeated'],
  ['1234567890', 'length'],
  ['123456789', 'length'],
  ['', 'length'],
  ['1234567890A', 'characters'],
  ['１２３４５６７８９０９', 'characters'],
  ['12#ABC#34501DE35', 'characters'],
  ['123 456 789 09', 'characters'],
  ['12345678900', 'check_digits'],
  ['ıABCDEFGHIJKL80', 'characters'],
]
for (const [text, fault] of refused) {
  test(`"${text}" is refused for its ${fault}`, () => assert.equal(faultOf(text), fault))
}

test('a mask, outer blanks and lower case are accepted and the answer is bare', () => {
  assert.deepEqual(parseDocument(' 123.456.789-09 '), { kind: 'document', document: '12345678909' })
  assert.deepEqual(parseDocument('12.abc.345/01de-35'), { kind: 'document', document: '12ABC34501DE35' })
})

test('agrees with validation-br on any eleven digits and any fourteen characters', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
  const stem = fc.stringMatching(/^[0-9A-Z]{12}$/)
  fc.assert(fc.property(digits(11), (text) => (faultOf(text) === undefined) === isCPF(text)))
  fc.assert(fc.property(digits(9), (text) => isCPF(withoutRepeat(text))))
  fc.assert(
    fc.property(stem, digits(2), (text, end) => (faultOf(text + end) === undefined) === isCNPJ(text + end)),
  )
  fc.assert(fc.property(stem, (text) => /^0+$/.test(text) || isCNPJ(withCheckDigits(text))))
})

const withoutRepeat = (stem: string) => withCheckDigits(/^(\d)\1+$/.test(stem) ? '123456789' : stem)

test('a masked document shows the middle only', () => {
  const parsed = parseDocument('12345678909')
  assert.ok(parsed.kind === 'document')
  assert.equal(maskDocument(parsed.document), '***.456.789-**')
  assert.equal(maskDocument(withCheckDigits('123456780001')), '**.345.678/0001-**')
  assert.equal(documentType(parsed.document), 'CPF')
  assert.equal(documentType(withCheckDigits('123456780001')), 'CNPJ')
})

test('no document is made of one digit alone', () => {
  for (const stem of ['111111111', '000000000000']) assert.throws(() => withCheckDigits(stem), /No document/)
})

test('a document hidden in free text is noticed', () => {
  for (const text of [
    '12345678909',
    'req-123.456.789-09',
    'a-12abc34501de35',
    '12.ABC.345/01DE-35',
    '0012345678909x',
    '529_982_247_25',
    '12345678909000000',
    '00012345678909',
    '9911222333000181',
    '112223330001819999999',
    'x11222333000181x',
    'Sócio 529 982 247 25',
    'Em 2026 o sócio 529 982 247 25 pediu',
    '123 529 982 247 25',
    'CPF 529.982.247 - 25.',
    '529,982,247-25',
    '5 2 9 9 8 2 2 4 7 2 5',
    '52 99 82 24 72 5',
    '529\u2013982\u2013247\u201325',
    '529\u00a0982\u00a0247\u00a025',
    '529\u200b982247\u200b25',
    '\uff15\uff12\uff19\uff19\uff18\uff12\uff12\uff14\uff17\uff12\uff15',
    '11 222 333 0001 81',
    '11 222 333 / 0001 - 81',
    '123 11 222 333 0001 81',
    '0_0529982_24725',
  ]) {
    assert.ok(holdsDocument(text), text)
  }
  for (const text of [
    'Pagou em 12/03/2026 e em 14/05/2026.',
    'Renda de R$ 4.500,00, parcela de R$ 1.520,33.',
    'Telefone (11) 98765-4321.',
    'Pagou 3 de 12 parcelas de 2024, 2025 e 2026.',
    'Prazos: 30, 60, 90 e 120 dias.',
    'Protocolo 529 982 247 26',
  ]) {
    assert.ok(!holdsDocument(text), text)
  }
  assert.equal(holdsDocument('pedido 52998224726'), false, 'eleven digits are not always a document')
  const orders = Array.from({ length: 2_000 }, (_, at) => `loja-${at % 7}-pedido-${at}`)
  assert.deepEqual(orders.filter(holdsDocument), [])
  for (const text of ['9b2d1c34-5e6f-4a7b-8c9d-0e1f2a3b4c5d', 'order-2026-0001', '']) {
    assert.ok(!holdsDocument(text), text)
  }
})

test('an id of chance holds no document, with whatever word is said before it', () => {
  for (const draw of [() => randomUUID(), () => randomUUIDv7()]) {
    const uuids = Array.from({ length: 2_000 }, draw)
    for (const before of ['', 'fon_', 'wh_', 'sandbox.', 'req-', 'Pedido ', '{"id":"lan_'])
      assert.deepEqual(uuids.map((uuid) => before + uuid).filter(holdsDocument), [], before)
  }
  for (const id of ['fon_2a112824-3011-4953-9534-c80670494a10', 'fon_01a39480-5045-7008-802a-e7102f8cac6c']) {
    assert.ok(!holdsDocument(id), 'though it has the digits of one')
    assert.equal(holdsDocument(id.slice(4)), false, 'nor without a word before it')
    assert.ok(!holdsDocument(`${id} ${id}_ABCDEFGH2024`), 'nor with another, nor with a word behind it')
    assert.ok(!holdsDocument(`529982247----${id.slice(4)}----25`), 'nor with what is on both sides of it')
  }
})

test('a document is noticed beside an id of chance, or where an id only looks like one', () => {
  const uuid = 'aabbccdd-eeff-4abc-8def-aabbccddeeff'
  for (const text of [
    '00000000-0000-0000-0000-052998224725',
    `${uuid} 529.982.247-25`,
    `529.982.247-25 ${uuid}`,
    `529.982.247-25_${uuid}`,
    `fon_${uuid}.52998224725`,
    `52998224725${uuid}`,
    `${uuid}52998224725`,
    '529982-24725abc-eeff-4abc-8def-aabbccddeeff',
    '529.982.24725abc-eeff-4abc-8def-aabbccddeeff',
    '529982247--25abcdef-eeff-4abc-8def-aabbccddeeff',
    'CPF: 529.982.247, 25abcdef-eeff-4abc-8def-aabbccddeeff',
    'aabbccdd-eeff-4abc-8def-aaa529982247-25',
    'aabbccdd-eeff-4abc-8def-aaa529982247 \u2013 25',
  ])
    assert.ok(holdsDocument(text), text)
})

test('a document is taken out of a text for the log, however it is masked', () => {
  for (const text of [
    '52998224725',
    '529.982.247-25',
    '529_982_247_25',
    '12.ABC.345/01DE-35',
    '12_abc_345_01de_35',
  ]) {
    assert.equal(hideDocuments(`id ${text}.`), 'id [document].')
  }
  assert.equal(hideDocuments('order 2026-0001'), 'order 2026-0001')
})

test('documents in somebody else’s words are masked, and other numbers are left', () => {
  assert.equal(maskDocumentsIn('MARIA DE EXEMPLO 52998224725'), 'MARIA DE EXEMPLO ***.982.247-**')
  assert.equal(maskDocumentsIn('de 529.982.247-25, a'), 'de ***.982.247-**, a')
  for (const text of ['11.222.333/0001-81', '11222333000181', '12.ABC.345/01DE-35'])
    assert.ok(!maskDocumentsIn(`X ${text} Y`).includes(text), text)
  for (const text of [
    'CT-52998224726',
    'contrato 20260001234',
    '552998224725',
    'oc_4mQb0V0mJ2p3c5XyT1n7aRkd',
    '',
  ])
    assert.equal(maskDocumentsIn(text), text)
})

test('the CNPJ of a root and an order has the check digits that the parser asks for, letters too', () => {
  assert.equal(cnpjOf('11222333', '0001'), '11222333000181')
  assert.equal(cnpjOf('12ABC345', '01DE'), '12ABC34501DE35')
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z]{8}$/), fc.stringMatching(/^[0-9A-Z]{4}$/), (root, order) => {
      const cnpj = cnpjOf(root, order)
      if (!/^0+$/.test(cnpj)) assert.deepEqual(parseDocument(cnpj), { kind: 'document', document: cnpj })
    }),
  )
  assert.throws(() => cnpjOf('1122233', '0001'))
})
