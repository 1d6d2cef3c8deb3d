import type { Product } from '@lastro/contract/reports/products.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Text } from '@lastro/contract/text.ts'
import type { ValueKind } from './value-text.ts'

/** What is shown under one label: a leaf, or several that a reader takes together. */
export type LabelledParts = {
  readonly label: Text
  readonly parts: readonly Part[]
  /** What stands between the parts. */
  readonly between: string
  /** What it is a sign of, where it must not be missed. */
  readonly meaning?: ColumnMeaning
}

/** What an item comes to, whether somebody has a restriction, and the status of a registration. */
export type ColumnMeaning = 'amount' | 'restriction' | 'status'

export type Part = { readonly member: string; readonly kind: ValueKind }

export type TableReading = {
  /** Where the list stands inside its section; empty when the section is the list. */
  readonly path: readonly string[]
  readonly caption?: Text
  readonly columns: readonly LabelledParts[]
  /** Where each row names somebody that a report of its own could be about. */
  readonly document?: string
}

/** How an item of the section shows in the timeline. */
export type OccurrenceReading = {
  readonly kind: Text
  readonly date: string
  readonly amount: string
  /** Which amounts are added up; undefined if they are not debts. */
  readonly sum?: 'all' | 'collected'
  readonly parts: readonly Part[]
}

/** How a section is read: which of its leaves are facts and which are columns, under which words. */
export type SectionReading = {
  readonly path: readonly [string] | readonly [string, string]
  readonly heading: Text
  readonly facts: readonly (LabelledParts & { readonly path: readonly string[] })[]
  readonly tables: readonly TableReading[]
  /** Sentences of the source's own. */
  readonly remarks?: readonly string[]
  /** Negative data: it counts in the verdict and stands in the timeline. */
  readonly occurrence?: OccurrenceReading
  /** True when a caller without the scope `contact-data` sees less of it. */
  readonly isGated?: true
}

const shown = (label: Text, member: string, kind: ValueKind = 'text'): LabelledParts => ({
  label,
  parts: [{ member, kind }],
  between: '',
})

const joined = (label: Text, between: string, ...members: readonly (string | Part)[]): LabelledParts => ({
  label,
  parts: members.map((one) => (typeof one === 'string' ? { member: one, kind: 'text' } : one)),
  between,
})

const fact = (label: Text, member: string, kind: ValueKind = 'text', path: readonly string[] = []) => ({
  ...shown(label, member, kind),
  path,
})

const columns = {
  date: shown({ pt: 'Data', en: 'Date' }, 'occurrenceDate', 'date'),
  nature: shown({ pt: 'Natureza', en: 'Nature' }, 'legalNature'),
  natureWithCode: joined({ pt: 'Natureza', en: 'Nature' }, ' ', 'legalNatureId', 'legalNature'),
  contract: shown({ pt: 'Contrato', en: 'Contract' }, 'contractId'),
  creditor: shown({ pt: 'Credor', en: 'Creditor' }, 'creditorName'),
  square: shown({ pt: 'Praça', en: 'Place' }, 'legalSquare'),
  state: shown({ pt: 'UF', en: 'State' }, 'federalUnit'),
  city: joined({ pt: 'Município', en: 'City' }, '/', 'city', 'federalUnit'),
  debtor: shown({ pt: 'Devedor', en: 'Debtor' }, 'principal', 'debtor'),
  court: shown({ pt: 'Sub judice', en: 'In court' }, 'flagSubJudice', 'flag'),
  disputed: shown({ pt: 'Contestada', en: 'Disputed' }, 'disputed', 'flag'),
  amount: { ...shown({ pt: 'Valor', en: 'Amount' }, 'amount', 'money'), meaning: 'amount' },
  restriction: {
    ...shown({ pt: 'Restrição', en: 'Restriction' }, 'restrictionSign', 'restriction'),
    meaning: 'restriction',
  },
} as const

const text = (member: string): Part => ({ member, kind: 'text' })

type NegativeReading = Pick<SectionReading, 'path' | 'heading'> & {
  readonly list: string
  readonly columns: readonly LabelledParts[]
  readonly occurrence: Pick<OccurrenceReading, 'kind' | 'parts'> & Partial<OccurrenceReading>
  /** What its summary says besides. */
  readonly moreFacts?: SectionReading['facts']
}

