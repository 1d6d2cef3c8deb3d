import { type Static, Type } from 'typebox'
import { datePattern, described } from '../leaves.ts'
import type { Header } from '../operation.ts'

/** How much of a section's subject matter the sources of an environment have. */
export const coverages = ['complete', 'partial', 'none'] as const
export type Coverage = (typeof coverages)[number]

export const notCoveredHeader: Header = {
  name: 'X-Report-Sections-Not-Covered',
  text: {
    pt: 'Seções pedidas que nenhuma fonte cobre: ausentes do relatório, o que não quer dizer que nada conste, e não cobradas.',
    en: 'Requested sections that no source covers: absent from the report, which does not mean that nothing is on file, and not billed.',
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
        pt: 'complete: tudo o que a seção pode ter. partial: uma parte, e nada na lista não quer dizer que nada conste. none: nada, e a seção fica ausente.',
        en: 'complete: all that the section may have. partial: a part, and an empty list does not mean that nothing is on file. none: nothing, and the section is absent.',
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
              pt: 'Último dia em que a fonte cobre a seção, quando há um.',
              en: 'The last day on which the source covers the section, where there is one.',
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
