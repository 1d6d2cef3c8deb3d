import { copyDaysMax, type SourceTerm } from '@lastro/contract/clients/client-contract.ts'
import { payers } from '@lastro/contract/operator/source-kinds.ts'
import { refuse } from '../terminal.ts'
import { readReais } from './reais.ts'

/** Which declared sources a client's reports may use: `parceiro=operator;outro=client:500,00 copies:7`. */
export const readSourceTerms = (text: string): SourceTerm[] =>
  text
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(termOf)

function termOf(entry: string): SourceTerm {
  const [, source = '', who, budget, days] =
    /^([^=]+)=([a-z]+)(?::(\S+))?(?:\s+copies:(\d+))?$/.exec(entry) ?? []
  const paidBy = payers.find((one) => one === who)
  if (paidBy === undefined) {
    return refuse({
      pt: `--sources: "${entry}" não é um nome, "=" e quem paga (${payers.join(' ou ')}).`,
      en: `--sources: "${entry}" is not a name, "=" and who pays (${payers.join(' or ')}).`,
    })
  }
  if (Number(days ?? 0) > copyDaysMax) {
    return refuse({
      pt: `--sources: "${entry}" guarda cópias por mais de ${copyDaysMax} dias.`,
      en: `--sources: "${entry}" keeps copies for more than ${copyDaysMax} days.`,
    })
  }
  return {
    source: source.trim(),
    paidBy,
    ...(budget !== undefined && { monthlyBudget: readReais('--sources', budget) }),
    ...(days !== undefined && { copyDays: Number(days) }),
  }
}
