import type { Text } from '../text.ts'
import type { DocumentType, SectionId } from './sections.ts'

/** An additional that a caller may ask for: the sections it adds, or the limit it lifts. */
export type Feature = {
  readonly name: Text
  readonly description: Text
  readonly adds: readonly SectionId[]
  /** Lists come whole instead of their newest items. */
  readonly wholeLists?: true
  /** Listed among a report's additionals only where a source answers it: no operator has it without buying it. */
  readonly isListedWhereAnswered?: true
}

export const features = {
  MAIS_ANOTACOES: {
    name: { pt: 'Mais anotações', en: 'Full lists' },
    description: {
      pt: 'Listas completas, sem o limite de 25 itens.',
      en: 'Full lists, without the limit of 25 items.',
    },
    adds: [],
    wholeLists: true,
  },
  ENDERECOS_TELEFONES: {
    name: { pt: 'Endereços e telefones', en: 'Addresses and phones' },
    description: {
      pt: 'Todos os endereços e telefones conhecidos. Exige dados de contato no contrato.',
      en: 'Every known address and phone. Needs contact data in the contract.',
    },
    adds: ['addresses', 'phones'],
  },
  CONSULTAS_ANTERIORES: {
    name: { pt: 'Consultas anteriores', en: 'Earlier consultations' },
    description: {
      pt: 'Quem consultou este documento, por mês e segmento.',
      en: 'Who consulted this document, by month and segment.',
    },
    adds: ['inquiry'],
  },
  PARTICIPACOES: {
    name: { pt: 'Participações', en: 'Participations' },
    description: {
      pt: 'Empresas das quais este documento é sócio.',
      en: 'Companies in which this document is a partner.',
    },
    adds: ['partner'],
  },
  DIVIDA_ATIVA: {
    name: { pt: 'Dívida ativa', en: 'Federal active debt' },
    description: { pt: 'Dívida ativa da União.', en: 'Debts enrolled by the federal government.' },
    adds: ['publicDebt'],
  },
  SANCOES: {
    name: { pt: 'Sanções', en: 'Sanctions' },
    description: { pt: 'Sanções do CEIS e do CNEP.', en: 'Sanctions in the registers CEIS and CNEP.' },
    adds: ['sanctions'],
  },
  QSA_COMPLETO: {
    name: { pt: 'QSA completo', en: 'Partners and directors' },
    description: {
      pt: 'Capital, sócios e administradores da empresa.',
      en: 'Capital, partners and directors of the company.',
    },
    adds: ['QSAReport'],
  },
  SCORE: {
    name: { pt: 'Pontuação', en: 'Score' },
    description: {
      pt: 'A pontuação de um birô contratado pelo operador, com seu modelo e sua faixa.',
      en: 'The score of a bureau that the operator has contracted, with its model and range.',
    },
    adds: ['score'],
    isListedWhereAnswered: true,
  },
} as const satisfies Record<string, Feature>

export type FeatureCode = keyof typeof features

/** A report on sale. A new one is an entry in `products` below, and nothing else. */
export type Product = {
  /** The first step of its path, and its scope. */
  readonly code: string
  readonly name: Text
  readonly description: Text
  readonly documentTypes: readonly DocumentType[]
  /** What every report of this product shows. */
  readonly sections: readonly SectionId[]
  /** What may be added, and for which documents. */
  readonly features: Readonly<Partial<Record<FeatureCode, readonly DocumentType[]>>>
  /** The source document gives each report its own method for listing the additionals. */
  readonly additionalsMethod: 'GET' | 'POST'
}

const both: readonly DocumentType[] = ['CPF', 'CNPJ']
const company: readonly DocumentType[] = ['CNPJ']

const basicNegativeData: readonly SectionId[] = [
  'listingP',
  'listingR',
  'collectionRecords',
  'check',
  'notary',
]

