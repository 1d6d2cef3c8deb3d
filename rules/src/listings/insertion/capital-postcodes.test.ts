import assert from 'node:assert/strict'
import { test } from 'vitest'
import { cityFits } from './capital-postcodes.ts'

const fits = (city: string, state: string, zipCode: string) => cityFits({ city, state, zipCode })

/** The table once more, in the form in which the post prints ranges: a slip in either is seen. */
const printed: readonly (readonly [city: string, state: string, ...ranges: string[]])[] = [
  ['Rio Branco', 'AC', '69900-000 a 69924-999'],
  ['Maceió', 'AL', '57000-000 a 57099-999'],
  ['Manaus', 'AM', '69000-000 a 69099-999'],
  ['Macapá', 'AP', '68900-000 a 68914-999'],
  ['Salvador', 'BA', '40000-000 a 42599-999'],
  ['Fortaleza', 'CE', '60000-000 a 61599-999'],
  ['Vitória', 'ES', '29000-000 a 29099-999'],
  ['Goiânia', 'GO', '74000-000 a 74899-999'],
  ['São Luís', 'MA', '65000-000 a 65109-999'],
  ['Belo Horizonte', 'MG', '30000-000 a 31999-999'],
  ['Campo Grande', 'MS', '79000-000 a 79129-999'],
  ['Cuiabá', 'MT', '78000-000 a 78109-999'],
  ['Belém', 'PA', '66000-000 a 66999-999'],
  ['João Pessoa', 'PB', '58000-000 a 58099-999'],
  ['Recife', 'PE', '50000-000 a 52999-999'],
  ['Teresina', 'PI', '64000-000 a 64099-999'],
  ['Curitiba', 'PR', '80000-000 a 82999-999'],
  ['Rio de Janeiro', 'RJ', '20000-000 a 23799-999'],
  ['Natal', 'RN', '59000-000 a 59139-999'],
  ['Porto Velho', 'RO', '76800-000 a 76849-999'],
  ['Boa Vista', 'RR', '69300-000 a 69339-999'],
  ['Porto Alegre', 'RS', '90000-000 a 91999-999'],
  ['Florianópolis', 'SC', '88000-000 a 88099-999'],
  ['Aracaju', 'SE', '49000-000 a 49099-999'],
  ['São Paulo', 'SP', '01000-000 a 05999-999', '08000-000 a 08499-999'],
  ['Palmas', 'TO', '77000-000 a 77299-999'],
]

/** The first five digits of both ends. */
const endsOf = (range: string): readonly [from: number, until: number] => {
  const [from = '', until = ''] = range.split(' a ')
  return [Number(from.slice(0, 5)), Number(until.slice(0, 5))]
}
const zipCodeOf = (district: number, suffix: string) => `${String(district).padStart(5, '0')}${suffix}`

const hundreds = Array.from({ length: 1_000 }, (_, at) => at * 100)
const borders = printed.flatMap(([, , ...ranges]) =>
  ranges.map(endsOf).flatMap(([from, until]) => [from - 1, from, until, until + 1]),
)

test('twenty-six capitals have postcodes of their own', () => {
  assert.equal(new Set(printed.map(([, state]) => state)).size, 26)
})

for (const [city, state, ...ranges] of printed) {
  test(`${city} has ${ranges.join(' and ')}, no other postcode, and no other city has them`, () => {
    for (const district of [...borders, ...hundreds]) {
      const isOwn = ranges.map(endsOf).some(([from, until]) => from <= district && district <= until)
      for (const zipCode of [zipCodeOf(district, '000'), zipCodeOf(district, '999')]) {
        assert.equal(fits(city, state, zipCode), isOwn, zipCode)
        assert.equal(fits('OUTRA CIDADE', state, zipCode), !isOwn, zipCode)
      }
    }
  })
}

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
  for (const city of ['S PAULO', 'SAOPAULO', 'SAO PAULO DE OLIVENCA'])
    assert.ok(!fits(city, 'SP', '01001000'), city)
})

test('a city of the same name elsewhere is another one, and of what is not known nothing is said', () => {
  assert.ok(fits('PALMAS', 'PR', '85555000'))
  assert.ok(!fits('PALMAS', 'TO', '77500000'))
  assert.ok(fits('TAGUATINGA', 'DF', '72010000'))
  assert.ok(fits('QUALQUER', 'XX', '99999999'))
  assert.ok(fits('QUALQUER', 'toString', '99999999'))
})
