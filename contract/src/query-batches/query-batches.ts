import { type Static, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described, leaf } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import { queryBatchStates, queryBatchWaits, queryLineStatuses } from './query-batch-codes.ts'

/** A portfolio of a bank's branch; more go in another batch. */
export const queryBatchLineCountMax = 100_000

/** For how long the result can be fetched after the batch has ended. */
export const queryBatchResultDays = 7

/** A batch that has not ended by then is cancelled: a quota that was over has come back once by then. */
export const queryBatchDaysMax = 31

export const queryBatchesPath = '/consultas/v2/lotes'

/** A line of NDJSON; a CSV has the one column. */
export const QueryBatchDocument = Type.Object(
  {
    documento: Type.String({
      minLength: 1,
      maxLength: 32,
      examples: ['529.982.247-25'],
      ...described({ pt: 'CPF ou CNPJ, com máscara ou sem.', en: 'CPF or CNPJ, with its mask or bare.' }),
    }),
  },
  { additionalProperties: false, $id: 'QueryBatchDocument' },
)
export type QueryBatchDocument = Static<typeof QueryBatchDocument>

export const queryBatchColumns = ['documento'] as const

const count = (pt: string, en: string) => Type.Integer({ minimum: 0, ...described({ pt, en }) })

export const QueryBatch = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica o lote.', en: 'Identifies the batch.' })),
    state: Type.Enum(codesOf(queryBatchStates), {
      ...described({
        pt: 'receiving: linhas chegam; interrupted: envie de novo com a mesma Idempotency-Key; running: consulta; waiting: espera, por waitsFor; paused e cancelled: por um pedido; done: toda linha tem desfecho.',
        en: 'receiving: lines are coming; interrupted: send it again with the same Idempotency-Key; running: it asks; waiting: it waits, for waitsFor; paused and cancelled: as was asked; done: every line has an outcome.',
      }),
    }),
    waitsFor: Type.Optional(
      Type.Enum(codesOf(queryBatchWaits), {
        ...described({ pt: 'Por que espera.', en: 'Why it waits.' }),
      }),
    ),
    product: Type.String({
      examples: ['relatorioBasico'],
      ...described({ pt: 'Código do produto.', en: 'Code of the product.' }),
    }),
    features: Type.Array(
      Type.String(),
      described({ pt: 'Adicionais de cada consulta.', en: 'Features of each query.' }),
    ),
    lines: count('Linhas recebidas.', 'Lines received.'),
    lastLine: count('Número da última linha recebida.', 'Number of the last line received.'),
    answered: count('Consultas respondidas.', 'Queries answered.'),
    billed: count('Dessas, as cobradas.', 'Of these, those billed.'),
    refused: count('Consultas recusadas, nunca cobradas.', 'Queries refused, never billed.'),
    invalid: count('Linhas que não puderam ser lidas.', 'Lines that could not be read.'),
    repeated: count(
      'Linhas com o documento de outra, sem consulta própria.',
      'Lines with the document of another, without a query of their own.',
    ),
    unknown: count(
      'Estavam em consulta quando o processo caiu: source_outcome_unknown. Só se consultam de novo a pedido.',
      'Were being asked when the process ended: source_outcome_unknown. Asked again only on request.',
    ),
    left: count('Linhas ainda sem desfecho.', 'Lines without an outcome so far.'),
    cost: leaf.sum({
      pt: 'Quanto custou até aqui, a preço de lista.',
      en: 'What it has cost so far, at list price.',
    }),
    createdAt: leaf.instant({ pt: 'Quando começou.', en: 'When it began.' }),
    endedAt: Type.Optional(leaf.instant({ pt: 'Quando terminou.', en: 'When it ended.' })),
    resultUntil: Type.Optional(
      leaf.instant({
        pt: 'Até quando o resultado pode ser baixado.',
        en: 'Until when the result can be fetched.',
      }),
    ),
  },
  {
    $id: 'QueryBatch',
    ...described({
      pt: 'Um lote de consultas e até onde chegou.',
      en: 'A batch of queries and how far it has come.',
    }),
  },
)
export type QueryBatch = Static<typeof QueryBatch>

export const QueryBatchAnswer = success(QueryBatch)

const cursor = Type.Optional(
  Type.String(described({ pt: 'Para a página seguinte.', en: 'For the next page.' })),
)

export const QueryBatchesAnswer = success(Type.Object({ batches: Type.Array(QueryBatch), cursor }))

const FieldFault = Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() })

const lineMembers = {
  line: Type.Integer({
    minimum: 1,
    ...described({ pt: 'Número da linha, desde 1.', en: 'Number of the line, from 1.' }),
  }),
  documento: Type.Optional(
    Type.String(described({ pt: 'O documento, sem máscara.', en: 'The document, bare.' })),
  ),
  status: Type.Enum(codesOf(queryLineStatuses), {
    ...described({ pt: 'O que houve com a linha.', en: 'What became of the line.' }),
  }),
  requestId: Type.Optional(
    Type.String(described({ pt: 'A consulta, na trilha.', en: 'The query, in the trail.' })),
  ),
  at: Type.Optional(leaf.instant({ pt: 'Quando.', en: 'When.' })),
  billed: Type.Optional(Type.Boolean(described({ pt: 'Se foi cobrada.', en: 'Whether it was billed.' }))),
  repeats: Type.Optional(
    Type.Integer(described({ pt: 'A linha com o mesmo documento.', en: 'The line with the same document.' })),
  ),
  code: Type.Optional(
    Type.String({
      examples: ['document_type_not_accepted'],
      ...described({ pt: 'Por que não foi respondida.', en: 'Why it was not answered.' }),
    }),
  ),
  detail: Type.Optional(Type.String(described({ pt: 'O mesmo, em palavras.', en: 'The same, in words.' }))),
  errors: Type.Optional(
    Type.Array(
      FieldFault,
      described({ pt: 'O que está errado na linha.', en: 'What is wrong with the line.' }),
    ),
  ),
}

export const QueryLine = Type.Object(lineMembers, { $id: 'QueryLine' })
export type QueryLine = Static<typeof QueryLine>

export const QueryLinesAnswer = success(Type.Object({ lines: Type.Array(QueryLine), cursor }))

/** A line of the result: that of the list, with its report. */
export const QueryResultLine = Type.Object({
  ...lineMembers,
  report: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Unknown(),
      described({
        pt: 'O relatório como a consulta o responde, menos o que já não se pode ler.',
        en: 'The report as the query answers it, without what may no longer be read.',
      }),
    ),
  ),
  withheld: Type.Optional(
    Type.Array(
      Type.String(),
      described({
        pt: 'Por que algo foi retirado do relatório.',
        en: 'Why something was left out of the report.',
      }),
    ),
  ),
  notCovered: Type.Optional(
    Type.Array(
      Type.String(),
      described({
        pt: 'Seções que nenhuma fonte cobre: ficam ausentes, o que não quer dizer que nada conste.',
        en: 'Sections that no source covers: they are absent, which does not mean that nothing is on file.',
      }),
    ),
  ),
  degraded: Type.Optional(
    Type.Array(Type.String(), described({ pt: 'Seções que falharam.', en: 'Sections that failed.' })),
  ),
})
export type QueryResultLine = Static<typeof QueryResultLine>

/** The last line of the result: its presence says that every other line is there. */
export const QueryResultEnd = Type.Object({ batch: QueryBatch })
