import { refuse } from '../terminal.ts'

/**
 * The cents of each code, from reais as people write them. Entries are told apart by ";" or ",": cents always have two
 * digits, so that a comma before them is no end.
 */
export function readPrices(text: string): Record<string, number> {
  const found = text.split(/;|,(?!\d)/).map((one) => one.trim())
  return Object.fromEntries(found.filter((one) => one !== '').map(price))
}

function price(entry: string): readonly [code: string, cents: number] {
  const [, code = '', reais = '', cents] = /^(\w+)=(\d{1,7})(?:[.,](\d{2}))?$/.exec(entry) ?? []
  if (cents !== undefined) return [code, Number(`${reais}${cents}`)]
  if (reais === '') {
    return refuse({
      pt: `--prices: "${entry}" não é um código do catálogo e seus reais, como relato=1,50.`,
      en: `--prices: "${entry}" is not a code of the catalogue and its reais, such as relato=1.50.`,
    })
  }
  const [asReais, asCents] = [`${code}=${reais}.00`, `${code}=${(Number(reais) / 100).toFixed(2)}`]
  return refuse({
    pt: `--prices: "${entry}" não diz se são reais ou centavos. Escreva ${asReais} ou ${asCents}.`,
    en: `--prices: "${entry}" does not say whether these are reais or cents. Write ${asReais} or ${asCents}.`,
  })
}
