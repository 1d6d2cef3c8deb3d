import { Type } from 'typebox'
import {
  commonHeaders,
  type Header,
  monthParameter,
  type Operation,
  pageParameters,
  problemsEverywhere,
  problemsWithCredentials,
} from '../operation.ts'
import type { Text } from '../text.ts'
import { ConsultationsAnswer, consultationsPath } from './consultations.ts'
import { StatementAnswer, statementPath } from './statement.ts'
import { UsageAnswer } from './usage.ts'

const tag: Text = { pt: 'Conta', en: 'Account' }

const mineParameter: Header = {
  name: 'mine',
  text: {
    pt: 'true para só as do usuário da sessão; com token, as do cliente.',
    en: "true for those of the session's user alone; with a token, the client's.",
  },
  schema: Type.Enum(['true', 'false']),
}

/** What a client sees of its own use. */
export const accountOperations: readonly Operation[] = [
  {
    id: 'consumo',
    method: 'GET',
    path: '/conta/v2/consumo',
    tag,
    summary: { pt: 'Meu consumo', en: 'My usage' },
    description: {
      pt: 'As consultas respondidas de um mês, por dia, produto e adicionais, cobradas e não cobradas. Com Accept: text/csv, uma planilha.',
      en: "A month's answered queries by day, product and features, billed and not. With Accept: text/csv, a spreadsheet.",
    },
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: commonHeaders,
    query: [monthParameter],
    answers: {
      200: {
        text: { pt: 'O consumo.', en: 'The usage.' },
        schema: UsageAnswer,
        documents: ['text/csv'],
        documentExamples: {
          'text/csv':
            'day,product,features,billed,unbilled,amount\r\n2026-11-16,relato,SANCOES,12,3,50.40\r\n',
        },
      },
    },
    problems: [...problemsEverywhere, ...problemsWithCredentials, 'query_invalid'],
  },
  {
    id: 'extrato',
    method: 'GET',
    path: statementPath,
    tag,
    summary: { pt: 'Meu extrato', en: 'My statement' },
    description: {
      pt: 'O que se deve por um mês: linhas a preço de lista, faixas, mínimo, créditos e correções. O do mês corrente ainda não está fechado. Com Accept: application/pdf, um documento.',
      en: 'What is owed for a month: lines at list price, tiers, minimum, credits and corrections. That of the current month is not closed yet. With Accept: application/pdf, a document.',
    },
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: commonHeaders,
    query: [monthParameter],
    answers: {
      200: {
        text: { pt: 'O extrato.', en: 'The statement.' },
        schema: StatementAnswer,
        documents: ['application/pdf'],
      },
    },
    problems: [...problemsEverywhere, ...problemsWithCredentials, 'query_invalid'],
  },
  {
    id: 'consultas',
    method: 'GET',
    path: consultationsPath,
    tag,
    summary: { pt: 'Minhas consultas', en: 'My queries' },
    description: {
      pt: 'As consultas do cliente, da mais nova para a mais antiga, por páginas; com mine=true, só as do usuário da sessão.',
      en: "The client's queries, newest first, by pages; with mine=true only those of the session's user.",
    },
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: commonHeaders,
    query: [mineParameter, ...pageParameters],
    answers: { 200: { text: { pt: 'As consultas.', en: 'The queries.' }, schema: ConsultationsAnswer } },
    problems: [...problemsEverywhere, ...problemsWithCredentials, 'query_invalid'],
  },
]
