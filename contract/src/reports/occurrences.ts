import { type TSchema, Type } from 'typebox'
import { copiedAt, coverage, creditors, described, group, leaf, SectionError } from '../leaves.ts'
import type { Text } from '../text.ts'

/** How many items a list shows unless the feature MAIS_ANOTACOES lifts the limit. */
export const listedCountMax = 25

const item = {
  occurrenceDate: leaf.date({ pt: 'Data da ocorrência.', en: 'Date of the occurrence.' }),
  legalNatureId: leaf.text({ pt: 'Código da natureza.', en: 'Code of the nature.' }),
  legalNature: leaf.text({ pt: 'Natureza da operação.', en: 'Nature of the operation.' }),
  contractId: leaf.text({ pt: 'Contrato.', en: 'Contract.' }),
  creditorName: leaf.text({ pt: 'Nome do credor.', en: "Creditor's name." }),
  amount: leaf.money({ pt: 'Valor.', en: 'Amount.' }),
  legalSquare: leaf.text({ pt: 'Praça.', en: 'Place of the operation.' }),
  principal: leaf.flag({
    pt: 'Devedor principal; "false" é avalista.',
    en: 'Main debtor; "false" is a guarantor.',
  }),
  flagSubJudice: leaf.flag({ pt: 'Em discussão na justiça.', en: 'Disputed in court.' }),
  disputed: leaf.flag({
    pt: '"true" enquanto o devedor contesta e não há resposta; ausente fora disso.',
    en: '"true" while the debtor disputes it and there is no answer; absent otherwise.',
  }),
  federalUnit: leaf.text({ pt: 'UF.', en: 'State.' }),
  city: leaf.text({ pt: 'Município.', en: 'City.' }),
}

const balanceSummary = group({
  count: leaf.count({ pt: 'Quantas há ao todo.', en: 'How many there are in all.' }),
  listed: leaf.count({
    pt: 'Quantas a lista mostra, quando são menos que count.',
    en: 'How many the list shows, when fewer than count.',
  }),
  balance: leaf.sum({ pt: 'Soma de todas.', en: 'Sum of them all.' }),
  firstOccurrence: leaf.date({ pt: 'Data da mais antiga.', en: 'Date of the oldest.' }),
  lastOccurrence: leaf.date({ pt: 'Data da mais nova.', en: 'Date of the newest.' }),
})

const countSummary = group({
  count: leaf.count({ pt: 'Quantas há ao todo.', en: 'How many there are in all.' }),
  listed: leaf.count({
    pt: 'Quantas a lista mostra, quando são menos que count.',
    en: 'How many the list shows, when fewer than count.',
  }),
})

const list = <Field extends string, Item extends Record<string, TSchema>, Summary extends TSchema>(
  listField: Field,
  itemFields: Item,
  summary: Summary,
) => {
  const items = Type.Array(group(itemFields))
  const members = { [listField]: items, summary, coverage, creditors, copiedAt, error: SectionError }
  return group(
    members as Record<Field, typeof items> & {
      summary: Summary
      coverage: typeof coverage
      creditors: typeof creditors
      copiedAt: typeof copiedAt
      error: typeof SectionError
    },
  )
}

const { occurrenceDate, legalNatureId, legalNature, contractId, creditorName, amount } = item
const { legalSquare, principal, flagSubJudice, disputed, federalUnit, city } = item

/** Sections 2.3 and 2.4: the two reports show the same debts with different fields, each in its own order. */
export const ListingP = list(
  'listingPResponse',
  {
    occurrenceDate,
    legalNature,
    contractId,
    creditorName,
    amount,
    legalSquare,
    principal,
    flagSubJudice,
    disputed,
  },
  balanceSummary,
)
export const CompanyListingP = list(
  'listingPResponse',
  {
    occurrenceDate,
    legalNatureId,
    legalNature,
    contractId,
    creditorName,
    amount,
    federalUnit,
    principal,
    disputed,
  },
  balanceSummary,
)
export const ListingR = list(
  'listingRResponse',
  {
    occurrenceDate,
    legalNatureId,
    legalNature,
    contractId,
    creditorName,
    amount,
    legalSquare,
    principal,
    flagSubJudice,
    disputed,
  },
  balanceSummary,
)
export const CompanyListingR = list(
  'listingRResponse',
  { occurrenceDate, legalNatureId, legalNature, contractId, creditorName, amount, principal, disputed },
  balanceSummary,
)
export const CollectionRecords = list(
  'collectionRecordsResponse',
  { occurrenceDate, legalNature, contractId, creditorName, amount, principal, flagSubJudice, disputed },
  balanceSummary,
)
export const Check = list(
  'checkResponse',
  {
    occurrenceDate,
    alinea: leaf.text({ pt: 'Alínea da devolução.', en: 'Reason code of the return.' }),
    bankId: leaf.text({ pt: 'Código do banco.', en: 'Code of the bank.' }),
    bankName: leaf.text({ pt: 'Nome do banco.', en: 'Name of the bank.' }),
    bankAgencyId: leaf.text({ pt: 'Agência.', en: 'Branch.' }),
    checkNumber: leaf.text({ pt: 'Número do cheque.', en: 'Number of the cheque.' }),
    checkCount: leaf.count({
      pt: 'Quantos cheques na ocorrência.',
      en: 'How many cheques in the occurrence.',
    }),
    city,
    federalUnit,
  },
  balanceSummary,
)

