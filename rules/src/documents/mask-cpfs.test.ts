import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { parseDocument, withCheckDigits } from './document-number.ts'
import { maskCpfs, maskCpfsSetApart } from './mask-cpfs.ts'

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

test('spelled or standing by itself it is masked beside other digits too, whatever its check digits', () => {
  for (const spelled of ['123.456.789-00', '123 456 789 00', '123456789-00', '123.456789/00', '12345678900'])
    assert.equal(maskCpfs(`RUA A, 7, FUNDOS DE ${spelled}`), 'RUA A, 7, FUNDOS DE ***456789**', spelled)
  assert.equal(maskCpfs('DE 52998224725 E DE 123.456.789-09'), 'DE ***982247** E DE ***456789**')
})

test('only letters part digits, and every sign beside them in the table does not', () => {
  for (const letter of 'AZazÀÖØßöøÿ') assert.equal(maskCpfs(`52998${letter}224725`), `52998${letter}224725`)
  for (const sign of '@[`{×÷¿ª') assert.equal(maskCpfs(`52998${sign}224725`), '***982247**', sign)
})

test('up to three signs of any kind between digits hide no CPF, and a letter is no sign', () => {
  const gaps = [' ', '\n', '\u00a0', '.', ',', '-', '_', ':', '/', '*', 'º', ' - ', '\r\n ', '. /', '\u0085']
  for (const gap of gaps) {
    for (const groups of [['529', '982', '247', '25'], ['529982247', '25'], cpf.split('')])
      assert.equal(
        maskCpfs(`DE ${groups.join(gap)}, ME`),
        'DE ***982247**, ME',
        JSON.stringify([gap, groups]),
      )
  }
  for (const apart of ['52998 A 224725', '52998é224725', '52998    224725'])
    assert.equal(maskCpfs(apart), apart)
})

test('digits before and after a CPF do not hide it', () => {
  assert.equal(maskCpfs('CEP 12345678 529 98224725'), 'CEP 12345678 ***982247**')
  assert.equal(maskCpfs('12 529.982.247-25 34'), '12 ***982247** 34')
  assert.equal(maskCpfs('CNPJ 11.222.333/0001-81 52998224725'), 'CNPJ 11.222.333/0001-81 ***982247**')
  assert.equal(maskCpfs('52998224725/12345678909'), '***982247**/***456789**')
  // Turned round, a CPF is one too: of the same twice nothing is left.
  assert.doesNotMatch(maskCpfs('52998224725/52998224725'), /529|25/)
})

test('a number of another kind hides no CPF that begins or ends in it', () => {
  for (const text of [
    '50-3 7.91 7 65 299822-47 2-5',
    '84 8 70 215529-98 2 24.7.2.5',
    '0001234-56.2019.8.26.0529.982.247-25',
  ])
    assert.match(digitsOf(maskCpfs(text)).slice(-11), /^\*{3}.{6}\*{2}$/, text)
  // Three signs away from other digits it is not alone; four, or a letter between, and it is.
  for (const [before, after] of [
    ['7 ', ' 7'],
    ['7 - ', ' - 7'],
  ] as const) {
    assert.match(digitsOf(maskCpfs(`${before}80 5 29 982247-25`)).slice(-11), /^\*{3}.{6}\*{2}$/, before)
    assert.match(digitsOf(maskCpfs(`80 5 29 982247-25${after}`)).slice(-12), /^\*{3}.{6}\*{2}7$/, after)
  }
  for (const text of ['7 -- ', '7 A '].map((far) => `${far}80 5 29 982247-25`))
    assert.equal(maskCpfs(text), text)
  for (const text of [' -- 7', ' A 7'].map((far) => `80 5 29 982247-25${far}`))
    assert.equal(maskCpfs(text), text)
  // Fourteen digits that are no CNPJ are no other number either.
  assert.match(digitsOf(maskCpfs('N 52.998.224/7251-00')), /^\*{3}982247\*{2}/)
  assert.equal(
    maskCpfs('PROC. 0001234-56.5299.8.22.4725 DE 529.982.247-25'),
    'PROC. 0001234-56.5299.8.22.4725 DE ***982247**',
  )
  // Alone, each is what it looks like.
  for (const number of ['80 5 29 982247-25', 'PROC. 0001234-56.5299.8.22.4725 (SP)'])
    assert.equal(maskCpfs(number), number)
})

test('of CPFs that overlap none can be made out', () => {
  const inscription = /^\d{2} \d \d{2} \d{6}-\d{2}$/
  const signs = fc.array(fc.constantFrom('', '', ' ', '.', '-'), { minLength: 25, maxLength: 25 })
  fc.assert(
    fc.property(fc.stringMatching(/^[1-9]\d{0,9}$/), signs, (before, between) => {
      const spelled = Array.from(`${before}${cpf}`, (digit, at) => `${digit}${between[at]}`).join('')
      // By chance it may be written as an inscription, or end as a CNPJ does, which is public.
      fc.pre(!inscription.test(spelled.trimEnd()) && !isCnpj(`${before}${cpf}`.slice(-14)))
      assert.match(digitsOf(maskCpfs(`N ${spelled}`)).slice(-11), /^\*{3}.{6}\*{2}$/, spelled)
    }),
  )
})

test('of a number that is no text only a CPF set apart by right check digits is masked', () => {
  for (const [number, kept] of [
    ['529.982.247-25', '***982247**'],
    ['12/2019 - 529 982 247 25', '12/2019 - ***982247**'],
    ['52998224725.2019', '***982247**.2019'],
    ['PROC2019/529.982.247-25', 'PROC2019/***982247**'],
  ] as const)
    assert.equal(maskCpfsSetApart(number), kept)
  const others = ['8052998224725', '12345678900', '52998224725000', '1529.982.247-25']
  // A court's, an administration's and a debt's, in each of which a CPF would begin and end with a group.
  const forms = ['0001234-56.5299.8.22.4725', '52998.224725/2019-11', '80 5 29 982247-25']
  for (const number of [...others, ...forms]) assert.equal(maskCpfsSetApart(number), number)
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

const isCnpj = (digits: string): boolean => digits.length === 14 && parseDocument(digits).kind === 'document'

const digitsOf = (shown: string): string => shown.replace(/[^\d*]/g, '')

test('one that is found does not unmask another, however both are spelled', () => {
  assert.equal(maskCpfs('5-2998224725 x 1-1144477735'), '***982247** x ***444777**')
})

test('a letter parts digits, also after a single one', () => {
  assert.equal(maskCpfs('5A2998224725'), '5A2998224725')
})

test('the number of proceedings before a CPF does not shift what is masked', () => {
  const proceedings = '1234567-89.2026.8.26.0001'
  assert.equal(maskCpfs(`${proceedings} de 5-2998224725`), `${proceedings} de ***982247**`)
})
