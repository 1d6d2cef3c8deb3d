import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cityFits } from './capital-postcodes.ts'
import { postcodeFits } from './postcodes.ts'

const fits = (city: string, state: string, zipCode: string) => cityFits({ city, state, zipCode })

test('a capital has its postcodes, from the first to the last', () => {
  for (const [city, state, first, last] of [
    ['SAO PAULO', 'SP', '01000000', '05999999'],
    ['SAO PAULO', 'SP', '08000000', '08499999'],
    ['RIO DE JANEIRO', 'RJ', '20000001', '23799999'],
    ['FLORIANOPOLIS', 'SC', '88000000', '88099999'],
    ['MANAUS', 'AM', '69000000', '69099999'],
  ] as const) {
    assert.ok(fits(city, state, first) && fits(city, state, last), city)
    const next = String(Number(last) + 1).padStart(8, '0')
    if (postcodeFits({ zipCode: next, state })) assert.ok(!fits(city, state, next), `${city} ${next}`)
  }
})

test('a postcode of the capital is of no other city', () => {
  assert.ok(!fits('CAMPINAS', 'SP', '01001000'))
  assert.ok(!fits('NITEROI', 'RJ', '20040002'))
  assert.ok(fits('CAMPINAS', 'SP', '13010000'))
  assert.ok(fits('OSASCO', 'SP', '06010000'))
})

test('accents, case, punctuation and blanks do not count', () => {
  for (const city of ['São Paulo', 'sao  paulo', ' SÃO-PAULO ', 'SÃO PAULO']) {
    assert.ok(fits(city, 'SP', '01001000'), city)
  }
  assert.ok(!fits('S PAULO', 'SP', '01001000'))
})

test('a city of the same name elsewhere is another one, and of what is not known nothing is said', () => {
  assert.ok(fits('PALMAS', 'PR', '85555000'))
  assert.ok(!fits('PALMAS', 'TO', '77500000'))
  assert.ok(fits('TAGUATINGA', 'DF', '72010000'))
  assert.ok(fits('QUALQUER', 'XX', '99999999'))
  assert.ok(fits('QUALQUER', 'toString', '99999999'))
})
