import { federalUnits } from '../companies/company-codes.ts'
import { specialStandings, standings } from '../reports/registration-standing.ts'
import type { DocumentType, SectionId } from '../reports/sections.ts'
import type { Text } from '../text.ts'
import type { FilterName } from './policy-filters.ts'

/** What a value is counted in. Money and percentages are texts with two decimals, the others whole numbers. */
export type Unit = 'money' | 'percent' | 'count' | 'months' | 'points' | 'choice'

/** A value that a condition may compare: the only names there are. */
export type PolicyValue = {
  readonly unit: Unit
  /** How it is called inside a sentence. */
  readonly title: Text
  readonly description: Text
  /** The sections that tell it; none for what the caller sends. */
  readonly sections: readonly SectionId[]
  /** What of the report is read for it, `*` standing for each item of a list. Nothing else of a report is looked at. */
  readonly leaves: readonly string[]
  readonly documentTypes: readonly DocumentType[]
  readonly filters: readonly FilterName[]
  readonly choices: readonly string[]
  /** The most that it can be; absent where there is no end to it. What a report tells beyond it is unknown. */
  readonly most?: number
  /**
   * The best that can be said of whoever is on file; absent where a value says nothing for or against anybody. A score
   * has none: from which figure on it speaks against somebody only a policy says, and it may say so of nearly all.
   */
  readonly best?: 'lowest' | 'highest' | 'regular' | 'none'
}

const both: readonly DocumentType[] = ['CPF', 'CNPJ']
const company: readonly DocumentType[] = ['CNPJ']

const value = (
  of: Pick<PolicyValue, 'unit' | 'title' | 'description'> & Partial<PolicyValue>,
): PolicyValue => ({ sections: [], leaves: [], documentTypes: both, filters: [], choices: [], ...of })

/** Negative data that a report lists, by the section it stands in. */
export const negativeKinds = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary'] as const
export type NegativeKind = (typeof negativeKinds)[number]

const negativeFilters: readonly FilterName[] = [
  'kinds',
  'withinDays',
  'olderThanDays',
  'amountFrom',
  'creditors',
  'exceptCreditors',
]
const negativeLeaves = (members: readonly string[]): readonly string[] =>
  negativeKinds.flatMap((kind) => [
    ...members.map((member) => `negativeData.${kind}.summary.${member}`),
    ...itemMembers[kind].map((member) => `negativeData.${kind}.${kind}Response.*.${member}`),
  ])
const debt = ['occurrenceDate', 'amount', 'creditorName'] as const
const itemMembers: Readonly<Record<NegativeKind, readonly string[]>> = {
  listingP: debt,
  listingR: debt,
  collectionRecords: debt,
  check: ['occurrenceDate'],
  notary: ['occurrenceDate', 'amount'],
}