/** Debts, cheques, protests: one list, counted and added up by its summary. */
const negative = ({
  path,
  heading,
  list,
  columns,
  occurrence,
  moreFacts = [],
}: NegativeReading): SectionReading => ({
  path,
  heading,
  facts: [...summaryFacts, ...moreFacts],
  tables: [{ path: [list], columns }],
  occurrence: { date: 'occurrenceDate', amount: 'amount', sum: 'all', ...occurrence },
})

const summaryFacts = [
  fact({ pt: 'Quantidade', en: 'How many' }, 'count', 'count', ['summary']),
  fact({ pt: 'Total', en: 'In total' }, 'balance', 'money', ['summary']),
  fact({ pt: 'Mais antiga', en: 'Oldest' }, 'firstOccurrence', 'date', ['summary']),
  fact({ pt: 'Mais nova', en: 'Newest' }, 'lastOccurrence', 'date', ['summary']),
]

/** What is counted and summed apart from the rest of a list. */
const apartFact = (label: Text, member: string) => ({
  ...joined(label, ': ', { member: 'count', kind: 'count' }, { member: 'balance', kind: 'money' }),
  path: ['summary', member],
})

const countFacts = summaryFacts.slice(0, 1)

const debtParts = [text('creditorName'), text('legalNature')]

const listingPHeading: Text = { pt: 'Pendências comerciais', en: 'Commercial debts' }
const listingRHeading: Text = { pt: 'Pendências bancárias', en: 'Bank debts' }
const listingPKind: Text = { pt: 'Pendência comercial', en: 'Commercial debt' }
const listingRKind: Text = { pt: 'Pendência bancária', en: 'Bank debt' }

const specialStatusFacts = [
  fact({ pt: 'Situação especial', en: 'Special status' }, 'specialStatus'),
  fact({ pt: 'Situação especial desde', en: 'Special status since' }, 'specialStatusDate', 'date'),
]

