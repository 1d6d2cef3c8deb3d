import { refuse } from '../terminal.ts'

/** Cents, from reais as people write them: `1,50` or `1.50`. What does not say its cents could be either. */
export function readReais(option: string, text: string): number {
  const [, reais = '', cents] = /^(\d{1,9})(?:[.,](\d{2}))?$/.exec(text.trim()) ?? []
  if (cents !== undefined) return Number(`${reais}${cents}`)
  if (reais === '') {
    return refuse({
      pt: `${option}: "${text}" não são reais, como 1,50.`,
      en: `${option}: "${text}" are not reais, such as 1.50.`,
    })
  }
  const [asReais, asCents] = [`${reais}.00`, (Number(reais) / 100).toFixed(2)]
  return refuse({
    pt: `${option}: "${text}" não diz se são reais ou centavos. Escreva ${asReais} ou ${asCents}.`,
    en: `${option}: "${text}" does not say whether these are reais or cents. Write ${asReais} or ${asCents}.`,
  })
}
