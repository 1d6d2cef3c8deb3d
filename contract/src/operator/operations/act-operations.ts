import { pageParameters } from '../../operation.ts'
import { parameter } from '../../parameters.ts'
import { OperatorActsAnswer } from '../operator-acts.ts'
import { operatorPath } from '../operator-parts.ts'
import type { OperatorSpec } from './operator-spec.ts'

export const actOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorAtos',
    method: 'GET',
    path: `${operatorPath}/atos`,
    summary: { pt: 'O que os operadores fizeram', en: 'What the operators did' },
    description: { pt: 'Do mais novo para o mais antigo, por páginas.', en: 'Newest first, by pages.' },
    query: [
      {
        name: 'userId',
        text: { pt: 'Só desta pessoa.', en: 'Of this person only.' },
        schema: parameter.text(),
      },
      ...pageParameters,
    ],
    answer: OperatorActsAnswer,
  },
]
