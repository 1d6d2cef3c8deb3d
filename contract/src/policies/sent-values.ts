import { type Static, Type } from 'typebox'
import { datePattern, described, moneyPattern } from '../leaves.ts'

/** What the caller may send along with a decision: a closed list. */
export const SentValues = Type.Partial(
  Type.Object({
    amount: Type.String({
      pattern: moneyPattern,
      examples: ['1200.00'],
      ...described({ pt: 'Valor pedido.', en: 'Amount asked for.' }),
    }),
    instalments: Type.Integer({
      minimum: 1,
      maximum: 600,
      ...described({ pt: 'Número de parcelas.', en: 'Number of instalments.' }),
    }),
    relationshipSince: Type.String({
      format: 'date',
      pattern: datePattern,
      examples: ['2024-03-10'],
      ...described({ pt: 'Cliente desde.', en: 'Customer since.' }),
    }),
    income: Type.String({
      pattern: moneyPattern,
      examples: ['3500.00'],
      ...described({ pt: 'Renda por mês.', en: 'Income a month.' }),
    }),
  }),
  { additionalProperties: false },
)
export type SentValues = Static<typeof SentValues>
