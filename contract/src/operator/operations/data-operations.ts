import { DataAnswer, DataSnapshotAnswer } from '../operator-data.ts'
import { operatorPath } from '../operator-parts.ts'
import type { OperatorSpec } from './operator-spec.ts'

const dataPath = `${operatorPath}/dados`

export const dataOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorDados',
    method: 'GET',
    path: dataPath,
    summary: { pt: 'Os dados públicos', en: 'The public data' },
    description: {
      pt: 'O que foi importado e o que responde consultas, com a conta de cada arquivo e a importação em curso.',
      en: 'What was imported and what answers queries, with the account of each file and an import under way.',
    },
    answer: DataAnswer,
  },
  {
    id: 'operadorDadosUsa',
    method: 'POST',
    path: `${dataPath}/{id}/usar`,
    summary: { pt: 'Servir outro período', en: 'Serve another period' },
    description: {
      pt: 'As consultas passam a ser respondidas por ele em segundos, em todos os processos.',
      en: 'Queries are answered by it within seconds, in every process.',
    },
    answer: DataSnapshotAnswer,
    problems: ['data_snapshot_unknown'],
  },
]
