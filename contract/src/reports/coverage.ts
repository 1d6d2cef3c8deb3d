import { type Static, Type } from 'typebox'
import { datePattern, described } from '../leaves.ts'
import type { Header } from '../operation.ts'

/** How much of a section's data the sources of an environment have. */
export const coverages = ['complete', 'partial', 'none'] as const
export type Coverage = (typeof coverages)[number]

export const notCoveredHeader: Header = {
  name: 'X-Report-Sections-Not-Covered',
  text: {
    pt: 'Seções pedidas que nenhuma fonte cobre: ficam ausentes do relatório e não são cobradas. Isso não quer dizer que nada conste.',
    en: 'Requested sections that no source covers: they are absent from the report and not billed. This does not mean that nothing is on file.',
  },
  schema: Type.String({ examples: ['check, notary'] }),
}

/** What this environment covers for one section and document type, before anyone pays for a query. */
export const SectionCoverage = Type.Object(
  {
    section: Type.String({
      examples: ['check'],
      ...described({ pt: 'Nome da seção.', en: 'Name of the section.' }),
    }),
    documentType: Type.Enum(['CPF', 'CNPJ']),
    coverage: Type.Enum([...coverages], {
      ...described({
        pt: 'complete: as fontes têm todos os dados da seção. partial: têm só uma parte, e uma lista vazia não quer dizer que nada conste. none: não têm dados, e a seção fica ausente.',
        en: 'complete: the sources have all data of the section. partial: they have only part of it, and an empty list does not mean that nothing is on file. none: they have no data, and the section is absent.',
      }),
    }),
    sources: Type.Array(
      Type.Object({
        source: Type.String({ examples: ['bureau'] }),
        coverage: Type.Enum(['complete', 'partial']),
        asOf: Type.Optional(Type.String({ format: 'date', pattern: datePattern })),
        until: Type.Optional(
          Type.String({
            format: 'date',
            pattern: datePattern,
            ...described({
              pt: 'Último dia em que a fonte cobre a seção, se houver.',
              en: 'The last day on which the source covers the section, if there is one.',
            }),
          }),
        ),
      }),
      described({ pt: 'As fontes que cobrem a seção.', en: 'The sources that cover the section.' }),
    ),
  },
  { $id: 'SectionCoverage' },
)
export type SectionCoverage = Static<typeof SectionCoverage>