const catalogue = {
  'document.type': value({
    unit: 'choice',
    title: { pt: 'o tipo do documento', en: 'the type of the document' },
    description: { pt: 'CPF ou CNPJ.', en: 'CPF or CNPJ.' },
    choices: ['CPF', 'CNPJ'],
  }),
  'registration.status': value({
    unit: 'choice',
    title: { pt: 'a situação cadastral', en: 'the status of the registration' },
    description: {
      pt: '`closed` (o texto tem BAIXADA, EXTINTA, NULA, CANCELADA, FALECIDA, ENCERRADA ou OBITO), senão `irregular` (SUSPENSA, INAPTA, INATIVA, IRREGULAR, PENDENTE, NAO ATIVA ou NAO REGULAR), senão `regular` (ATIVA, REGULAR ou HABILITADA); vale o que vem depois do último dois-pontos, ou o texto inteiro quando não há nada depois dele, também no masculino, com ou sem acentos. Entre o cadastro e a identificação da empresa, vale a situação mais grave: `closed`, depois `irregular`. Se o texto não é reconhecido, ou se uma das duas seções falhou ou não é coberta por inteiro, o valor é desconhecido, a menos que a outra diga `closed`.',
      en: '`closed` (the text has BAIXADA, EXTINTA, NULA, CANCELADA, FALECIDA, ENCERRADA or OBITO), else `irregular` (SUSPENSA, INAPTA, INATIVA, IRREGULAR, PENDENTE, NAO ATIVA or NAO REGULAR), else `regular` (ATIVA, REGULAR or HABILITADA); the text after the last colon counts, or the whole text when nothing follows it; masculine forms count too, with or without accents. Of the registration and the identification of the company, the more serious one counts: `closed`, then `irregular`. If a text is not recognised, or if one of the two sections failed or is not completely covered, the value is unknown, unless the other says `closed`.',
    },
    sections: ['registration', 'identificationReport'],
    leaves: ['registration.statusRegistration', 'identificationReport.statusRegistration'],
    choices: standings,
    best: 'regular',
  }),
  'registration.state': value({
    unit: 'choice',
    title: { pt: 'a UF', en: 'the state' },
    description: {
      pt: 'UF do endereço principal no cadastro; sem ela, a da sede na identificação da empresa. Exige o escopo contact-data.',
      en: 'State of the main address in the registration; without one, that of the head office in the identification of the company. Needs the scope contact-data.',
    },
    sections: ['registration', 'identificationReport'],
    leaves: ['registration.address.state', 'identificationReport.address.state'],
    choices: federalUnits,
  }),
  'company.specialStatus': value({
    unit: 'choice',
    title: { pt: 'a situação especial da empresa', en: 'the special status of the company' },
    description: {
      pt: '`bankruptcy` (o texto tem FALIDO, FALENCIA ou MASSA FALIDA), senão `liquidation` (LIQUIDACAO), senão `intervention` (INTERVENCAO), senão `reorganisation` (RECUPERACAO ou CONCORDATA), senão `other`; um texto com TERMINO, FIM, ENCERRAMENTO, ENCERRADA, CESSACAO, LEVANTAMENTO ou REABILITADA é `other`. Entre o cadastro e a identificação da empresa, vale a situação mais grave, nessa ordem. `none` quando nenhuma das duas seções informa uma situação especial e a Receita Federal (`receita`) ou o sandbox está entre as fontes de uma delas, ou quando uma fonte informa NENHUMA. Nos demais casos o valor é desconhecido, e também quando uma das duas seções falhou, a menos que a outra diga `bankruptcy`, `liquidation`, `intervention` ou `reorganisation`.',
      en: '`bankruptcy` (the text has FALIDO, FALENCIA or MASSA FALIDA), else `liquidation` (LIQUIDACAO), else `intervention` (INTERVENCAO), else `reorganisation` (RECUPERACAO or CONCORDATA), else `other`; a text with TERMINO, FIM, ENCERRAMENTO, ENCERRADA, CESSACAO, LEVANTAMENTO or REABILITADA is `other`. Of the registration and the identification of the company, the more serious one counts, in this order. `none` when neither section states a special status and the Receita Federal (`receita`) or the sandbox is among the sources of one of them, or when a source states NENHUMA. Otherwise the value is unknown, and also when one of the two sections failed, unless the other says `bankruptcy`, `liquidation`, `intervention` or `reorganisation`.',
    },
    sections: ['registration', 'identificationReport'],
    leaves: ['registration.specialStatus', 'identificationReport.specialStatus'],
    documentTypes: company,
    choices: specialStandings,
    best: 'none',
  }),
  'company.ageMonths': value({
    unit: 'months',
    title: { pt: 'a idade da empresa', en: 'the age of the company' },
    description: {
      pt: 'Meses completos desde a fundação na identificação da empresa; sem ela, desde a abertura no cadastro. Uma data no futuro é desconhecida.',
      en: 'Whole months since the foundation in the identification of the company; without it, since the foundation in the registration. A date in the future is unknown.',
    },
    sections: ['identificationReport', 'registration'],
    leaves: ['identificationReport.companyFoundation', 'registration.foundationDate'],
    documentTypes: company,
    best: 'highest',
  }),
  'company.capital': value({
    unit: 'money',
    title: { pt: 'o capital social', en: 'the share capital' },
    description: { pt: 'Capital social.', en: 'Share capital.' },
    sections: ['QSAReport'],
    leaves: ['QSAReport.companyData.socialCapitalValue'],
    documentTypes: company,
    best: 'highest',
  }),
  'partners.restricted': value({
    unit: 'count',
    title: { pt: 'o número de sócios com restrição', en: 'the number of partners with restrictions' },
    description: {
      pt: 'Quantos sócios têm `restrictionSign` "true". Um sócio sem o campo, ou fora da lista, pode ter.',
      en: 'How many partners have `restrictionSign` "true". A partner without the field, or left off the list, may have it.',
    },
    sections: ['QSAReport'],
    leaves: [
      'QSAReport.partnerCompleteReport.summary.count',
      'QSAReport.partnerCompleteReport.partnersList.*.restrictionSign',
    ],
    documentTypes: company,
    best: 'lowest',
  }),
  'directors.restricted': value({
    unit: 'count',
    title: {
      pt: 'o número de administradores com restrição',
      en: 'the number of directors with restrictions',
    },
    description: {
      pt: 'O mesmo, dos administradores.',
      en: 'The same, of directors.',
    },
    sections: ['QSAReport'],
    leaves: [
      'QSAReport.directorCompleteReport.summary.count',
      'QSAReport.directorCompleteReport.directorsList.*.restrictionSign',
    ],
    documentTypes: company,
    best: 'lowest',
  }),
  'negative.count': value({
    unit: 'count',
    title: { pt: 'o número de anotações negativas', en: 'the number of negative items' },
    description: {
      pt: 'Quantas anotações negativas passam pelos filtros de `of`.',
      en: 'How many negative items pass the filters in `of`.',
    },
    sections: [...negativeKinds, 'companyListingP', 'companyListingR'],
    leaves: negativeLeaves(['count']),
    filters: negativeFilters,
    best: 'lowest',
  }),
  'negative.sum': value({
    unit: 'money',
    title: { pt: 'a soma das anotações negativas', en: 'the sum of negative items' },
    description: {
      pt: 'Soma das anotações negativas que passam pelos filtros de `of`.',
      en: 'Sum of the negative items that pass the filters in `of`.',
    },
    sections: [...negativeKinds, 'companyListingP', 'companyListingR'],
    leaves: negativeLeaves(['count', 'balance']),
    filters: negativeFilters,
    best: 'lowest',
  }),
  'publicDebt.count': value({
    unit: 'count',
    title: { pt: 'o número de dívidas ativas da União', en: 'the number of federal active debts' },
    description: {
      pt: 'Quantas inscrições há ao todo, negociadas e garantidas também.',
      en: 'How many inscriptions there are in all, negotiated and guaranteed ones too.',
    },
    sections: ['publicDebt'],
    leaves: ['publicDebt.summary.count'],
    best: 'lowest',
  }),
  'publicDebt.sum': value({
    unit: 'money',
    title: { pt: 'a dívida ativa em cobrança', en: 'the federal active debt in collection' },
    description: {
      pt: 'O `balance` do resumo: o que se deve como principal e não está negociado, garantido nem suspenso.',
      en: 'The `balance` of the summary: what is owed as the principal and is not negotiated, guaranteed or suspended.',
    },
    sections: ['publicDebt'],
    leaves: ['publicDebt.summary.balance'],
    best: 'lowest',
  }),
  'sanctions.count': value({
    unit: 'count',
    title: { pt: 'o número de sanções', en: 'the number of sanctions' },
    description: {
      pt: 'Quantas sanções há nos cadastros consultados.',
      en: 'How many sanctions there are in the registers looked at.',
    },
    sections: ['sanctions'],
    leaves: ['sanctions.summary.count'],
    best: 'lowest',
  }),
  'consultations.count': value({
    unit: 'count',
    title: { pt: 'o número de consultas', en: 'the number of consultations' },
    description: {
      pt: 'Quantas consultas houve nos últimos `withinDays` dias, de quem for, as suas também. O relatório as conta por mês: um mês que começa antes desses dias pode contar ou não, assim como o que a lista deixou de fora.',
      en: 'How many consultations there were in the last `withinDays` days, by whoever, yours included. The report counts them by month: a month that begins before those days may count or not, and so may what the list left off.',
    },
    sections: ['inquiry'],
    leaves: [
      'facts.inquiry.summary.count',
      'facts.inquiry.inquiryResponse.*.month',
      'facts.inquiry.inquiryResponse.*.count',
    ],
    filters: ['withinDays'],
  }),
  score: value({
    unit: 'points',
    title: { pt: 'o score', en: 'the score' },
    description: {
      pt: 'O score, de 0 a 1000, onde uma fonte oferece um; sem ele, ou acima de 1000, é desconhecido.',
      en: 'The score, from 0 to 1000, where a source offers one; without it, or above 1000, unknown.',
    },
    sections: ['score'],
    leaves: ['score.score'],
    most: 1000,
  }),
  'request.amount': value({
    unit: 'money',
    title: { pt: 'o valor pedido', en: 'the amount asked for' },
    description: { pt: 'O `amount` que você envia.', en: 'The `amount` that you send.' },
  }),
  'request.instalments': value({
    unit: 'count',
    title: { pt: 'o número de parcelas', en: 'the number of instalments' },
    description: { pt: 'O `instalments` que você envia.', en: 'The `instalments` that you send.' },
  }),
  'request.income': value({
    unit: 'money',
    title: { pt: 'a renda informada', en: 'the income told' },
    description: {
      pt: 'O `income` que você envia, por mês.',
      en: 'The `income` that you send, a month.',
    },
  }),
  'request.relationshipMonths': value({
    unit: 'months',
    title: { pt: 'o tempo de relacionamento', en: 'the length of the relationship' },
    description: {
      pt: 'Meses completos desde o `relationshipSince` que você envia. Uma data no futuro é desconhecida.',
      en: 'Whole months since the `relationshipSince` that you send. A date in the future is unknown.',
    },
  }),
  'request.instalmentAmount': value({
    unit: 'money',
    title: { pt: 'o valor da parcela', en: 'the amount of an instalment' },
    description: {
      pt: '`amount` dividido por `instalments`, arredondado para cima ao centavo, sem juros.',
      en: '`amount` divided by `instalments`, rounded up to the cent, without interest.',
    },
  }),
  'request.incomeShare': value({
    unit: 'percent',
    title: { pt: 'a parte da renda que a parcela toma', en: 'the share of income that an instalment takes' },
    description: {
      pt: '100 vezes `request.instalmentAmount` dividido por `income`, arredondado para cima ao centésimo. Desconhecido com renda zero.',
      en: '100 times `request.instalmentAmount` divided by `income`, rounded up to the hundredth. Unknown with an income of zero.',
    },
  }),
}

export type PolicyValueName = keyof typeof catalogue

/** Every name that a condition may use, in the order of the guide. What is not here cannot weigh in a decision. */
export const policyValues: Readonly<Record<PolicyValueName, PolicyValue>> = catalogue

export const policyValueNames = Object.keys(catalogue) as readonly PolicyValueName[]

export const isPolicyValueName = (name: unknown): name is PolicyValueName =>
  typeof name === 'string' && Object.hasOwn(catalogue, name)

/** Consultations are no mark against a person by themselves. */
export const isConsultation = (name: PolicyValueName): boolean => name === 'consultations.count'
