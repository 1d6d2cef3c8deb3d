import { Type } from 'typebox'
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
import type { Text } from '../text.ts'
import { batchColumns } from './batch-columns.ts'
import { BatchAnswer, BatchEnd, BatchesAnswer, BatchLine, batchesPath, csv, ndjson } from './batches.ts'
import { ListingRequest } from './listings.ts'
import { RefusedBatchLinesAnswer } from './refused-lines.ts'

const tag: Text = { pt: 'Negativação', en: 'Listings' }

const locationHeader: Header = {
  name: 'Location',
  text: { pt: 'Onde ver até onde o lote chegou.', en: 'Where to see how far the batch has come.' },
  schema: Type.String({ examples: [`${batchesPath}/5d6bb6a4-0b4f-4c43-a0d5-4d8a7bbd1f0e`] }),
}

const shared = { tag, credentials: 'query', roles: ['creditor'], environments: 'both' } as const

const batchId: Header = {
  name: 'id',
  text: { pt: 'O id do lote.', en: 'The id of the batch.' },
  schema: parameter.id(),
}

/** Many debts in one body, and how far they have come. */
export const batchOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'lotesInclui',
    method: 'POST',
    path: batchesPath,
    summary: { pt: 'Incluir um lote de dívidas', en: 'Insert a batch of debts' },
    description: {
      pt: `Até 100 mil linhas, uma dívida em cada: NDJSON, ou CSV com as colunas ${batchColumns.join(', ')}. A resposta tem uma linha para cada uma, e o lote na última. Interrompido, envie-o inteiro de novo com a mesma Idempotency-Key: o que já foi respondido não se repete.`,
      en: `Up to 100 thousand lines, a debt in each: NDJSON, or CSV with the columns ${batchColumns.join(', ')}. The answer has a line for each, and the batch in its last. Cut off, send it whole again with the same Idempotency-Key: what was answered already is not done twice.`,
    },
    headers: [idempotencyHeader, ...commonHeaders],
    request: { schema: ListingRequest, required: true, mediaTypes: [ndjson, csv] },
    answers: {
      200: {
        text: {
          pt: 'Linhas de JSON. Sem a última, a resposta foi cortada.',
          en: 'Lines of JSON. Without the last, the answer was cut.',
        },
        schema: Type.Union([BatchLine, BatchEnd]),
        mediaType: ndjson,
        headers: [locationHeader, replayedHeader],
      },
    },
    problems: [...problemsOfCaller(), 'media_type_unsupported', 'uploads_too_many', ...problemsWithKey],
  },
  {
    ...shared,
    id: 'lotesLista',
    method: 'GET',
    path: batchesPath,
    summary: { pt: 'Listar os meus lotes', en: 'List my batches' },
    description: {
      pt: 'Os seus lotes, do mais novo para o mais antigo, por páginas, com quantas linhas foram respondidas e como.',
      en: 'Your batches, newest first, by pages, with how many lines were answered and how.',
    },
    headers: commonHeaders,
    query: pageParameters,
    answers: { 200: { text: { pt: 'Os lotes.', en: 'The batches.' }, schema: BatchesAnswer } },
    problems: [...problemsOfCaller(), 'query_invalid'],
  },
  {
    ...shared,
    id: 'lotesSituacao',
    method: 'GET',
    path: `${batchesPath}/{id}`,
    pathParameters: [batchId],
    summary: { pt: 'Andamento de um lote', en: 'Progress of a batch' },
    description: {
      pt: 'Quantas linhas foram respondidas, e como.',
      en: 'How many lines were answered, and how.',
    },
    headers: commonHeaders,
    answers: { 200: { text: { pt: 'O lote.', en: 'The batch.' }, schema: BatchAnswer } },
    problems: [...problemsOfCaller(), 'batch_unknown'],
  },
  {
    ...shared,
    id: 'lotesRecusadas',
    method: 'GET',
    path: `${batchesPath}/{id}/recusadas`,
    pathParameters: [batchId],
    summary: { pt: 'Linhas recusadas de um lote', en: 'Refused lines of a batch' },
    description: {
      pt: 'As linhas que não foram aceitas, por páginas, com tudo o que corrigir, por 30 dias. A dívida que uma regra recusou vem como foi registrada; do que não pôde ser lido só ficam o número e o que há de errado.',
      en: 'The lines that were not taken, by pages, with everything to mend, for 30 days. A debt that a rule refused comes as it is on record; of what could not be read only the number and what is wrong are kept.',
    },
    headers: commonHeaders,
    query: pageParameters,
    answers: {
      200: {
        text: { pt: 'As linhas recusadas.', en: 'The refused lines.' },
        schema: RefusedBatchLinesAnswer,
      },
    },
    problems: [...problemsOfCaller(), 'batch_unknown', 'query_invalid'],
  },
]
