import type { PriceTier } from '@lastro/contract/clients/client-contract.ts'
import { refuse } from '../terminal.ts'
import { readReais } from './reais.ts'

/** Tiers as people write them: `relato:1001=1,20;relato:5001=1,00`, each from its first query on. */
export const readTiers = (text: string): PriceTier[] =>
  text
    .split(/;|,(?!\d)/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(tier)

function tier(entry: string): PriceTier {
  const [, product = '', from = '', reais = ''] = /^(\w+):(\d{1,9})=(.+)$/.exec(entry) ?? []
  if (product === '' || Number(from) < 2) {
    return refuse({
      pt: `--tiers: "${entry}" não é um produto, a consulta a partir da qual vale e seus reais, como relato:1001=1,20.`,
      en: `--tiers: "${entry}" is not a product, the query from which it applies and its reais, such as relato:1001=1.20.`,
    })
  }
  return { product, from: Number(from), price: readReais('--tiers', reais) }
}
