import { Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { csv, ndjson } from '../listings/batches.ts'
import {
  commonHeaders,
  type Header,
  idempotencyHeader,
  type Operation,
  pageParameters,
  problemsOfCaller,
  problemsWithKey,
  replayedHeader,
} from '../operation.ts'
import { parameter } from '../parameters.ts'
import type { ProblemCode } from '../problems/problems.ts'
import type { Product } from '../reports/products.ts'
import { purposeHeader } from '../reports/report-operations.ts'
import type { Text } from '../text.ts'
import { queryLineStatuses } from './query-batch-codes.ts'
import {
  QueryBatchAnswer,
  QueryBatchDocument,
  QueryBatchesAnswer,
  QueryLinesAnswer,
  QueryResultEnd,
  QueryResultLine,
  queryBatchesPath,
} from './query-batches.ts'

const tag: Text = { pt: 'Lotes de consultas', en: 'Batches of queries' }

const locationHeader: Header = {
  name: 'Location',
  text: { pt: 'Onde ver até onde o lote chegou.', en: 'Where to see how far the batch has come.' },
  schema: Type.String({ examples: [`${queryBatchesPath}/5d6bb6a4-0b4f-4c43-a0d5-4d8a7bbd1f0e`] }),
}

const sendParameters = (products: readonly Product[]): readonly Header[] => [
  {
    name: 'product',
    text: { pt: 'Código do produto de cada consulta.', en: 'Code of the product of each query.' },
    schema: Type.Enum(products.map(({ code }) => code)),
    isRequired: true,
  },
  {
    name: 'features',
    text: {
      pt: 'Adicionais de cada consulta, separados por vírgulas.',
      en: 'Features of each query, separated by commas.',
    },
    schema: Type.String({ maxLength: 2_000, examples: ['SANCOES,DIVIDA_ATIVA'] }),
  },
]

const shared = { tag, credentials: 'query', roles: ['analyst'], environments: 'both' } as const

const ofId = {
  pathParameters: [
    { name: 'id', text: { pt: 'O id do lote.', en: 'The id of the batch.' }, schema: parameter.id() },
  ],
}

const problems: readonly ProblemCode[] = problemsOfCaller()

type Act = {
  readonly id: string
  readonly verb: string
  readonly summary: Text
  readonly description: Text
}

const act = ({ id, verb, summary, description }: Act): Operation => ({
  ...shared,
  ...ofId,
  id,
  method: 'POST',
  path: `${queryBatchesPath}/{id}/${verb}`,
  summary,
  description,
  headers: commonHeaders,
  answers: { 200: { text: { pt: 'O lote.', en: 'The batch.' }, schema: QueryBatchAnswer } },
  problems: [...problems, 'batch_unknown', 'query_batch_state'],
})

/** Many queries in one body, asked in the background. */
export const queryBatchOperations = (products: readonly Product[]): readonly Operation[] => [
  {
    ...shared,
    id: 'consultasLotesEnvia',
    method: 'POST',
    path: queryBatchesPath,
    summary: { pt: 'Enviar um lote de consultas', en: 'Send a batch of queries' },
    description: {
      pt: 'Até 100 mil documentos, um por linha: NDJSON ou CSV com a coluna documento. Cada um é uma consulta do produto, com registro, limites e preço próprios, feita em segundo plano depois que a última linha chegou. Interrompido, envie-o inteiro de novo com a mesma Idempotency-Key.',
      en: 'Up to 100 thousand documents, one a line: NDJSON, or CSV with the column documento. Each is a query of the product with its own record, limits and price, asked in the background after the last line has come. Cut off, send it whole again with the same Idempotency-Key.',
    },
    headers: [purposeHeader, idempotencyHeader, ...commonHeaders],
    query: sendParameters(products),
    request: { schema: QueryBatchDocument, required: true, mediaTypes: [ndjson, csv] },
    answers: {
      202: {
        text: { pt: 'O lote, recebido inteiro.', en: 'The batch, received whole.' },
        schema: QueryBatchAnswer,
        headers: [locationHeader, replayedHeader],
      },
    },
    problems: [
      ...problems,
      'query_invalid',
      'feature_unknown',
      'report_not_covered',
      'feature_not_contracted',
      'purpose_not_allowed',
      'media_type_unsupported',
      'uploads_too_many',
      ...problemsWithKey,
    ],
  },
  {
    ...shared,
    id: 'consultasLotesLista',
    method: 'GET',
    path: queryBatchesPath,
    summary: { pt: 'Listar os meus lotes de consultas', en: 'List my batches of queries' },
    description: {
      pt: 'Os seus lotes, do mais novo para o mais antigo, por páginas.',
      en: 'Your batches, newest first, by pages.',
    },
    headers: commonHeaders,
    query: pageParameters,
    answers: { 200: { text: { pt: 'Os lotes.', en: 'The batches.' }, schema: QueryBatchesAnswer } },
    problems: [...problems, 'query_invalid'],
  },
  {
    ...shared,
    ...ofId,
    id: 'consultasLotesSituacao',
    method: 'GET',
    path: `${queryBatchesPath}/{id}`,
    summary: { pt: 'Andamento de um lote de consultas', en: 'Progress of a batch of queries' },
    description: {
      pt: 'Em que ponto está, quantas linhas tiveram cada desfecho e quanto custou até aqui.',
      en: 'Where it stands, how many lines had each outcome, and what it has cost so far.',
    },
    headers: commonHeaders,
    answers: { 200: { text: { pt: 'O lote.', en: 'The batch.' }, schema: QueryBatchAnswer } },
    problems: [...problems, 'batch_unknown'],
  },
  {
    ...shared,
    ...ofId,
    id: 'consultasLotesLinhas',
    method: 'GET',
    path: `${queryBatchesPath}/{id}/linhas`,
    summary: { pt: 'Linhas de um lote de consultas', en: 'Lines of a batch of queries' },
    description: {
      pt: 'O que houve com cada linha, sem os relatórios, por páginas; com status, só as que o têm.',
      en: 'What became of each line, without the reports, by pages; with status, only those that have it.',
    },
    headers: commonHeaders,
    query: [
      {
        name: 'status',
        text: { pt: 'Só as linhas com este desfecho.', en: 'Only lines with this outcome.' },
        schema: Type.Enum(codesOf(queryLineStatuses)),
      },
      ...pageParameters,
    ],
    answers: { 200: { text: { pt: 'As linhas.', en: 'The lines.' }, schema: QueryLinesAnswer } },
    problems: [...problems, 'batch_unknown', 'query_invalid', 'query_batch_result_gone'],
  },
  {
    ...shared,
    ...ofId,
    id: 'consultasLotesResultado',
    method: 'GET',
    path: `${queryBatchesPath}/{id}/resultado`,
    summary: { pt: 'Baixar o resultado de um lote', en: 'Fetch the result of a batch' },
    description: {
      pt: 'Cada linha com o seu relatório, em NDJSON ou, com Accept: text/csv, em CSV; até sete dias depois do fim do lote, e em parte enquanto ele corre. O que já não se pode ler é retirado, e fica na trilha quem baixou.',
      en: 'Each line with its report, in NDJSON or, with Accept: text/csv, in CSV; for seven days after the batch has ended, and in part while it runs. What may no longer be read is left out, and the trail says who fetched it.',
    },
    headers: commonHeaders,
    answers: {
      200: {
        text: {
          pt: 'Linhas de JSON; a última é o lote. Sem ela, a resposta foi cortada.',
          en: 'Lines of JSON; the last is the batch. Without it, the answer was cut.',
        },
        schema: Type.Union([QueryResultLine, QueryResultEnd]),
        mediaType: ndjson,
        documents: [csv],
        documentExamples: {
          [csv]:
            '"line","documento","status","code","requestId","at","billed","repeats","notCovered","degraded","withheld","report"\r\n"1","52998224725","refused","document_type_not_accepted","","","","","","","",""\r\n',
        },
      },
    },
    problems: [...problems, 'rate_limited', 'batch_unknown', 'query_batch_result_gone'],
  },
  act({
    id: 'consultasLotesPausa',
    verb: 'pausa',
    summary: { pt: 'Pausar um lote de consultas', en: 'Pause a batch of queries' },
    description: {
      pt: 'Nenhuma consulta nova começa; as que estão em andamento terminam.',
      en: 'No new query begins; those under way end.',
    },
  }),
  act({
    id: 'consultasLotesRetoma',
    verb: 'retomada',
    summary: { pt: 'Retomar um lote pausado', en: 'Resume a paused batch' },
    description: { pt: 'Continua onde parou.', en: 'It goes on where it stopped.' },
  }),
  act({
    id: 'consultasLotesCancela',
    verb: 'cancelamento',
    summary: { pt: 'Cancelar um lote de consultas', en: 'Cancel a batch of queries' },
    description: {
      pt: 'O que não foi consultado nunca será. O que foi respondido pode ser baixado por sete dias.',
      en: 'What was not asked never will be. What was answered can be fetched for seven days.',
    },
  }),
  act({
    id: 'consultasLotesRepete',
    verb: 'repeticao',
    summary: {
      pt: 'Consultar de novo as linhas sem desfecho conhecido',
      en: 'Ask lines of unknown outcome again',
    },
    description: {
      pt: 'As linhas com source_outcome_unknown voltam à fila. A fonte pode ter sido consultada antes da queda; o que já foi cobrado não se cobra de novo.',
      en: 'Lines with source_outcome_unknown are queued again. Their source may have been asked before the crash; what was billed already is not billed again.',
    },
  }),
]
