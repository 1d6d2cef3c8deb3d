import type { DocumentType, SectionId } from '@lastro/contract/reports/sections.ts'

/** An optional feature, and the sections that it answers. */
export type PlannedFeature = {
  readonly name: string
  readonly sections: readonly SectionId[]
  /** It lengthens sections that the report has without it, and its failure costs none. */
  readonly isExtra?: true
}

/** What is asked of the provider for one question. */
export type QueryPlan = {
  readonly path: string
  readonly reportName: string
  readonly features: readonly PlannedFeature[]
  /** Those that come with the report itself. */
  readonly sections: readonly SectionId[]
}

type Report = { readonly name: string; readonly sections: readonly SectionId[] }

type Offer = {
  readonly path: string
  /** The first that has all that is wanted is asked for; each has what those before it have. */
  readonly reports: readonly [Report, ...Report[]]
  readonly features: readonly PlannedFeature[]
}

const debts: readonly SectionId[] = ['listingP', 'listingR', 'collectionRecords', 'check', 'notary']
const companyDebts: readonly SectionId[] = [...debts, 'companyListingP', 'companyListingR']

/** Reports and optional features by type of document, with what each of them answers. */
const offers: Readonly<Record<DocumentType, Offer>> = {
  CPF: {
    path: '/credit-services/person-information-report/v1/creditreport',
    reports: [{ name: 'RELATORIO_BASICO_PF_PME', sections: ['registration', ...debts] }],
    features: [
      { name: 'LOCALIZACAO_PF', sections: ['addresses', 'phones'] },
      { name: 'CONSULTAS_A_SERASA', sections: ['inquiry'] },
      { name: 'PARTICIPACAO_SOCIETARIA', sections: ['partner'] },
      { name: 'SCORE_POSITIVO', sections: ['score'] },
    ],
  },
  CNPJ: {
    path: '/credit-services/business-information-report/v1/reports',
    reports: [
      { name: 'RELATORIO_BASICO_PJ_PME', sections: ['registration', ...companyDebts] },
      {
        name: 'RELATORIO_AVANCADO_PJ_PME',
        sections: ['registration', 'identificationReport', ...companyDebts],
      },
    ],
    features: [
      { name: 'LOCALIZACAO_PJ', sections: ['addresses', 'phones'] },
      { name: 'CONSULTAS_A_SERASA', sections: ['inquiry'] },
      { name: 'PARTICIPACAO_SOCIETARIA', sections: ['partner'] },
      { name: 'QSA_COMPLETO', sections: ['QSAReport'] },
      { name: 'SCORE_POSITIVO', sections: ['score'] },
    ],
  },
}

const coveredBy = ({ reports, features }: Offer): ReadonlySet<SectionId> =>
  new Set([...reports, ...features].flatMap((one) => one.sections))

/** What the provider can answer. The sets are always the same objects. */
export const covered: Readonly<Record<DocumentType, ReadonlySet<SectionId>>> = {
  CPF: coveredBy(offers.CPF),
  CNPJ: coveredBy(offers.CNPJ),
}

type Wanted = {
  readonly type: DocumentType
  readonly sections: readonly SectionId[]
  readonly wholeLists: boolean
}

/** The smallest report that has what is wanted, with the features that bring the rest: each of them costs money. */
export function planQuery({ type, sections, wholeLists }: Wanted): QueryPlan {
  const { path, reports, features } = offers[type]
  const isFeature = (id: SectionId) => features.some((one) => one.sections.includes(id))
  const own = sections.filter((id) => !isFeature(id))
  const [smallest] = reports
  const report = reports.find((one) => own.every((id) => one.sections.includes(id))) ?? smallest
  const listed = own.filter((id) => companyDebts.includes(id))
  return {
    path,
    reportName: report.name,
    sections: own,
    features: [
      ...features
        .map((one) => ({ ...one, sections: one.sections.filter((id) => sections.includes(id)) }))
        .filter((one) => one.sections.length > 0),
      ...(wholeLists && listed.length > 0
        ? [{ name: 'MAIS_ANOTACOES', sections: listed, isExtra: true as const }]
        : []),
    ],
  }
}
