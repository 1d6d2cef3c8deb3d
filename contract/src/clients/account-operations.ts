import { Type } from 'typebox'
import {
  commonHeaders,
  type Header,
  type Operation,
  pageParameters,
  problemsEverywhere,
  problemsWithCredentials,
} from '../operation.ts'
import { parameter } from '../parameters.ts'
import type { Text } from '../text.ts'
import { ConsultationsAnswer, consultationsPath } from './consultations.ts'
import { UsageAnswer } from './usage.ts'

const tag: Text = { pt: 'Conta', en: 'Account' }

const monthParameter: Header = {
  name: 'month',
  text: {
    pt: 'O mês, como 2026-03; o corrente quando ausente.',
    en: 'The month, such as 2026-03; the current one when absent.',
  },
  schema: parameter.month(),
}

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
