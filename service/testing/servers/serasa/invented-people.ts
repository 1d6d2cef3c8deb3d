import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'

/** Whom the bureau of the tests knows: nobody of these exists. Named by what is odd about their answers. */
export const people = {
  debtor: withCheckDigits('800000001'),
  clean: withCheckDigits('800000002'),
  /** Its lists are shorter than their counts. */
  cutLists: withCheckDigits('800000003'),
  /** Summaries without lists, and lists without summaries. */
  halfSections: withCheckDigits('800000004'),
  /** No score, and the reason why. */
  unscored: withCheckDigits('800000005'),
  /** Its number comes as a number, without the zeros it begins with. */
  shortNumber: withCheckDigits('000004218'),
  /** Amounts with a decimal comma, dates the other way round, flags in words. */
  otherFormats: withCheckDigits('800000006'),
  /** A part of what is told of it is older than five years. */
  longAgo: withCheckDigits('800000007'),
  company: withCheckDigits('800000010001'),
  companyWithLetters: withCheckDigits('80AB00050001'),
  /** A number that the bureau has never heard of. */
  unknown: withCheckDigits('800000099'),
} as const satisfies Record<string, DocumentNumber>

type Json = Readonly<Record<string, unknown>>

/** What the bureau has of somebody: the report, and each optional feature by its name. */
export type Known = { readonly report: Json; readonly features: Readonly<Record<string, Json>> }

const debt = (contractId: string, over: Json = {}): Json => ({
  occurrenceDate: '2025-03-10',
  inclusionDate: '2025-04-02',
  legalNatureId: 'CD',
  legalNature: 'CREDIARIO',
  contractId,
  creditorName: 'LOJAS INVENTADAS LTDA',
  amount: 1520.33,
  city: 'RECIFE',
  federalUnit: 'PE',
  legalSquare: 'RCE',
  principal: true,
  cadus: 'X1',
  dispute: { disputeIndicativeFlag: false },
  ...over,
})

const loan = (contractId: string, over: Json = {}): Json =>
  debt(contractId, {
    legalNatureId: 'FI',
    legalNature: 'FINANCIAMENTO',
    creditorName: 'BANCO DE MENTIRA S.A.',
    bank: { bankId: 999, bankName: 'BANCO DE MENTIRA' },
    ...over,
  })

const none = { summary: { count: 0, balance: 0 } }

const nothingNegative: Json = {
  pefin: { pefinResponse: [], ...none },
  refin: { refinResponse: [], ...none },
  collectionRecords: { collectionRecordsResponse: [], ...none },
  check: { checkResponse: [], ...none },
  notary: { notaryResponse: [], ...none },
}

const person = (documentNumber: unknown, over: Json = {}): Json => ({
  documentNumber,
  consumerName: 'MARIA INVENTADA DOS TESTES',
  motherName: 'JOANA INVENTADA',
  consumerGender: 'F',
  birthDate: '1986-02-11',
  statusRegistration: 'REGULAR',
  statusDate: '2026-01-15',
  address: {
    addressLine: 'R DAS INVENCOES 10',
    district: 'CENTRO',
    zipCode: '50000000',
    country: 'BRA',
    city: 'RECIFE',
    state: 'PE',
  },
  phone: { regionCode: 55, areaCode: 81, phoneNumber: 900000001 },
  ...over,
})

const scored: Json = {
  score: 712,
  scoreModel: 'HXXX',
  range: 'C',
  defaultRate: '9,1',
  codeMessage: 0,
  message: '',
}

const contacts: Json = {
  addresses: [
    {
      addressLine: 'R DAS INVENCOES',
      addressTypeCode: 1,
      addressTypeDescription: 'RESIDENCIAL',
      addressNumber: 10,
      district: 'CENTRO',
      zipCode: '50000-000',
      country: 'BRA',
      city: 'RECIFE',
      state: 'PE',
      addressComplement: 'AP 3',
      updateDate: '2025-12-01',
    },
  ],
  phones: [
    {
      regionCode: 55,
      areaCode: 81,
      phoneNumber: 900000001,
      phoneType: 'CELULAR',
      phoneTypeCode: 3,
      updateDate: '2025-12-01',
    },
  ],
}

const consultations: Json = {
  inquiry: {
    inquiryResponse: [
      { occurrenceDate: '2026-10-07', segmentDescription: 'VAREJO', daysQuantity: 1 },
      { occurrenceDate: '2026-10-02', segmentDescription: 'VAREJO', daysQuantity: 2 },
      { occurrenceDate: '2026-09-30', segmentDescription: '', daysQuantity: 1 },
    ],
    summary: { count: 3 },
  },
  stolenDocuments: { stolenDocumentsResponse: [], ...none },
  judgementFilings: { judgementFilingsResponse: [], ...none },
  bankrupts: { bankruptsResponse: [], ...none },
}

