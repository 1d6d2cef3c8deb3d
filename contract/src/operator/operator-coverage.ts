import { type Static, Type } from 'typebox'
import { datePattern, described, leaf } from '../leaves.ts'
import { coverages, SectionCoverage } from '../reports/coverage.ts'
import { success } from '../reports/queries.ts'
import { environment } from './operator-parts.ts'

export const coverageStates = ['in_force', 'superseded', 'expired', 'withdrawn'] as const

const documentType = Type.Enum(['CPF', 'CNPJ'])

/** What a load declared: that the bureau has one section for every document of a type, until a day. */
export const CoverageDeclaration = Type.Object(
  {
    id: Type.String(described({ pt: 'O id da declaração.', en: 'The id of the declaration.' })),
    section: Type.String({
      examples: ['check'],
      ...described({ pt: 'Nome da seção.', en: 'Name of the section.' }),
    }),
    documentType,
    coverage: Type.Enum(['complete', 'partial']),
    asOf: leaf.date({ pt: 'A data dos dados.', en: 'The day of the data.' }),
    until: leaf.date({ pt: 'O último dia de validade.', en: 'The last day on which it is in force.' }),
    state: Type.Enum([...coverageStates], {
      ...described({
        pt: 'in_force: em vigor; superseded: substituída por uma carga mais nova; expired: vencida; withdrawn: retirada.',
        en: 'in_force: in force; superseded: replaced by a newer load; expired: its last day has passed; withdrawn: withdrawn by an operator.',
      }),
    }),
    declaredAt: leaf.instant({ pt: 'Quando foi declarada.', en: 'When it was declared.' }),
    declaredBy: Type.String(described({ pt: 'Quem declarou.', en: 'Who declared it.' })),
    shortenedAt: Type.Optional(
      leaf.instant({ pt: 'Quando foi encurtada pela última vez.', en: 'When it was last shortened.' }),
    ),
    shortenedBy: Type.Optional(Type.String(described({ pt: 'Quem encurtou.', en: 'Who shortened it.' }))),
    withdrawnAt: Type.Optional(leaf.instant({ pt: 'Quando foi retirada.', en: 'When it was withdrawn.' })),
    withdrawnBy: Type.Optional(Type.String(described({ pt: 'Quem retirou.', en: 'Who withdrew it.' }))),
  },
  { $id: 'CoverageDeclaration' },
)
export type CoverageDeclaration = Static<typeof CoverageDeclaration>

const together = Type.Enum([...coverages], {
  ...described({
    pt: 'complete: todas as seções, por completo. none: nenhuma. partial: o resto.',
    en: 'complete: every section, completely. none: no section. partial: anything else.',
  }),
})

const covered = Type.Array(
  SectionCoverage,
  described({ pt: 'Seção por seção, com as fontes.', en: 'Section by section, with the sources.' }),
)

/** What is covered of one product, for one document type. */
export const ProductCoverage = Type.Object(
  {
    product: Type.String({ examples: ['relatorioBasico'] }),
    documentType,
    coverage: together,
    sections: covered,
    features: Type.Array(
      Type.Object({
        feature: Type.String({ examples: ['SANCOES'] }),
        coverage: together,
        sections: covered,
      }),
    ),
  },
  { $id: 'ProductCoverage' },
)
export type ProductCoverage = Static<typeof ProductCoverage>

/** What is covered today, and the declarations behind it. */
export const CoverageOverview = Type.Object(
  {
    environment,
    clientId: Type.Optional(
      Type.String(
        described({
          pt: 'O cliente a cujo contrato a resposta se refere; ausente na visão da instalação.',
          en: 'The client to whose contract the response refers; absent in the view of the installation.',
        }),
      ),
    ),
    products: Type.Array(
      ProductCoverage,
      described({
        pt: 'Por produto e tipo de documento. Com client, só os produtos do contrato, com as fontes que ele cita.',
        en: 'By product and document type. With client, only the products of the contract, with the sources it names.',
      }),
    ),
    declarations: Type.Array(
      CoverageDeclaration,
      described({
        pt: 'Todas as declarações das cargas, da mais nova para a mais antiga.',
        en: 'All declarations of loads, newest first.',
      }),
    ),
  },
  { $id: 'CoverageOverview' },
)
export type CoverageOverview = Static<typeof CoverageOverview>

export const CoverageOverviewAnswer = success(CoverageOverview)

export const ShortenCoverageRequest = Type.Object(
  {
    until: Type.String({
      format: 'date',
      pattern: datePattern,
      examples: ['2026-12-01'],
      ...described({
        pt: 'O novo último dia, não depois do atual.',
        en: 'The new last day, not later than the current one.',
      }),
    }),
  },
  { $id: 'ShortenCoverageRequest', additionalProperties: false },
)

export const CoverageDeclarationAnswer = success(CoverageDeclaration)
