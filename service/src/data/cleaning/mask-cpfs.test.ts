import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import fc from 'fast-check'
import { maskCpfs } from './mask-cpfs.ts'

const cpf = withCheckDigits('529982247')

test('the CPF at the end of a sole trader is masked, with right check digits and with wrong ones', () => {
  assert.equal(maskCpfs(`MARIA DE EXEMPLO ${cpf}`), 'MARIA DE EXEMPLO ***982247**')
  assert.equal(maskCpfs('MARIA DE EXEMPLO 12345678900'), 'MARIA DE EXEMPLO ***456789**')
})

test('spelled otherwise it is masked too', () => {
  for (const spelled of [
    '529.982.247-25',
    '529982247-25',
    '529 982 247 25',
    '529982247/25',
    '529.982.247.25',
  ]) {
    assert.equal(maskCpfs(`JOSE ${spelled} ME`), 'JOSE ***982247** ME', spelled)
  }
  assert.equal(maskCpfs(`CPF${cpf}A`), 'CPF***982247**A')
})

test('broken by a line or a blank it is masked where its check digits are right, and a phone is left', () => {
  for (const broken of ['529982 24725', '52-998224725', '5 2 9 9 8 2 2 4 7 2 5']) {
    assert.equal(maskCpfs(`AOS CUIDADOS DE ${broken}`), 'AOS CUIDADOS DE ***982247**', broken)
  }
  assert.equal(maskCpfs('FONE 11 98765-4321'), 'FONE 11 98765-4321')
})

test('a CNPJ stays, and so do the numbers of a street', () => {
  for (const text of [
    '11222333000181',
    '11.222.333/0001-81',
    '12.345.678 MARIA DE EXEMPLO',
    'RODOVIA BR 101 KM 1234',
    '4733221100',
  ]) {
    assert.equal(maskCpfs(text), text)
  }
})

test('in a longer run of digits no CPF is left', () => {
  const digits = fc.stringMatching(/^\d{0,6}$/)
  const stems = fc.stringMatching(/^\d{9}$/).filter((one) => new Set(one).size > 1)
  fc.assert(
    fc.property(digits, stems, digits, (before, stem, after) => {
      const found = withCheckDigits(stem)
      const run = `${before}${found}${after}`
      const masked = maskCpfs(run)
      // Fourteen digits may be a CNPJ by chance, which is public.
      if (masked !== run) assert.ok(!masked.includes(found))
      else assert.equal(run.length, 14)
    }),
  )
})
