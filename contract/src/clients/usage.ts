import { type Static, Type } from 'typebox'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'

/** Answered queries, and what those billed come to. */
export const counts = {
  billed: Type.Integer(described({ pt: 'Consultas cobradas.', en: 'Queries billed.' })),
  unbilled: Type.Integer(described({ pt: 'Respondidas sem cobrança.', en: 'Answered without billing.' })),
  amount: leaf.money({ pt: 'Valor das cobradas.', en: 'Amount of those billed.' }),
}

/** Calls to a source in a month, and what they came to. */
export const sourceCalls = {
  source: Type.String(described({ pt: 'Nome da fonte.', en: 'Name of the source.' })),
  calls: Type.Integer(described({ pt: 'Quantas chamadas.', en: 'How many calls.' })),
  cost: leaf.money({ pt: 'O que custaram.', en: 'What they cost.' }),
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
  costs: Type.Array(
    Type.Object(sourceCalls),
    described({
      pt: 'O que custaram as fontes que suas próprias credenciais pagam; nada disso é cobrado aqui.',
      en: 'What the sources cost that your own credentials pay; none of it is billed here.',
    }),
  ),
})
export type Usage = Static<typeof Usage>

export const UsageAnswer = success(Usage)
