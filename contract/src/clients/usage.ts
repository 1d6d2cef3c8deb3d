import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'

/** Answered queries, and what those billed come to. */
export const counts = {
  billed: Type.Integer(described({ pt: 'Consultas cobradas.', en: 'Queries billed.' })),
  unbilled: Type.Integer(described({ pt: 'Respondidas sem cobrança.', en: 'Answered without billing.' })),
  amount: leaf.money({ pt: 'Valor das cobradas.', en: 'Amount of those billed.' }),
}

/** What a client used in a month: answered queries, counted where they are recorded. */
export const Usage = Type.Object({
  month: leaf.month({ pt: 'O mês.', en: 'The month.' }),
  total: Type.Object(counts),
  lines: Type.Array(
    Type.Object({
      day: leaf.date({ pt: 'O dia, em São Paulo.', en: 'The day, in São Paulo.' }),
      product: Type.String(described({ pt: 'Código do produto.', en: 'Code of the product.' })),
      features: Type.Array(
        Type.String(),
        described({ pt: 'Adicionais da consulta.', en: 'Features of the query.' }),
      ),
      ...counts,
    }),
  ),
  services: Type.Array(
    Type.Object({
      day: leaf.date({ pt: 'O dia, em São Paulo.', en: 'The day, in São Paulo.' }),
      product: Type.String(
        described({
          pt: 'alertas, ou negativacao para anotações incluídas.',
          en: 'alertas, or negativacao for listings inserted.',
        }),
      ),
      count: Type.Integer(described({ pt: 'Quantas.', en: 'How many.' })),
      amount: leaf.money({ pt: 'Quantas vezes o preço.', en: 'How many times the price.' }),
    }),
    described({
      pt: 'Alertas gerados e anotações incluídas, por dia; não entram no total das consultas.',
      en: 'Alerts raised and listings inserted, by day; not part of the total of queries.',
    }),
  ),
})
export type Usage = Static<typeof Usage>

export const UsageAnswer = success(Usage)
