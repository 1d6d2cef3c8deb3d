import {
  EntryRequest,
  EntryReversalRequest,
  StatementAnswer,
  StatementEntryAnswer,
} from '../../clients/statement.ts'
import { monthParameter } from '../../operation.ts'
import { clientPath } from './client-operations.ts'
import type { OperatorSpec } from './operator-spec.ts'

export const clientStatementPath = `${clientPath}/extrato`
export const clientEntriesPath = `${clientPath}/lancamentos`

export const statementOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorExtratoLe',
    method: 'GET',
    path: clientStatementPath,
    summary: { pt: 'O extrato de um cliente', en: "A client's statement" },
    description: {
      pt: 'O que o cliente deve por um mês: linhas, faixas, mínimo, créditos e correções.',
      en: 'What the client owes for a month: lines, tiers, minimum, credits and corrections.',
    },
    query: [monthParameter],
    answer: StatementAnswer,
    documents: ['application/pdf'],
    problems: ['client_unknown'],
  },
  {
    id: 'operadorLancamentosInclui',
    method: 'POST',
    path: clientEntriesPath,
    summary: { pt: 'Registrar um crédito ou uma correção', en: 'Record a credit or a correction' },
    description: {
      pt: 'Entra no extrato do mês corrente, com o motivo e o mês a que se refere; um mês que acabou não muda. Não se altera: só um estorno o desfaz.',
      en: 'Goes into the statement of the current month, with the reason and the month it is about; a month that is over does not change. It is never altered: only a counter-entry takes it back.',
    },
    request: EntryRequest,
    answer: StatementEntryAnswer,
    creates: true,
    problems: ['client_unknown', 'client_not_charged', 'entry_month_ahead', 'entry_reason_unfit'],
  },
  {
    id: 'operadorLancamentosEstorna',
    method: 'POST',
    path: `${clientEntriesPath}/{lancamentoId}/estorno`,
    summary: { pt: 'Estornar um lançamento', en: 'Take an entry back' },
    description: {
      pt: 'Registra o contrário, uma vez, no extrato do mês corrente.',
      en: 'Records the contrary, once, in the statement of the current month.',
    },
    request: EntryReversalRequest,
    answer: StatementEntryAnswer,
    creates: true,
    problems: ['client_unknown', 'entry_unknown', 'entry_reversed', 'entry_reason_unfit'],
  },
]
