import { monthParameter, pageParameters } from '../../operation.ts'
import { clientParameter, environmentParameter, operatorPath } from '../operator-parts.ts'
import { OperatorUsageAnswer, UsageByClientAnswer } from '../operator-usage.ts'
import type { OperatorSpec } from './operator-spec.ts'

export const usageOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorConsumo',
    method: 'GET',
    path: `${operatorPath}/consumo`,
    summary: { pt: 'Consumo por dia e produto', en: 'Usage by day and product' },
    description: {
      pt: 'As consultas respondidas de um mês, de todos os clientes ou de um.',
      en: "A month's answered queries, of all clients or of one.",
    },
    query: [environmentParameter, monthParameter, clientParameter],
    answer: OperatorUsageAnswer,
  },
  {
    id: 'operadorConsumoClientes',
    method: 'GET',
    path: `${operatorPath}/consumo/clientes`,
    summary: { pt: 'Consumo por cliente', en: 'Usage by client' },
    description: {
      pt: 'Os clientes que consultaram no mês, em ordem de id, por páginas.',
      en: 'The clients that queried in the month, in the order of their ids, by pages.',
    },
    query: [environmentParameter, monthParameter, ...pageParameters],
    answer: UsageByClientAnswer,
  },
]