const onSale = [
  {
    code: 'relatorioBasico',
    name: { pt: 'Relatório básico', en: 'Basic report' },
    description: {
      pt: 'Cadastro e anotações negativas de uma pessoa ou empresa.',
      en: 'Registration and negative data of a person or company.',
    },
    documentTypes: both,
    sections: ['registration', ...basicNegativeData],
    features: {
      MAIS_ANOTACOES: both,
      ENDERECOS_TELEFONES: both,
      CONSULTAS_ANTERIORES: both,
      PARTICIPACOES: company,
      DIVIDA_ATIVA: both,
      SANCOES: both,
      QSA_COMPLETO: company,
      SCORE: both,
    },
    additionalsMethod: 'POST',
  },
  {
    code: 'relato',
    name: { pt: 'Relatório da empresa', en: 'Company report' },
    description: {
      pt: 'Identificação, sócios, administradores e anotações negativas de uma empresa.',
      en: 'Identification, partners, directors and negative data of a company.',
    },
    documentTypes: company,
    sections: [
      'identificationReport',
      'QSAReport',
      'companyListingP',
      'companyListingR',
      'collectionRecords',
      'check',
      'notary',
    ],
    features: {
      MAIS_ANOTACOES: company,
      CONSULTAS_ANTERIORES: company,
      PARTICIPACOES: company,
      DIVIDA_ATIVA: company,
      SANCOES: company,
      SCORE: company,
    },
    additionalsMethod: 'GET',
  },
  {
    code: 'relatorioAvancado',
    name: { pt: 'Relatório avançado', en: 'Advanced report' },
    description: {
      pt: 'O relatório básico com a identificação da empresa. Aceita todos os adicionais, pedidos um a um.',
      en: 'The basic report with the identification of the company. Takes every additional, each by request.',
    },
    documentTypes: both,
    sections: ['registration', 'identificationReport', ...basicNegativeData],
    features: {
      MAIS_ANOTACOES: both,
      ENDERECOS_TELEFONES: both,
      CONSULTAS_ANTERIORES: both,
      PARTICIPACOES: both,
      DIVIDA_ATIVA: both,
      SANCOES: both,
      QSA_COMPLETO: company,
      SCORE: both,
    },
    additionalsMethod: 'GET',
  },
  {
    code: 'cadastral',
    name: { pt: 'Consulta cadastral', en: 'Registration only' },
    description: { pt: 'Somente o cadastro.', en: 'The registration alone.' },
    documentTypes: both,
    sections: ['registration'],
    features: {
      MAIS_ANOTACOES: both,
      ENDERECOS_TELEFONES: both,
      CONSULTAS_ANTERIORES: both,
      DIVIDA_ATIVA: both,
      SANCOES: both,
    },
    additionalsMethod: 'GET',
  },
] as const satisfies readonly Product[]

export const products: readonly Product[] = onSale

/** What a program that is checked against this contract may ask for. */
export type ReportProduct = (typeof onSale)[number]
export type ReportProductCode = ReportProduct['code']

export const productPath = (product: Product): string => `/${product.code}/v2`

/** What is on sale and is not a report: a scope and a path of its own. */
export type Service = { readonly code: string; readonly name: Text; readonly description: Text }

export const listingService: Service = {
  code: 'negativacao',
  name: { pt: 'Negativação', en: 'Listings' },
  description: {
    pt: 'Anotar dívidas e avalistas, do comunicado à baixa.',
    en: 'List debts and guarantors, from the notice to the release.',
  },
}

export const alertService: Service = {
  code: 'alertas',
  name: { pt: 'Alertas', en: 'Alerts' },
  description: {
    pt: 'Acompanhar documentos e saber do que muda, por e-mail e webhook.',
    en: 'Watch documents and learn what changes, by e-mail and webhook.',
  },
}

export const services: readonly Service[] = [listingService, alertService]

/** Every code that a contract may name among its products. */
export const productCodes: readonly string[] = [...products, ...services].map((one) => one.code)

/** The scope that opens addresses, phones and the mother's name. */
export const contactDataScope = 'contact-data'

/** The scope that opens the search for companies. */
export const companySearchScope = 'company-search'

/** The scope that opens changes of policies: whoever decides by one need not be able to write it. */
export const policyScope = 'policies'

/** The scope that opens decisions, and reading the policies that they are made by. */
export const decisionScope = 'decisions'

/** Every scope that a contract may name, besides its products. */
export const contractedScopes = [contactDataScope, companySearchScope, policyScope, decisionScope] as const
