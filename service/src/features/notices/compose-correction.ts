import { hash } from 'node:crypto'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { maskDocument } from '@lastro/rules/documents/document-number.ts'
import type { CorrectionFacts, FieldCorrection } from '@lastro/rules/listings/correction.ts'
import type { Letter } from '@lastro/rules/listings/notices/notice.ts'
import { centsOf } from '@lastro/rules/money/cents.ts'
import { oneLine } from '@lastro/rules/text/one-line.ts'
import { brazilianDay, reais } from './compose-notice.ts'

/** What a debtor reads of a correction, by e-mail or by post. The same facts always give the same words. */
export function composeCorrection(facts: CorrectionFacts, howToContest: string): Letter {
  const { id, recipient, creditorName, contractId, on, changes } = facts
  const listing = `A anotação de ${oneLine(creditorName)}, contrato ${oneLine(contractId)},`
  const text = [
    `${oneLine(recipient.name)}\nDocumento ${maskDocument(recipient.document)}`,
    changes === undefined
      ? `${listing} feita em seu nome, foi retirada em ${brazilianDay(on)}, porque não estava correta. Ela não aparece mais em consultas.`
      : `${listing} feita em seu nome, foi corrigida em ${brazilianDay(on)}.`,
    ...(changes === undefined || changes.length === 0 ? [] : [changes.map(lineOf).join('\n')]),
    'Quem recebeu a informação errada será avisado em até cinco dias úteis (Código de Defesa do Consumidor, art. 43, § 3º).',
    `Para contestar ou saber mais: ${oneLine(howToContest)}`,
    `Comunicação ${id}`,
  ].join('\n\n')
  return {
    id,
    recipient,
    subject: 'Correção de uma anotação em seu nome',
    text,
    sha256: hash('sha256', text, 'hex'),
  }
}

function lineOf({ field, before, after }: FieldCorrection): string {
  const say = (value: string | undefined) => (value === undefined ? 'nada' : valueText(field, value))
  return `${names[field]}: ${say(before)} passou a ${say(after)}`
}

function valueText(field: FieldCorrection['field'], value: string): string {
  if (field === 'amount') return reais(centsOf(value))
  if (field === 'occurrenceDate') return brazilianDay(value as Day)
  if (field === 'principal' || field === 'flagSubJudice') return value === 'true' ? 'sim' : 'não'
  return oneLine(value)
}

const names: Readonly<Record<FieldCorrection['field'], string>> = {
  section: 'Seção',
  occurrenceDate: 'Vencimento',
  legalNatureId: 'Código da natureza',
  legalNature: 'Natureza',
  contractId: 'Contrato',
  creditorName: 'Credor',
  amount: 'Valor',
  legalSquare: 'Praça',
  federalUnit: 'UF',
  principal: 'Devedor principal',
  flagSubJudice: 'Em discussão na justiça',
}
