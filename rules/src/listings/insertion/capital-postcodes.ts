import { plainName } from '../../subjects/plain-name.ts'

/**
 * The postcodes of the state capitals, by their first five digits, as the post gave them out: each of these ranges is
 * of one city alone. Of other cities the post sells the list, and nothing is said. Brasília is left out: in the Federal
 * District people write the names of its regions for the city.
 */
const capitals: Readonly<Record<string, Capital>> = {
  AC: { city: 'RIO BRANCO', ranges: [[69900, 69924]] },
  AL: { city: 'MACEIO', ranges: [[57000, 57099]] },
  AM: { city: 'MANAUS', ranges: [[69000, 69099]] },
  AP: { city: 'MACAPA', ranges: [[68900, 68914]] },
  BA: { city: 'SALVADOR', ranges: [[40000, 42599]] },
  CE: { city: 'FORTALEZA', ranges: [[60000, 61599]] },
  ES: { city: 'VITORIA', ranges: [[29000, 29099]] },
  GO: { city: 'GOIANIA', ranges: [[74000, 74899]] },
  MA: { city: 'SAO LUIS', ranges: [[65000, 65109]] },
  MG: { city: 'BELO HORIZONTE', ranges: [[30000, 31999]] },
  MS: { city: 'CAMPO GRANDE', ranges: [[79000, 79129]] },
  MT: { city: 'CUIABA', ranges: [[78000, 78109]] },
  PA: { city: 'BELEM', ranges: [[66000, 66999]] },
  PB: { city: 'JOAO PESSOA', ranges: [[58000, 58099]] },
  PE: { city: 'RECIFE', ranges: [[50000, 52999]] },
  PI: { city: 'TERESINA', ranges: [[64000, 64099]] },
  PR: { city: 'CURITIBA', ranges: [[80000, 82999]] },
  RJ: { city: 'RIO DE JANEIRO', ranges: [[20000, 23799]] },
  RN: { city: 'NATAL', ranges: [[59000, 59139]] },
  RO: { city: 'PORTO VELHO', ranges: [[76800, 76849]] },
  RR: { city: 'BOA VISTA', ranges: [[69300, 69339]] },
  RS: { city: 'PORTO ALEGRE', ranges: [[90000, 91999]] },
  SC: { city: 'FLORIANOPOLIS', ranges: [[88000, 88099]] },
  SE: { city: 'ARACAJU', ranges: [[49000, 49099]] },
  SP: {
    city: 'SAO PAULO',
    ranges: [
      [1000, 5999],
      [8000, 8499],
    ],
  },
  TO: { city: 'PALMAS', ranges: [[77000, 77299]] },
}

type Capital = {
  /** As names are compared. */
  readonly city: string
  readonly ranges: readonly (readonly [from: number, until: number])[]
}

/** Whether a city and a postcode go together, as far as is known: a capital has its postcodes, and they are its own. */
export function cityFits({
  city,
  state,
  zipCode,
}: {
  city: string
  state: string
  zipCode: string
}): boolean {
  const capital = Object.hasOwn(capitals, state) ? capitals[state] : undefined
  if (capital === undefined) return true
  const first = Number(zipCode.slice(0, 5))
  const isOfCapital = capital.ranges.some(([from, until]) => first >= from && first <= until)
  return isOfCapital === (plainName(city) === capital.city)
}
