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
import { parameter } from '../parameters.ts'
import type { ProblemCode } from '../problems/problems.ts'
import { notCoveredHeader } from '../reports/coverage.ts'
import { degradedHeader, givenHeaders, reportDocuments, sourcesHeader } from '../reports/report-operations.ts'
import type { Text } from '../text.ts'
import { ConsultationsAnswer, consultationsPath } from './consultations.ts'
import { ComparisonAnswer, comparisonPath, KeptReportAnswer, keptReportPath } from './kept-reports.ts'
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

const consultationId: Header = {
  name: 'id',
  text: {
    pt: 'O X-Request-Id da consulta. Se o cliente o enviou em mais de uma, vale a mais nova.',
    en: 'The X-Request-Id of the query. Where its client sent it with several, the newest.',
  },
  schema: parameter.id(),
}

/** What is asked of kept reports may be refused like a query, but costs nothing and uses up no quota. */
const keptProblems: readonly ProblemCode[] = [
  ...problemsEverywhere,
  ...problemsWithCredentials,
  'rate_limited',
  'product_not_contracted',
  'report_unknown',
  'sources_unavailable',
  'deadline_exceeded',
]

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
            '"day","product","features","billed","unbilled","amount","source","calls","cost"\r\n"2026-11-16","relato","SANCOES","12","3","50.40","","",""\r\n',
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
  {
    id: 'consultasRelatorio',
    method: 'GET',
    path: keptReportPath,
    pathParameters: [consultationId],
    tag,
    summary: { pt: 'Reabrir um relatório', en: 'Open a report again' },
    description: {
      pt: 'O relatório guardado de uma consulta, em JSON, HTML ou PDF, sem custo e sem nova consulta; fica na trilha quem o reabriu. O que já não se pode ler (pago, suspenso, corrigido, com o prazo encerrado) é retirado, e withheld diz que algo foi.',
      en: 'The kept report of a query, in JSON, HTML or PDF, at no cost and without a new consultation; the trail says who opened it again. What may no longer be read (paid, suspended, corrected, past its time) is left out, and withheld says that something was.',
    },
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: commonHeaders,
    answers: {
      200: {
        text: { pt: 'O relatório.', en: 'The report.' },
        schema: KeptReportAnswer,
        documents: reportDocuments,
        headers: [sourcesHeader, notCoveredHeader, ...givenHeaders],
      },
      203: {
        text: {
          pt: 'O relatório, com uma seção que falhou então ou que não pôde ser confirmada agora.',
          en: 'The report, with a section that failed then or could not be confirmed now.',
        },
        schema: KeptReportAnswer,
        documents: reportDocuments,
        headers: [degradedHeader, sourcesHeader, notCoveredHeader, ...givenHeaders],
      },
    },
    problems: keptProblems,
  },
  {
    id: 'consultasComparacao',
    method: 'GET',
    path: comparisonPath,
    pathParameters: [consultationId],
    tag,
    summary: { pt: 'Comparar dois relatórios', en: 'Compare two reports' },
    description: {
      pt: 'O que mudou entre dois relatórios guardados do mesmo documento e produto, item por item. O que um dos dois não sabia não conta como retirado, e uma seção que um deles não cobria não é comparável. O que já não pode ser mostrado fica de fora, e withheld indica isso.',
      en: 'What changed between two saved reports on the same document and product, item by item. Data that one of them did not have does not count as gone, and a section that one of them did not cover is not comparable. Data that may no longer be shown is left out, and withheld says so.',
    },
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: commonHeaders,
    query: [
      {
        name: 'com',
        text: {
          pt: 'O X-Request-Id da outra consulta; a ordem não importa.',
          en: 'The X-Request-Id of the other query; the order does not matter.',
        },
        schema: parameter.id(),
        isRequired: true,
      },
    ],
    answers: { 200: { text: { pt: 'O que mudou.', en: 'What changed.' }, schema: ComparisonAnswer } },
    problems: [...keptProblems, 'query_invalid', 'reports_not_comparable'],
  },
]
