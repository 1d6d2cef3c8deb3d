import { type Static, Type } from 'typebox'
import { counts } from '../clients/usage.ts'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { cursor, environment } from './operator-parts.ts'

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