const participations: Json = {
  partnershipResponse: [
    {
      businessDocument: people.company,
      companyName: 'EMPRESA INVENTADA LTDA',
      companyStatus: 'ATIVA',
      participationPercentage: 12.5,
      updateDate: '2025-08-05',
      participationInitialDate: '2021-07-24',
    },
  ],
  summary: { count: 1, balance: 0 },
}

/** A person's features; what they bring stands in the report, beside it, or both. */
const personFeatures: Known['features'] = {
  SCORE_POSITIVO: { report: { score: scored } },
  LOCALIZACAO_PF: { registration: contacts },
  CONSULTAS_A_SERASA: { report: { facts: consultations } },
  PARTICIPACAO_SOCIETARIA: { optionalFeatures: { partner: participations } },
  MAIS_ANOTACOES: {},
}

const known = (registration: Json, negativeData: Json, more: Partial<Known> = {}): Known => ({
  report: { registration, negativeData },
  features: { ...personFeatures, ...more.features },
})

const partner = {
  documentType: 'CPF',
  documentId: people.clean,
  name: 'MARIA INVENTADA DOS TESTES',
  sinceDate: '2011-05-09',
  nationality: 'BRASIL',
  restrictionSign: false,
  documentConsistency: true,
  capitalTotalValue: 66.67,
  capitalVoterValue: '66,67',
}

const companyFeatures: Known['features'] = {
  SCORE_POSITIVO: { optionalFeatures: { score: { ...scored, scoreModel: 'HXPJ' } } },
  LOCALIZACAO_PJ: {
    registration: { phones: [{ areaCode: '81', phoneNumber: '30000001', phoneType: 'COMERCIAL' }] },
  },
  CONSULTAS_A_SERASA: {
    report: {
      facts: {
        inquiryCompanyResponse: {
          results: [
            {
              occurrenceDate: '2026-11-04',
              companyName: 'QUEM CONSULTOU LTDA',
              companyDocumentId: '80000003000164',
              daysQuantity: 1,
            },
          ],
          quantity: {
            actual: 1,
            historical: [
              { inquiryDate: '2026-10', occurrences: 13 },
              { inquiryDate: '2026-09', occurrences: 2 },
            ],
          },
        },
      },
    },
  },
  PARTICIPACAO_SOCIETARIA: { optionalFeatures: { partner: participations } },
  QSA_COMPLETO: {
    optionalFeatures: {
      QSAReport: {
        companyData: {
          socialCapitalValue: 100000,
          accomplishedValue: '100.000,00',
          informationUpdateDate: '2026-02-01',
          countryOrigin: 'BRASIL',
          controlType: 'PRIVADO',
          nature: 'FECHADO',
        },
        partnerCompleteReport: { partnersList: [partner], summary: { count: 2 } },
        directorCompleteReport: {
          directorsList: [
            {
              documentType: 'CPF',
              documentId: people.clean,
              name: 'MARIA INVENTADA DOS TESTES',
              role: 'ADMINISTRADORA',
              maritalStatus: 'CASADA',
              sinceDate: '2011-05-09',
              mandateStart: '2011-05-09',
              mandateEnd: null,
              nationality: 'BRASIL',
              restrictionSign: true,
              documentConsistency: 'S',
              informationUpdateDate: '2026-02-01',
              typeOfMandate: 'INDETERMINADO',
            },
          ],
          summary: { count: 1, infoMessages: { message: ['ALTERACAO EM ANDAMENTO'] } },
        },
      },
    },
  },
  MAIS_ANOTACOES: {},
}

const company = (document: string, negativeData: Json): Known => ({
  report: {
    registration: {
      companyDocument: document,
      companyName: 'EMPRESA INVENTADA LTDA',
      foundationDate: '2011-05-09',
      statusRegistration: 'SITUACAO DO CNPJ EM 10/05/2025: ATIVA',
      address: { city: 'RECIFE', state: 'PE' },
      phone: { areaCode: '81', phoneNumber: '30000001' },
    },
    identificationReport: {
      updateDate: '2026-05-17',
      documentNumber: document,
      statusRegistration: 'SITUACAO DO CNPJ EM 10/05/2025: ATIVA',
      companyName: 'EMPRESA INVENTADA LTDA',
      companyAlias: 'INVENTADA',
      companyUrl: 'WWW.INVENTADA.EXAMPLE',
      partnership: 'SOCIEDADE EMPRESARIA LIMITADA',
      companyRegister: '5397000',
      companyRegisterDate: '2011-05-09',
      companyFoundation: '2011-05-09',
      numberEmployees: 45,
      taxOption: 'SIMPLES',
      stateRegistration: '0859000',
      economicActivity: 'COMERCIO DE EXEMPLOS',
      importPurchases: 0.0,
      exportSales: '12,5',
      cnae: 4711302,
      serasaActiveCode: 'S020500',
      branchOffices: '2',
      nireNumber: '26200000001',
      legalNatureCode: '206',
      address: {
        addressLine: 'AV DOS EXEMPLOS 100',
        zipCode: '50000000',
        district: 'CENTRO',
        city: 'RECIFE',
        state: 'PE',
      },
      phone: { areaCode: '81', phoneNumber: '30000001' },
      predecessorList: [{ predecessorName: 'INVENTADA ME', predecessorDate: '2015-01-01' }],
    },
    negativeData,
  },
  features: companyFeatures,
})

