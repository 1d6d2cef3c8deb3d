import { alertEvents } from '@lastro/contract/alerts/alert-events.ts'
import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import {
  type DocumentNumber,
  maskDocument,
  maskDocumentsIn,
} from '@lastro/rules/documents/document-number.ts'
import type { Occurrence } from '../alert.ts'

/** An occurrence for a person to read: a title, and what there is to know of it by name. */
export type Described = {
  readonly title: string
  readonly document: string
  readonly rows: readonly (readonly [name: string, value: string])[]
}

/**
 * Documents are masked, in names and labels too: a mailbox is not the place for them. The label tells its owner whose
 * it is.
 */
export function describeOccurrence(occurrence: Occurrence, language: Language): Described {
  const { data, label } = occurrence
  const say = (text: Text) => text[language]
  const document = maskDocument(occurrence.document as DocumentNumber)
  const on = data.on ?? dayAt(occurrence.createdAtMs)
  return {
    title: say(alertEvents[occurrence.event]),
    document,
    rows: [
      [say(names.document), document],
      ...(label === undefined ? [] : [[say(names.label), maskDocumentsIn(label)] as const]),
      [say(names.on), dayText(on, language)],
      ...changeRows(occurrence, say),
      ...[...listingRows(data.listing, language, say), ...otherRows(data, language, say)].map(
        ([name, value]) => [name, maskDocumentsIn(value)] as const,
      ),
      [say(names.occurrence), occurrence.id],
    ],
  }
}

type Rows = Described['rows']
type Say = (text: Text) => string

const changeRows = ({ event, data: { change, visible } }: Occurrence, say: Say): Rows => {
  const texts = event === correctionEvent ? corrections : listingChanges
  const text = change === undefined ? undefined : texts[change]
  return [
    ...(text === undefined ? [] : [[say(names.change), say(text)] as const]),
    ...(visible === undefined ? [] : [[say(names.visible), say(names[visible])] as const]),
  ]
}

function listingRows(listing: OccurrenceData['listing'], language: Language, say: Say): Rows {
  if (listing === undefined) return []
  return [
    ...(listing.creditorName === undefined ? [] : [[say(names.creditor), listing.creditorName] as const]),
    [say(names.amount), moneyIn(listing.amount, language)],
    ...(listing.contractId === undefined ? [] : [[say(names.contract), listing.contractId] as const]),
    [say(names.nature), listing.legalNature],
    [say(names.dueDate), dayText(listing.occurrenceDate, language)],
  ]
}

function otherRows(
  { changes = [], partners, publicDebt, negative, sanction, decision }: OccurrenceData,
  language: Language,
  say: Say,
): Rows {
  const none = say(names.none)
  return [
    ...changes.map(({ field, before, after }) => {
      const isTold = before !== undefined || after !== undefined
      return [field, isTold ? `${before ?? none} → ${after ?? none}` : say(names.changed)] as const
    }),
    ...(partners?.added ?? []).map((one) => [say(names.added), partnerText(one)] as const),
    ...(partners?.removed ?? []).map((one) => [say(names.removed), partnerText(one)] as const),
    ...(publicDebt === undefined
      ? []
      : [
          [say(names.inscription), publicDebt.inscriptionNumber] as const,
          [say(names.situation), publicDebt.situation] as const,
          [say(names.amount), moneyIn(publicDebt.amount, language)] as const,
        ]),
    ...(negative === undefined ? [] : negativeRows(negative, language, say)),
    ...(sanction === undefined
      ? []
      : [
          [say(names.register), sanction.register] as const,
          ...(sanction.category === undefined ? [] : [[say(names.category), sanction.category] as const]),
          ...(sanction.startDate === undefined
            ? []
            : [[say(names.since), dayText(sanction.startDate, language)] as const]),
        ]),
    ...(decision === undefined ? [] : decisionRows(decision, say)),
  ]
}

/** Both outcomes, each with its reason and the version that decided. */
function decisionRows({ policy, before, after }: NonNullable<OccurrenceData['decision']>, say: Say): Rows {
  const told = ({ outcome, version, reason }: typeof before) =>
    `${say(outcomeWords[outcome])}: ${say(reason)} (${say(names.version)} ${version})`
  return [
    [say(names.policy), policy],
    [say(names.before), told(before)],
    [say(names.after), told(after)],
  ]
}

/** How many and how much in all, and a line for each that is listed. */
function negativeRows(
  { items, summary }: NonNullable<OccurrenceData['negative']>,
  language: Language,
  say: Say,
): Rows {
  return [
    [say(names.count), summary.count],
    ...(summary.balance === undefined
      ? []
      : [[say(names.balance), moneyIn(summary.balance, language)] as const]),
    ...items.map((one) => {
      const { creditorName, bankName, bankId, city, contractId, checkNumber, officeNumber, amount } = one
      const parts = [
        creditorName ?? bankName ?? bankId ?? city,
        contractId ?? checkNumber ?? officeNumber,
        amount === undefined ? undefined : moneyIn(amount, language),
      ]
      const text = parts.filter((part) => part !== undefined).join(', ')
      return [`${say(sectionNames[one.section])}, ${dayText(one.occurrenceDate, language)}`, text] as const
    }),
  ]
}

