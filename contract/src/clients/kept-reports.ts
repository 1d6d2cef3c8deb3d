import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { coverages } from '../reports/coverage.ts'
import { success } from '../reports/queries.ts'
import { consultationsPath } from './consultations.ts'
import { type WithheldReason, withheldReasons } from './withheld-reasons.ts'

export const keptReportPath = `${consultationsPath}/{id}/relatorio`
export const comparisonPath = `${consultationsPath}/{id}/comparacao`

const withheld = Type.Array(
  Type.Enum(Object.keys(withheldReasons) as WithheldReason[]),
  described({
    pt: 'Por que algo foi retirado; vazio quando tudo está como foi respondido.',
    en: 'Why something was left out; empty when everything is as it was answered.',
  }),
)

const given = {
  requestId: Type.String(
    described({ pt: 'O X-Request-Id da consulta.', en: 'The X-Request-Id of the query.' }),
  ),
  at: leaf.instant({ pt: 'Quando foi respondida.', en: 'When it was answered.' }),
  product: Type.String(described({ pt: 'Código do produto.', en: 'Code of the product.' })),
  features: Type.Array(
    Type.String(),
    described({ pt: 'Adicionais da consulta.', en: 'Features of the query.' }),
  ),
  keptUntil: leaf.instant({ pt: 'Até quando fica guardado.', en: 'Until when it is kept.' }),
}

const document = Type.String(
  described({ pt: 'O documento consultado, sem máscara.', en: 'The document queried, bare.' }),
)

export const KeptReportAnswer = success(
  Type.Object({
    document,
    report: Type.Record(
      Type.String(),
      Type.Unknown(),
      described({
        pt: 'O relatório como a consulta do produto o responde, menos o que já não se pode ler.',
        en: "The report as the product's query answers it, without what may no longer be read.",
      }),
    ),
    ...given,
    notCovered: Type.Optional(
      Type.Array(
        Type.String({ examples: ['check'] }),
        described({
          pt: 'Seções pedidas que nenhuma fonte cobria naquele dia. Ausente nos relatórios guardados antes de isso ser registrado: neles, uma seção vazia não quer dizer que nada constava.',
          en: 'Requested sections that no source covered on that day. Absent in reports saved before this was recorded: there an empty section does not mean that nothing was on file.',
        }),
      ),
    ),
    withheld,
  }),
)

/** An item of a list, as the report shows it. */
const item = Type.Record(Type.String(), Type.Unknown(), described({ pt: 'O item.', en: 'The item.' }))
const list = Type.String({
  examples: ['listingPResponse'],
  ...described({ pt: 'A lista em que está.', en: 'The list it stands in.' }),
})

const comparedCoverage = Type.Enum([...coverages])

const ComparedTotals = Type.Object({
  count: Type.Optional(leaf.count({ pt: 'Quantas.', en: 'How many.' })),
  balance: Type.Optional(leaf.sum({ pt: 'Soma.', en: 'Sum.' })),
})

export const ComparedSection = Type.Object(
  {
    section: Type.String({
      examples: ['listingP'],
      ...described({ pt: 'A seção do relatório.', en: 'The section of the report.' }),
    }),
    partial: Type.Boolean(
      described({
        pt: 'true quando um dos dois não tem a seção completa: ela falhou, não foi pedida, não estava coberta por inteiro ou veio com a lista cortada. O que falta nele não conta como retirado nem como novo.',
        en: 'true when the section is incomplete in one of the two reports: it failed, was not requested, was not completely covered, or its list was truncated. Items missing there count as neither gone nor added.',
      }),
    ),
    coverage: Type.Optional(
      Type.Object(
        { before: Type.Optional(comparedCoverage), after: Type.Optional(comparedCoverage) },
        described({
          pt: 'Quanto as fontes cobriam da seção em cada relatório; ausente quando a cobertura era completa nos dois. Com none num dos lados, a seção não é comparável. Um lado fica ausente quando a seção não foi pedida nele.',
          en: 'How much of the section the sources covered in each report; absent when coverage was complete in both. With none on one side, the section is not comparable. A side is absent if the section was not requested there.',
        }),
      ),
    ),
    added: Type.Array(Type.Object({ list, item }), described({ pt: 'O que é novo.', en: 'What is new.' })),
    gone: Type.Array(
      Type.Object({ list, item }),
      described({ pt: 'O que não está mais no segundo.', en: 'What the second no longer has.' }),
    ),
    changed: Type.Array(
      Type.Object({ list, before: item, after: item }),
      described({ pt: 'O mesmo item com outros dados.', en: 'The same item with other particulars.' }),
    ),
    fields: Type.Array(
      Type.Object({
        field: Type.String({
          examples: ['statusRegistration', 'address.city'],
          ...described({ pt: 'Caminho do campo na seção.', en: 'Path of the field in the section.' }),
        }),
        before: Type.Optional(Type.String()),
        after: Type.Optional(Type.String()),
      }),
      described({
        pt: 'Campos fora de listas que diferem; ausente o lado que não o tem.',
        en: 'Fields outside lists that differ; the side that does not have it is absent.',
      }),
    ),
    totals: Type.Optional(Type.Object({ before: ComparedTotals, after: ComparedTotals })),
  },
  { $id: 'ComparedSection' },
)
export type ComparedSection = Static<typeof ComparedSection>

export const ComparisonAnswer = success(
  Type.Object({
    document,
    product: given.product,
    before: Type.Object(
      { requestId: given.requestId, at: given.at },
      described({ pt: 'A mais antiga das duas.', en: 'The earlier of the two.' }),
    ),
    after: Type.Object(
      { requestId: given.requestId, at: given.at },
      described({ pt: 'A mais nova.', en: 'The later one.' }),
    ),
    sections: Type.Array(ComparedSection),
    withheld,
  }),
)
