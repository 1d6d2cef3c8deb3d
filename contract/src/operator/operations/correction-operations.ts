import { pageParameters } from '../../operation.ts'
import {
  CorrectionToldAnswer,
  CorrectionToldRequest,
  UntoldCorrectionsAnswer,
} from '../operator-corrections.ts'
import { environmentParameter, operatorPath } from '../operator-parts.ts'
import type { OperatorSpec } from './operator-spec.ts'

const correctionsPath = `${operatorPath}/correcoes`

export const correctionOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorCorrecoesLista',
    method: 'GET',
    path: correctionsPath,
    summary: { pt: 'Correções que ninguém comunicou', en: 'Corrections that nobody has told' },
    description: {
      pt: 'Quem viu um erro, ou o devedor, sem canal, revogado, sem entrega, ou além dos cinco dias úteis; a mais antiga primeiro, por páginas.',
      en: 'Whoever was shown an error, or the debtor, without a channel, revoked, not reached, or past the five business days; the oldest first, by pages.',
    },
    query: [environmentParameter, ...pageParameters],
    answer: UntoldCorrectionsAnswer,
  },
  {
    id: 'operadorCorrecoesComunica',
    method: 'POST',
    path: `${correctionsPath}/{id}/comunicada`,
    summary: { pt: 'Registrar uma correção comunicada', en: 'Record that a correction was told' },
    description: {
      pt: 'Alguém a comunicou de outro modo: sai da lista, e a marca na consulta diz quando.',
      en: 'Somebody told it in another way: it leaves the list, and the mark on the consultation says when.',
    },
    request: CorrectionToldRequest,
    answer: CorrectionToldAnswer,
    problems: ['correction_unknown'],
  },
]