const everyKind: Json = {
  pefin: {
    pefinResponse: [debt('A-1'), debt('A-2', { amount: 10, dispute: { disputeIndicativeFlag: true } })],
    summary: {
      count: 2,
      balance: 1530.33,
      firstOccurrence: '2025-03-10',
      lastOccurrence: '2025-03-10',
    },
  },
  refin: { refinResponse: [loan('B-1', { principal: false })], summary: { count: 1, balance: 1520.33 } },
  collectionRecords: {
    collectionRecordsResponse: [debt('C-1', { occurrenceDate: '2024-08-01' })],
    summary: { count: 1, balance: 1520.33 },
  },
  check: {
    checkResponse: [
      {
        occurrenceDate: '2025-01-20',
        alinea: 12,
        bankId: 999,
        bankName: 'BANCO DE MENTIRA',
        bankAgencyId: 123,
        checkNumber: 4001,
        checkCount: 2,
        city: 'RECIFE',
        federalUnit: 'PE',
      },
    ],
    summary: { count: 1, balance: 800 },
  },
  notary: {
    notaryResponse: [
      { occurrenceDate: '2025-02-02', amount: 99.9, officeNumber: '01', city: 'RECIFE', federalUnit: 'PE' },
    ],
    summary: { count: 1, balance: 99.9 },
  },
}

/** What is known of each; `unknown` is not among them. */
export const everybody: ReadonlyMap<string, Known> = new Map([
  [people.debtor, known(person(people.debtor), everyKind)],
  [people.clean, known(person(people.clean), nothingNegative)],
  [
    people.cutLists,
    known(person(people.cutLists), {
      ...nothingNegative,
      pefin: {
        pefinResponse: [debt('A-1'), debt('A-2')],
        summary: {
          count: 31,
          balance: 40_000.5,
          firstOccurrence: '2024-01-05',
          lastOccurrence: '2025-03-10',
        },
      },
    }),
  ],
  [
    people.halfSections,
    known(person(people.halfSections), {
      ...nothingNegative,
      pefin: {
        summary: { count: 3, balance: 300, firstOccurrence: '2025-01-01', lastOccurrence: '2025-06-01' },
      },
      refin: { refinResponse: [loan('B-1'), loan('B-2', { occurrenceDate: '2024-02-01' })] },
    }),
  ],
  [
    people.unscored,
    known(person(people.unscored), nothingNegative, {
      features: {
        ...personFeatures,
        SCORE_POSITIVO: {
          report: {
            score: { scoreModel: 'HXXX', codeMessage: 7, message: 'INSUFICIENCIA DE INFORMACOES' },
          },
        },
      },
    }),
  ],
  [people.shortNumber, known(person(Number(people.shortNumber)), nothingNegative)],
  [
    people.otherFormats,
    known(
      person(
        `${people.otherFormats.slice(0, 3)}.${people.otherFormats.slice(3, 6)}.${people.otherFormats.slice(6, 9)}-${people.otherFormats.slice(9)}`,
      ),
      {
        ...nothingNegative,
        pefin: {
          pefinResponse: [
            debt('A-1', { occurrenceDate: '10/03/2025', amount: '1.520,33', principal: 'S' }),
            debt('A-2', { occurrenceDate: '2025-03-09T10:00:00', amount: '20,5', principal: 'N' }),
          ],
          summary: { count: '2', balance: '1.540,83' },
        },
      },
    ),
  ],
  [
    people.longAgo,
    known(person(people.longAgo), {
      ...nothingNegative,
      pefin: {
        pefinResponse: [debt('A-1'), debt('A-9', { occurrenceDate: '2019-01-01', amount: 50 })],
        summary: {
          count: 2,
          balance: 1570.33,
          firstOccurrence: '2019-01-01',
          lastOccurrence: '2025-03-10',
        },
      },
    }),
  ],
  [people.company, company(people.company, everyKind)],
  [people.companyWithLetters, company(people.companyWithLetters, nothingNegative)],
])