/** Every section that the contract knows, in the order of the report. */
export const sectionReadings = {
  registration: {
    path: ['registration'],
    heading: { pt: 'Cadastro', en: 'Registration' },
    facts: [
      fact({ pt: 'Documento', en: 'Document' }, 'documentNumber', 'document'),
      fact({ pt: 'Nome', en: 'Name' }, 'consumerName'),
      fact({ pt: 'Nome da mãe', en: "Mother's name" }, 'motherName'),
      fact({ pt: 'Sexo', en: 'Gender' }, 'consumerGender', 'gender'),
      fact({ pt: 'Nascimento', en: 'Born' }, 'birthDate', 'date'),
      fact({ pt: 'CNPJ', en: 'CNPJ' }, 'companyDocument', 'document'),
      fact({ pt: 'Razão social', en: 'Legal name' }, 'companyName'),
      fact({ pt: 'Abertura', en: 'Founded' }, 'foundationDate', 'date'),
      fact({ pt: 'Situação cadastral', en: 'Registration status' }, 'statusRegistration'),
      fact({ pt: 'Situação desde', en: 'Status since' }, 'statusDate', 'date'),
      ...specialStatusFacts,
      { ...joined({ pt: 'Município', en: 'City' }, '/', 'city', 'state'), path: ['address'] },
    ],
    tables: [],
    isGated: true,
  },
  addresses: {
    path: ['registration', 'addresses'],
    heading: { pt: 'Endereços', en: 'Addresses' },
    facts: [],
    tables: [
      {
        path: [],
        columns: [
          joined({ pt: 'Tipo', en: 'Kind' }, ' ', 'addressTypeCode', 'addressTypeDescription'),
          joined(
            { pt: 'Endereço', en: 'Address' },
            ', ',
            'addressLine',
            'addressNumber',
            'addressComplement',
          ),
          shown({ pt: 'Bairro', en: 'District' }, 'district'),
          joined({ pt: 'Município', en: 'City' }, '/', 'city', 'state'),
          shown({ pt: 'CEP', en: 'Postcode' }, 'zipCode', 'postcode'),
          shown({ pt: 'País', en: 'Country' }, 'country'),
          shown({ pt: 'Atualizado', en: 'Updated' }, 'updateDate', 'date'),
        ],
      },
    ],
  },
  phones: {
    path: ['registration', 'phones'],
    heading: { pt: 'Telefones', en: 'Phones' },
    facts: [],
    tables: [
      {
        path: [],
        columns: [
          joined({ pt: 'Tipo', en: 'Kind' }, ' ', 'phoneTypeCode', 'phoneType'),
          joined({ pt: 'Número', en: 'Number' }, ' ', 'regionCode', 'areaCode', 'phoneNumber'),
          shown({ pt: 'Atualizado', en: 'Updated' }, 'updateDate', 'date'),
        ],
      },
    ],
  },
  identificationReport: {
    path: ['identificationReport'],
    heading: { pt: 'Identificação da empresa', en: 'Identification of the company' },
    facts: [
      fact({ pt: 'Razão social', en: 'Legal name' }, 'companyName'),
      fact({ pt: 'Nome fantasia', en: 'Trade name' }, 'companyAlias'),
      fact({ pt: 'Situação do CNPJ', en: 'Status of the CNPJ' }, 'statusRegistration'),
      ...specialStatusFacts,
      fact({ pt: 'Fundação', en: 'Founded' }, 'companyFoundation', 'date'),
      fact({ pt: 'Forma da sociedade', en: 'Form of partnership' }, 'partnership'),
      fact({ pt: 'Natureza jurídica (código)', en: 'Legal nature (code)' }, 'legalNatureCode'),
      fact({ pt: 'Registro', en: 'Company register' }, 'companyRegister'),
      fact({ pt: 'Data do registro', en: 'Registered on' }, 'companyRegisterDate', 'date'),
      fact({ pt: 'NIRE', en: 'NIRE' }, 'nireNumber'),
      fact({ pt: 'Inscrição estadual', en: 'State registration' }, 'stateRegistration'),
      fact({ pt: 'Opção tributária', en: 'Tax option' }, 'taxOption'),
      { ...joined({ pt: 'Atividade', en: 'Activity' }, ' ', 'cnae', 'economicActivity'), path: [] },
      fact({ pt: 'Ramo no birô (código)', en: "Bureau's activity code" }, 'serasaActiveCode'),
      fact({ pt: 'Empregados', en: 'Employees' }, 'numberEmployees', 'count'),
      fact({ pt: 'Filiais', en: 'Branches' }, 'branchOffices', 'count'),
      fact({ pt: 'Importação sobre compras', en: 'Imports over purchases' }, 'importPurchases', 'percent'),
      fact({ pt: 'Exportação sobre vendas', en: 'Exports over sales' }, 'exportSales', 'percent'),
      fact({ pt: 'Página na internet', en: 'Web page' }, 'companyUrl'),
      { ...joined({ pt: 'Endereço', en: 'Address' }, ', ', 'addressLine', 'district'), path: ['address'] },
      { ...joined({ pt: 'Município', en: 'City' }, '/', 'city', 'state'), path: ['address'] },
      fact({ pt: 'CEP', en: 'Postcode' }, 'zipCode', 'postcode', ['address']),
      { ...joined({ pt: 'País', en: 'Country' }, ' ', 'countryCode', 'country'), path: ['address'] },
      { ...joined({ pt: 'Telefone', en: 'Phone' }, ' ', 'areaCode', 'phoneNumber'), path: ['phone'] },
      fact({ pt: 'Atualizado', en: 'Updated' }, 'updateDate', 'date'),
    ],
    tables: [
      {
        path: ['predecessorList'],
        caption: { pt: 'Razões sociais anteriores', en: 'Earlier legal names' },
        columns: [
          shown({ pt: 'Razão social', en: 'Legal name' }, 'predecessorName'),
          shown({ pt: 'Até', en: 'Until' }, 'predecessorDate', 'date'),
        ],
      },
    ],
    isGated: true,
  },
  QSAReport: {
    path: ['QSAReport'],
    heading: { pt: 'Capital, sócios e administradores', en: 'Capital, partners and directors' },
    facts: [
      fact({ pt: 'Capital social', en: 'Share capital' }, 'socialCapitalValue', 'money', ['companyData']),
      fact({ pt: 'Capital integralizado', en: 'Paid-up capital' }, 'accomplishedValue', 'money', [
        'companyData',
      ]),
      fact({ pt: 'Natureza do capital', en: 'Nature of the capital' }, 'nature', 'text', ['companyData']),
      fact({ pt: 'Controle', en: 'Control' }, 'controlType', 'text', ['companyData']),
      fact({ pt: 'País de origem', en: 'Country of origin' }, 'countryOrigin', 'text', ['companyData']),
      fact({ pt: 'Atualizado', en: 'Updated' }, 'informationUpdateDate', 'date', ['companyData']),
      fact({ pt: 'Sócios', en: 'Partners' }, 'count', 'count', ['partnerCompleteReport', 'summary']),
      fact({ pt: 'Sócios na lista', en: 'Partners listed' }, 'listed', 'count', [
        'partnerCompleteReport',
        'summary',
      ]),
      fact({ pt: 'Administradores', en: 'Directors' }, 'count', 'count', [
        'directorCompleteReport',
        'summary',
      ]),
      fact({ pt: 'Administradores na lista', en: 'Directors listed' }, 'listed', 'count', [
        'directorCompleteReport',
        'summary',
      ]),
    ],
    tables: [
      {
        path: ['partnerCompleteReport', 'partnersList'],
        caption: { pt: 'Sócios', en: 'Partners' },
        document: 'documentId',
        columns: [
          shown({ pt: 'Nome', en: 'Name' }, 'name'),
          joined({ pt: 'Documento', en: 'Document' }, ' ', 'documentType', {
            member: 'documentId',
            kind: 'document',
          }),
          shown({ pt: 'Desde', en: 'Since' }, 'sinceDate', 'date'),
          shown({ pt: 'Nacionalidade', en: 'Nationality' }, 'nationality'),
          columns.restriction,
          shown({ pt: 'Documento confere', en: 'Document agrees' }, 'documentConsistency', 'flag'),
          shown({ pt: 'Capital', en: 'Capital' }, 'capitalTotalValue', 'percent'),
          shown({ pt: 'Votante', en: 'Voting' }, 'capitalVoterValue', 'percent'),
        ],
      },
      {
        path: ['directorCompleteReport', 'directorsList'],
        caption: { pt: 'Administradores', en: 'Directors' },
        document: 'documentId',
        columns: [
          shown({ pt: 'Nome', en: 'Name' }, 'name'),
          joined({ pt: 'Documento', en: 'Document' }, ' ', 'documentType', {
            member: 'documentId',
            kind: 'document',
          }),
          shown({ pt: 'Cargo', en: 'Role' }, 'role'),
          shown({ pt: 'Desde', en: 'Since' }, 'sinceDate', 'date'),
          joined(
            { pt: 'Mandato', en: 'Mandate' },
            ' – ',
            'typeOfMandate',
            { member: 'mandateStart', kind: 'date' },
            { member: 'mandateEnd', kind: 'date' },
          ),
          joined({ pt: 'Pessoa', en: 'Person' }, ', ', 'nationality', 'maritalStatus'),
          columns.restriction,
          shown({ pt: 'Documento confere', en: 'Document agrees' }, 'documentConsistency', 'flag'),
          shown({ pt: 'Atualizado', en: 'Updated' }, 'informationUpdateDate', 'date'),
        ],
      },
    ],
    remarks: ['directorCompleteReport', 'summary', 'infoMessages', 'message'],
  },
  listingP: negative({
    path: ['negativeData', 'listingP'],
    heading: listingPHeading,
    list: 'listingPResponse',
    columns: [
      columns.date,
      columns.creditor,
      columns.nature,
      columns.contract,
      columns.square,
      columns.debtor,
      columns.court,
      columns.disputed,
      columns.amount,
    ],
    occurrence: { kind: listingPKind, parts: debtParts },
  }),
  listingR: negative({
    path: ['negativeData', 'listingR'],
    heading: listingRHeading,
    list: 'listingRResponse',
    columns: [
      columns.date,
      columns.creditor,
      columns.natureWithCode,
      columns.contract,
      columns.square,
      columns.debtor,
      columns.court,
      columns.disputed,
      columns.amount,
    ],
    occurrence: { kind: listingRKind, parts: debtParts },
  }),
  companyListingP: negative({
    path: ['negativeData', 'listingP'],
    heading: listingPHeading,
    list: 'listingPResponse',
    columns: [
      columns.date,
      columns.creditor,
      columns.natureWithCode,
      columns.contract,
      columns.state,
      columns.debtor,
      columns.disputed,
      columns.amount,
    ],
    occurrence: { kind: listingPKind, parts: debtParts },
  }),
  companyListingR: negative({
    path: ['negativeData', 'listingR'],
    heading: listingRHeading,
    list: 'listingRResponse',
    columns: [
      columns.date,
      columns.creditor,
      columns.natureWithCode,
      columns.contract,
      columns.debtor,
      columns.disputed,
      columns.amount,
    ],
    occurrence: { kind: listingRKind, parts: debtParts },
  }),
  collectionRecords: negative({
    path: ['negativeData', 'collectionRecords'],
    heading: { pt: 'Dívidas em cobrança', en: 'Debts in collection' },
    list: 'collectionRecordsResponse',
    columns: [
      columns.date,
      columns.creditor,
      columns.nature,
      columns.contract,
      columns.debtor,
      columns.court,
      columns.disputed,
      columns.amount,
    ],
    occurrence: { kind: { pt: 'Dívida em cobrança', en: 'Debt in collection' }, parts: debtParts },
  }),
  check: negative({
    path: ['negativeData', 'check'],
    heading: { pt: 'Cheques sem fundos', en: 'Returned cheques' },
    list: 'checkResponse',
    columns: [
      columns.date,
      joined({ pt: 'Banco', en: 'Bank' }, ' ', 'bankId', 'bankName'),
      shown({ pt: 'Agência', en: 'Branch' }, 'bankAgencyId'),
      shown({ pt: 'Cheque', en: 'Cheque' }, 'checkNumber'),
      shown({ pt: 'Alínea', en: 'Reason code' }, 'alinea'),
      columns.city,
      shown({ pt: 'Cheques', en: 'Cheques' }, 'checkCount', 'count'),
    ],
    occurrence: {
      kind: { pt: 'Cheque sem fundos', en: 'Returned cheque' },
      parts: [text('bankName'), text('city')],
    },
  }),
  notary: negative({
    path: ['negativeData', 'notary'],
    heading: { pt: 'Protestos', en: 'Protests' },
    list: 'notaryResponse',
    columns: [
      columns.date,
      shown({ pt: 'Cartório', en: 'Notary office' }, 'officeNumber'),
      columns.city,
      columns.amount,
    ],
    occurrence: { kind: { pt: 'Protesto', en: 'Protest' }, parts: [text('city'), text('federalUnit')] },
  }),
  inquiry: {
    path: ['facts', 'inquiry'],
    heading: { pt: 'Consultas anteriores', en: 'Earlier consultations' },
    facts: countFacts,
    tables: [
      {
        path: ['inquiryResponse'],
        columns: [
          shown({ pt: 'Mês', en: 'Month' }, 'month', 'month'),
          shown({ pt: 'Segmento', en: 'Segment' }, 'segment'),
          shown({ pt: 'Consultas', en: 'Consultations' }, 'count', 'count'),
        ],
      },
    ],
  },
  partner: {
    path: ['partner'],
    heading: { pt: 'Participações em empresas', en: 'Companies it is a partner in' },
    facts: countFacts,
    tables: [
      {
        path: ['partnershipResponse'],
        document: 'companyDocument',
        columns: [
          shown({ pt: 'Empresa', en: 'Company' }, 'companyName'),
          shown({ pt: 'CNPJ', en: 'CNPJ' }, 'companyDocument', 'document'),
          { ...shown({ pt: 'Situação', en: 'Status' }, 'statusRegistration'), meaning: 'status' },
          shown({ pt: 'Desde', en: 'Since' }, 'sinceDate', 'date'),
          shown({ pt: 'Capital', en: 'Capital' }, 'capitalTotalValue', 'percent'),
        ],
      },
    ],
  },
  publicDebt: negative({
    path: ['publicDebt'],
    heading: { pt: 'Dívida ativa da União', en: 'Federal active debt' },
    list: 'publicDebtResponse',
    columns: [
      shown({ pt: 'Inscrição', en: 'Enrolled' }, 'inscriptionDate', 'date'),
      shown({ pt: 'Número', en: 'Number' }, 'inscriptionNumber'),
      shown({ pt: 'Receita', en: 'Kind' }, 'debtType'),
      shown({ pt: 'Unidade', en: 'Unit' }, 'responsibleUnit'),
      joined(
        { pt: 'Situação', en: 'Situation' },
        ': ',
        { member: 'situationType', kind: 'situation' },
        'situation',
      ),
      columns.debtor,
      shown({ pt: 'Ajuizada', en: 'In court' }, 'inCourt', 'flag'),
      shown({ pt: 'Sistema', en: 'System' }, 'register'),
      shown({ pt: 'CNPJ inscrito', en: 'CNPJ enrolled' }, 'debtorDocument', 'document'),
      columns.amount,
    ],
    moreFacts: [
      apartFact({ pt: 'Em negociação', en: 'Under negotiation' }, 'negotiated'),
      apartFact({ pt: 'Garantidas', en: 'Guaranteed' }, 'guaranteed'),
      apartFact({ pt: 'Suspensas', en: 'Suspended' }, 'suspended'),
      fact({ pt: 'Como corresponsável', en: 'As co-debtor' }, 'count', 'count', ['summary', 'coDebtor']),
    ],
    occurrence: {
      kind: { pt: 'Dívida ativa', en: 'Federal debt' },
      date: 'inscriptionDate',
      sum: 'collected',
      parts: [text('debtType'), text('situation')],
    },
  }),
  sanctions: {
    path: ['sanctions'],
    heading: { pt: 'Sanções', en: 'Sanctions' },
    facts: [
      ...countFacts,
      fact({ pt: 'Cadastros consultados', en: 'Registers looked at' }, 'registers', 'text', ['summary']),
    ],
    tables: [
      {
        path: ['sanctionsResponse'],
        columns: [
          shown({ pt: 'Cadastro', en: 'Register' }, 'register'),
          shown({ pt: 'Categoria', en: 'Category' }, 'category'),
          shown({ pt: 'Início', en: 'Start' }, 'startDate', 'date'),
          shown({ pt: 'Fim', en: 'End' }, 'endDate', 'date'),
          shown({ pt: 'Órgão', en: 'Body' }, 'sanctioningBody'),
          shown({ pt: 'Processo', en: 'Proceedings' }, 'processNumber'),
          shown({ pt: 'Convênio', en: 'Agreement' }, 'agreementNumber'),
          shown({ pt: 'Fundamento', en: 'Legal basis' }, 'legalBasis'),
          { ...shown({ pt: 'Multa', en: 'Fine' }, 'fineAmount', 'money'), meaning: 'amount' },
        ],
      },
    ],
    occurrence: {
      kind: { pt: 'Sanção', en: 'Sanction' },
      date: 'startDate',
      amount: 'fineAmount',
      parts: [text('category'), text('sanctioningBody')],
    },
  },
  score: {
    path: ['score'],
    heading: { pt: 'Pontuação', en: 'Score' },
    facts: [
      fact({ pt: 'Pontuação', en: 'Score' }, 'score', 'count'),
      fact({ pt: 'Modelo', en: 'Model' }, 'model'),
      fact({ pt: 'Faixa', en: 'Range' }, 'range'),
      fact({ pt: 'Probabilidade de inadimplência', en: 'Likelihood of default' }, 'rate', 'percent'),
      fact({ pt: 'Por que não há pontuação', en: 'Why there is no score' }, 'reason'),
    ],
    tables: [],
  },
} as const satisfies Readonly<Record<SectionId, SectionReading>>

/** The reading of a section, seen as any section's. */
export const readingOf = (id: SectionId): SectionReading => sectionReadings[id]

/** The heading of a section by its id or public name; an unknown name is returned unchanged. */
export const sectionHeading = (name: string): Text =>
  Object.hasOwn(sectionReadings, name) ? sectionReadings[name as SectionId].heading : { pt: name, en: name }

const readingIds = Object.keys(sectionReadings) as readonly SectionId[]

/** What a product can show, in the order of the report. An unknown product may show anything. */
export function readableSections(product: Product | undefined): readonly SectionId[] {
  if (product === undefined) return readingIds.filter((id) => !id.startsWith('company'))
  const isCompanyReport = product.sections.includes('companyListingP')
  const own: readonly SectionId[] = isCompanyReport
    ? ['companyListingP', 'companyListingR']
    : ['listingP', 'listingR']
  const other: readonly SectionId[] = isCompanyReport
    ? ['listingP', 'listingR']
    : ['companyListingP', 'companyListingR']
  return readingIds.filter((id) => own.includes(id) || !other.includes(id))
}
