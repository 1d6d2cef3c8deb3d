import { operatorPath } from '../operator-parts.ts'
import {
  TrailSearchAnswer,
  TrailSearchRequest,
  TrailStatusAnswer,
  TrailVerificationAnswer,
  VerificationRequest,
} from '../operator-trail.ts'
import type { OperatorSpec } from './operator-spec.ts'

const verificationsPath = `${operatorPath}/trilha/verificacoes`

export const trailOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorTrilha',
    method: 'GET',
    path: `${operatorPath}/trilha`,
    summary: { pt: 'Situação da trilha', en: 'State of the trail' },
    description: {
      pt: 'O último elo de cada cadeia e a última verificação.',
      en: 'The last link of each chain and the last verification.',
    },
    answer: TrailStatusAnswer,
  },
  {
    id: 'operadorTrilhaBusca',
    method: 'POST',
    path: `${operatorPath}/trilha/busca`,
    summary: { pt: 'Procurar consultas', en: 'Search consultations' },
    description: {
      pt: 'Por documento, cliente, chamada e tempo, da mais nova para a mais antiga. Toda busca fica registrada.',
      en: 'By document, client, call and time, newest first. Every search is put on record.',
    },
    request: TrailSearchRequest,
    answer: TrailSearchAnswer,
    problems: ['document_invalid'],
  },
  {
    id: 'operadorTrilhaVerifica',
    method: 'POST',
    path: verificationsPath,
    summary: { pt: 'Verificar a cadeia', en: 'Verify the chain' },
    description: {
      pt: 'Começa a percorrer a cadeia inteira, ao lado do serviço. Uma de cada vez.',
      en: 'Begins to walk the whole chain, beside the service. One at a time.',
    },
    request: VerificationRequest,
    answer: TrailVerificationAnswer,
    creates: true,
    problems: ['verification_running'],
  },
  {
    id: 'operadorTrilhaVerificacao',
    method: 'GET',
    path: `${verificationsPath}/{id}`,
    summary: { pt: 'Uma verificação', en: 'A verification' },
    description: { pt: 'Até onde foi e o que achou.', en: 'How far it is and what it found.' },
    answer: TrailVerificationAnswer,
    problems: ['verification_unknown'],
  },
]