const sectionNames = {
  listingP: { pt: 'Dívida', en: 'Debt' },
  listingR: { pt: 'Dívida', en: 'Debt' },
  collectionRecords: { pt: 'Cobrança', en: 'Collection' },
  check: { pt: 'Cheque', en: 'Cheque' },
  notary: { pt: 'Protesto', en: 'Protest' },
} as const satisfies Record<string, Text>

/** A partner's document stays out of the mail. */
const partnerText = ({ name, role }: { readonly name?: string; readonly role?: string }): string =>
  [name, role].filter((one) => one !== undefined).join(', ')

/** As the letter to the person has them. */
const outcomeWords = {
  approve: { pt: 'aprovado', en: 'approved' },
  review: { pt: 'a ser decidido por uma pessoa', en: 'to be decided by a person' },
  decline: { pt: 'recusado', en: 'declined' },
} as const satisfies Record<string, Text>

const dayText = (day: string, language: Language): string =>
  language === 'pt' ? day.split('-').toReversed().join('/') : day

/** R$ 1.520,33 or BRL 1,520.33. */
function moneyIn(amount: string, language: Language): string {
  const [whole = '', cents = ''] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'pt' ? '.' : ',')
  return language === 'pt' ? `R$ ${grouped},${cents}` : `BRL ${grouped}.${cents}`
}

const names = {
  document: { pt: 'Documento', en: 'Document' },
  label: { pt: 'Rótulo', en: 'Label' },
  on: { pt: 'Em', en: 'On' },
  change: { pt: 'O que houve', en: 'What happened' },
  visible: { pt: 'Aparece em relatórios', en: 'Shown in reports' },
  true: { pt: 'sim', en: 'yes' },
  false: { pt: 'não', en: 'no' },
  creditor: { pt: 'Credor', en: 'Creditor' },
  amount: { pt: 'Valor', en: 'Amount' },
  contract: { pt: 'Contrato', en: 'Contract' },
  nature: { pt: 'Natureza', en: 'Nature' },
  dueDate: { pt: 'Vencimento', en: 'Due date' },
  changed: { pt: 'mudou', en: 'changed' },
  none: { pt: '(nada)', en: '(nothing)' },
  added: { pt: 'Entrou', en: 'Joined' },
  removed: { pt: 'Saiu', en: 'Left' },
  count: { pt: 'Quantas', en: 'How many' },
  balance: { pt: 'Soma', en: 'Sum' },
  inscription: { pt: 'Inscrição', en: 'Inscription' },
  situation: { pt: 'Situação', en: 'Situation' },
  register: { pt: 'Cadastro', en: 'Register' },
  category: { pt: 'Categoria', en: 'Category' },
  since: { pt: 'Desde', en: 'Since' },
  policy: { pt: 'Política', en: 'Policy' },
  version: { pt: 'versão', en: 'version' },
  before: { pt: 'Antes', en: 'Before' },
  after: { pt: 'Agora', en: 'Now' },
  occurrence: { pt: 'Ocorrência', en: 'Occurrence' },
} as const satisfies Record<string, Text>

/** What was wrong with what was shown. */
const corrections: Readonly<Record<string, Text>> = {
  changed: {
    pt: 'O que foi mostrado estava errado e foi corrigido',
    en: 'What was shown was wrong, and was corrected',
  },
  released: {
    pt: 'O que foi mostrado estava errado; a anotação foi retirada',
    en: 'What was shown was wrong; the listing is gone',
  },
}

const listingChanges: Readonly<Record<string, Text>> = {
  changed: { pt: 'Os dados foram alterados', en: 'Its data was changed' },
  disputed: { pt: 'Contestada', en: 'Disputed' },
  withdrawn: { pt: 'Retirada', en: 'Withdrawn' },
  refused: { pt: 'Recusada: não volta', en: 'Refused: it does not come back' },
  suspended: { pt: 'Suspensa por ordem judicial', en: 'Suspended by a court' },
  resumed: { pt: 'A suspensão terminou', en: 'The suspension has ended' },
  held: { pt: 'Em análise', en: 'Held for review' },
  paid: { pt: 'Paga; aguarda a baixa do credor', en: 'Paid; the creditor has yet to release it' },
  dispute_overdue: {
    pt: 'Contestada e sem resposta: não aparece',
    en: 'Disputed without an answer: not shown',
  },
  dispute_rejected: { pt: 'A contestação foi rejeitada', en: 'The dispute was rejected' },
}
