import { hash } from 'node:crypto'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType, maskDocument } from '@lastro/rules/documents/document-number.ts'
import type { Notice, NoticeFacts } from '@lastro/rules/listings/notices/notice.ts'
import { type Cents, moneyText } from '@lastro/rules/money/cents.ts'
import { oneLine } from '@lastro/rules/text/one-line.ts'
import { type NoticeTemplate, type Placeholder, placeholderPattern } from './notice-template.ts'

/** The exact words of a notice, and their hash. The same facts and template always give the same words. */
export function composeNotice(template: NoticeTemplate, facts: NoticeFacts): Notice {
  const wording = template[facts.role.kind === 'guarantor' ? 'avalista' : 'devedor']
  const values = valuesOf(facts)
  const text = filled(wording.body, values)
  return { ...facts, subject: filled(wording.subject, values), text, sha256: hash('sha256', text, 'hex') }
}

/** In one pass: braces that come with a value stay what they are. */
const filled = (wording: string, values: Readonly<Record<Placeholder, string>>): string =>
  wording.replace(placeholderPattern, (_whole, name: string) => values[name as Placeholder])

function valuesOf(facts: NoticeFacts): Readonly<Record<Placeholder, string>> {
  const { recipient, role, creditor, debt } = facts
  return {
    nome: oneLine(recipient.name),
    documento: maskDocument(recipient.document),
    devedor: role.kind === 'guarantor' ? oneLine(role.principalName) : '',
    credor: oneLine(creditor.name),
    documento_credor: creditorDocument(creditor.document),
    divida: `${oneLine(debt.legalNature)}, contrato ${oneLine(debt.contractId)}`,
    contrato: oneLine(debt.contractId),
    valor: reais(debt.amountCents),
    vencimento: brazilianDay(debt.dueDate),
    prazo: facts.waitingDays === 1 ? '1 dia' : `${facts.waitingDays} dias`,
    data_limite: brazilianDay(facts.deadline),
    data: brazilianDay(facts.writtenOn),
    numero: oneLine(facts.id),
    como_contestar: oneLine(facts.howToContest),
  }
}

/** A company's number is public; a person's is not. */
const creditorDocument = (document: DocumentNumber): string =>
  documentType(document) === 'CNPJ'
    ? `CNPJ ${document.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5')}`
    : `CPF ${maskDocument(document)}`

export const brazilianDay = (day: Day): string => day.split('-').toReversed().join('/')

/** R$ 1.520,33 */
export function reais(cents: Cents): string {
  const [whole = '', fraction = ''] = moneyText(cents).split('.')
  return `R$ ${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${fraction}`
}
