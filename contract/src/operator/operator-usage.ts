import { type Static, Type } from 'typebox'
import { counts, sourceCalls } from '../clients/usage.ts'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { cursor, environment } from './operator-parts.ts'
import { payers } from './source-kinds.ts'

/** A month's answered queries by day and product: of everyone, or of one client. At most 31 days of the catalogue. */
export const OperatorUsage = Type.Object(
  {
    environment,
    month: leaf.month({ pt: 'O mês.', en: 'The month.' }),
    clientId: Type.Optional(Type.String()),
    total: Type.Object(counts),
    lines: Type.Array(
      Type.Object({
        day: leaf.date({ pt: 'O dia, em São Paulo.', en: 'The day, in São Paulo.' }),
        product: Type.String(described({ pt: 'Código do produto.', en: 'Code of the product.' })),
        ...counts,
      }),
    ),
    costs: Type.Array(
      Type.Object({
        ...sourceCalls,
        paidBy: Type.Enum([...payers], described({ pt: 'Quem pagou a fonte.', en: 'Who paid the source.' })),
        unbilledCalls: Type.Integer(
          described({
            pt: 'Das quais para respostas que não foram cobradas: repetições e falhas.',
            en: 'Of which for answers that were not billed: repeats and failures.',
          }),
        ),
        unbilledCost: leaf.money({ pt: 'O que estas custaram.', en: 'What those cost.' }),
      }),
      described({
        pt: 'O que custaram no mês as fontes declaradas, ao lado do que se cobrou.',
        en: 'What declared sources cost in the month, beside what was billed.',
      }),
    ),
  },
  { $id: 'OperatorUsage' },
)
export type OperatorUsage = Static<typeof OperatorUsage>

/** The same month, client by client, in the order of their ids. */
export const UsageByClient = Type.Object(
  {
    environment,
    month: leaf.month({ pt: 'O mês.', en: 'The month.' }),
    clients: Type.Array(
      Type.Object({ clientId: Type.String(), clientName: Type.Optional(Type.String()), ...counts }),
    ),
    cursor,
  },
  { $id: 'UsageByClient' },
)
export type UsageByClient = Static<typeof UsageByClient>

export const OperatorUsageAnswer = success(OperatorUsage)
export const UsageByClientAnswer = success(UsageByClient)
