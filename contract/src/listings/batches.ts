import { type Static, Type } from 'typebox'
import { codesOf } from '../codes-of.ts'
import { described } from '../leaves.ts'
import { success } from '../reports/queries.ts'
import type { Text } from '../text.ts'
import { listingStates } from './listing-codes.ts'

/** As many as a creditor of the whole country has in a day; more go in another batch. */
export const batchLineCountMax = 100_000

export const batchesPath = '/negativacao/v2/lotes'

export const ndjson = 'application/x-ndjson'
export const csv = 'text/csv'

const line = Type.Integer({
  minimum: 1,
  ...described({ pt: 'Número da linha, desde 1.', en: 'Number of the line, from 1.' }),
})
const id = Type.String(described({ pt: 'O id da anotação.', en: 'The id of the listing.' }))

const errorsOf = (text: Text) =>
  Type.Array(
    Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() }),
    described(text),
  )

/** The members of a line that a rule refused. */
export const refusedLine = {
  line,
  status: Type.Literal('refused'),
  id,
  refusal: Type.Object({
    code: Type.String(),
    reason: Type.String(),
    earlierListingId: Type.Optional(Type.String()),
  }),
  errors: Type.Optional(
    errorsOf({
      pt: 'Tudo o que está errado na dívida, quando é por ela mesma que foi recusada.',
      en: 'Everything wrong with the debt, where it was refused for what it says of itself.',
    }),
  ),
}

/** The members of a line that could not be read. */
export const invalidLine = {
  line,
  status: Type.Literal('invalid'),
  errors: errorsOf({
    pt: 'Tudo o que está errado na linha; nada foi registrado.',
    en: 'Everything wrong with the line; nothing is on record.',
  }),
}

/** What became of one line. A refused debt is on record under its id, as when it is sent alone. */
export const BatchLine = Type.Union([
  Type.Object({
    line,
    status: Type.Literal('created'),
    id,
    state: Type.Enum(codesOf(listingStates), {
      ...described({ pt: 'Em que ponto está a anotação.', en: 'Where the listing stands.' }),
    }),
  }),
  Type.Object(refusedLine),
  Type.Object(invalidLine),
])
export type BatchLine = Static<typeof BatchLine>

const count = (pt: string, en: string) => Type.Integer({ minimum: 0, ...described({ pt, en }) })

export const Batch = Type.Object(
  {
    id: Type.String(described({ pt: 'Identifica o lote.', en: 'Identifies the batch.' })),
    status: Type.Enum(['receiving', 'interrupted', 'done'], {
      ...described({
        pt: 'receiving: linhas chegam; interrupted: envie de novo com a mesma Idempotency-Key; done: todas respondidas.',
        en: 'receiving: lines are coming; interrupted: send it again with the same Idempotency-Key; done: all are answered.',
      }),
    }),
    lines: count('Linhas respondidas.', 'Lines answered.'),
    created: count('Anotações criadas.', 'Listings created.'),
    refused: count('Recusadas por uma regra.', 'Refused by a rule.'),
    invalid: count('Linhas que não puderam ser lidas.', 'Lines that could not be read.'),
    lastLine: count('Número da última linha respondida.', 'Number of the last line answered.'),
    createdAt: Type.String({
      format: 'date-time',
      examples: ['2026-03-10T12:00:00-03:00'],
      ...described({ pt: 'Quando começou.', en: 'When it began.' }),
    }),
  },
  {
    $id: 'Batch',
    ...described({ pt: 'Um lote e até onde chegou.', en: 'A batch and how far it has come.' }),
  },
)
export type Batch = Static<typeof Batch>

export const BatchAnswer = success(Batch)

export const BatchesAnswer = success(
  Type.Object({
    batches: Type.Array(Batch),
    cursor: Type.Optional(
      Type.String(described({ pt: 'Para a página seguinte.', en: 'For the next page.' })),
    ),
  }),
)

/** The last line of the answer: its presence says that every other line is there. */
export const BatchEnd = Type.Object({ batch: Batch })
export type BatchEnd = Static<typeof BatchEnd>

/** What can be wrong with a line before it is a debt. */
export const batchLineFaults = {
  line_too_long: { pt: 'A linha passa de 16 KiB.', en: 'The line is over 16 KiB.' },
  line_not_utf8: { pt: 'A linha não está em UTF-8.', en: 'The line is not in UTF-8.' },
  line_not_json: { pt: 'A linha não é um JSON válido.', en: 'The line is not valid JSON.' },
  member_repeated: {
    pt: 'O campo aparece mais de uma vez na linha. Envie só uma vez.',
    en: 'The field appears more than once in the line. Send it once.',
  },
  line_not_csv: {
    pt: 'As aspas não fecham, ou estão no meio de uma célula.',
    en: 'A quote is not closed, or stands in the middle of a cell.',
  },
  cells_differ: {
    pt: 'A linha tem {sent} células; o cabeçalho, {expected}.',
    en: 'The line has {sent} cells; the heading has {expected}.',
  },
  document_not_in_sandbox: {
    pt: 'O sandbox só aceita os documentos de teste listados em GET /sandbox/documentos.',
    en: 'The sandbox accepts only the test documents listed by GET /sandbox/documentos.',
  },
  column_unknown: {
    pt: 'A coluna não existe. Há: {columns}. Nada mais foi lido.',
    en: 'There is no such column. There are: {columns}. Nothing more was read.',
  },
  column_repeated: {
    pt: 'A coluna aparece duas vezes. Nada mais foi lido.',
    en: 'The column appears twice. Nothing more was read.',
  },
  too_many_lines: {
    pt: 'Passa de {limit} linhas: esta e as seguintes não foram lidas. Envie-as em outro lote.',
    en: 'It is past {limit} lines: this one and those after it were not read. Send them in another batch.',
  },
} as const satisfies Record<string, Text>