/** The sections that follow where the source document's examples end. */
export const Notary = list(
  'notaryResponse',
  {
    occurrenceDate,
    amount,
    officeNumber: leaf.text({ pt: 'Número do cartório.', en: 'Number of the notary office.' }),
    city,
    federalUnit,
  },
  balanceSummary,
)
export const Inquiry = list(
  'inquiryResponse',
  {
    month: leaf.month({ pt: 'Mês das consultas.', en: 'Month of the consultations.' }),
    segment: leaf.text({ pt: 'Segmento de quem consultou.', en: 'Segment of who consulted.' }),
    count: leaf.count({ pt: 'Quantas consultas.', en: 'How many consultations.' }),
  },
  countSummary,
)
export const Partner = list(
  'partnershipResponse',
  {
    companyDocument: leaf.text({ pt: 'CNPJ da empresa.', en: "Company's CNPJ." }),
    companyName: leaf.text({ pt: 'Razão social.', en: 'Legal name.' }),
    statusRegistration: leaf.text({ pt: 'Situação do CNPJ.', en: 'Status of the CNPJ.' }),
    sinceDate: leaf.date({ pt: 'Sócio desde.', en: 'Partner since.' }),
    capitalTotalValue: leaf.percent({ pt: 'Parte do capital, em %.', en: 'Share of capital, in %.' }),
  },
  countSummary,
)
const apart = (text: Text) =>
  group(
    {
      count: leaf.count({ pt: 'Quantas.', en: 'How many.' }),
      balance: leaf.sum({ pt: 'Soma.', en: 'Sum.' }),
    },
    text,
  )

/** A co-debtor's row repeats the whole amount, so only what the company owes as the principal is summed. */
const publicDebtSummary = group({
  count: balanceSummary.properties.count,
  listed: balanceSummary.properties.listed,
  balance: leaf.sum({
    pt: 'Soma do que a empresa deve como principal; o que está negociado, garantido ou suspenso está à parte.',
    en: 'Sum of what the company owes as the principal; negotiated, guaranteed and suspended debts are apart.',
  }),
  firstOccurrence: balanceSummary.properties.firstOccurrence,
  lastOccurrence: balanceSummary.properties.lastOccurrence,
  negotiated: apart({ pt: 'Em negociação.', en: 'Under negotiation.' }),
  guaranteed: apart({ pt: 'Garantidas.', en: 'Guaranteed.' }),
  suspended: apart({ pt: 'Suspensas.', en: 'Suspended.' }),
  coDebtor: group(
    { count: leaf.count({ pt: 'Quantas.', en: 'How many.' }) },
    { pt: 'Em que a empresa é corresponsável; não somadas.', en: 'In which it is a co-debtor; not summed.' },
  ),
})

export const PublicDebt = list(
  'publicDebtResponse',
  {
    inscriptionDate: leaf.date({ pt: 'Data da inscrição.', en: 'Date of the inscription.' }),
    inscriptionNumber: leaf.text({ pt: 'Número da inscrição.', en: 'Number of the inscription.' }),
    debtType: leaf.text({ pt: 'Receita ou tipo de crédito.', en: 'Kind of revenue or credit.' }),
    responsibleUnit: leaf.text({ pt: 'Unidade responsável.', en: 'Responsible unit.' }),
    situation: leaf.text({ pt: 'Situação da inscrição.', en: 'Situation of the inscription.' }),
    amount: leaf.money({ pt: 'Valor consolidado.', en: 'Consolidated amount.' }),
    principal: item.principal,
    inCourt: leaf.flag({ pt: 'Ajuizada.', en: 'Taken to court.' }),
    register: leaf.text({
      pt: 'SIDA (não previdenciária), PREV ou FGTS.',
      en: 'SIDA (not social security), PREV or FGTS.',
    }),
    situationType: Type.Enum(['collection', 'negotiated', 'guaranteed', 'suspended', 'other'], {
      ...described({
        pt: 'Em cobrança, negociada, garantida, suspensa ou outra.',
        en: 'In collection, negotiated, guaranteed, suspended or other.',
      }),
    }),
    debtorDocument: leaf.text({
      pt: 'O CNPJ inscrito: o consultado, ou outro estabelecimento da empresa.',
      en: 'The CNPJ enrolled: the one queried, or another establishment of the company.',
    }),
  },
  publicDebtSummary,
)
export const Sanctions = list(
  'sanctionsResponse',
  {
    register: leaf.text({ pt: 'CEIS, CNEP ou CEPIM.', en: 'CEIS, CNEP or CEPIM.' }),
    category: leaf.text({ pt: 'Categoria da sanção.', en: 'Category of the sanction.' }),
    startDate: leaf.date({ pt: 'Início.', en: 'Start.' }),
    endDate: leaf.date({ pt: 'Fim.', en: 'End.' }),
    sanctioningBody: leaf.text({ pt: 'Órgão sancionador.', en: 'Sanctioning body.' }),
    processNumber: leaf.text({ pt: 'Número do processo.', en: 'Number of the proceedings.' }),
    agreementNumber: leaf.text({
      pt: 'Número do convênio, no CEPIM.',
      en: 'Number of the agreement, in CEPIM.',
    }),
    legalBasis: leaf.text({ pt: 'Fundamento legal.', en: 'Legal basis.' }),
    fineAmount: leaf.money({ pt: 'Valor da multa.', en: 'Amount of the fine.' }),
  },
  group({
    count: countSummary.properties.count,
    listed: countSummary.properties.listed,
    registers: leaf.text({
      pt: 'Os cadastros que foram consultados, como CEIS, CNEP.',
      en: 'The registers that were looked at, such as CEIS, CNEP.',
    }),
  }),
)
