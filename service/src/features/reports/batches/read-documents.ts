import type { csv, ndjson } from '@lastro/contract/listings/batches.ts'
import {
  QueryBatchDocument,
  queryBatchColumns,
  queryBatchLineCountMax,
} from '@lastro/contract/query-batches/query-batches.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type DocumentNumber, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { readBody } from '../../../csv/read-body.ts'
import type { Line } from '../../../csv/read-lines.ts'
import { recordReader } from '../../../csv/read-records.ts'
import { lineError } from '../../../http/body/line-error.ts'
import { validator } from '../../../http/body/validate.ts'
import { documentInvalid, type FieldError } from '../../../http/reply.ts'
import type { ReadQueryLine } from './query-batch-store.ts'

export type QueryBatchFormat = typeof ndjson | typeof csv

/** A document with its name in JSON is under a hundred bytes. */
const lineBytesMax = 16 * 1024

/** A line that was read, and what stands for it and all before it. */
export type DocumentEntry = { readonly read: ReadQueryLine; readonly digest: string }

type Reading = { readonly format: QueryBatchFormat; readonly language: Language }

/** The documents of a body as they come. One that came before is asked once, there. */
export async function* readDocuments(
  body: AsyncIterable<Buffer>,
  reading: Reading,
): AsyncGenerator<DocumentEntry[]> {
  const firstLines = new Map<DocumentNumber, number>()
  const lines = readBody(body, {
    lineBytesMax,
    lineCountMax: queryBatchLineCountMax,
    read: lineReader(reading),
    past: tooMany(reading.language),
  })
  for await (const some of lines) {
    yield some.map(({ line, digest, read }) => ({ read: lineOf(line, read, firstLines), digest }))
  }
}

type Outcome =
  | { readonly kind: 'document'; readonly document: DocumentNumber }
  | { readonly kind: 'heading' }
  | { readonly kind: 'invalid' | 'unreadable'; readonly errors: readonly FieldError[] }

function lineOf(
  line: number,
  outcome: Exclude<Outcome, { kind: 'heading' }>,
  firstLines: Map<DocumentNumber, number>,
): ReadQueryLine {
  if (outcome.kind !== 'document') {
    return { line, status: 'invalid', fault: { code: 'line_invalid', errors: outcome.errors } }
  }
  const { document } = outcome
  const repeats = firstLines.get(document)
  if (repeats !== undefined) return { line, status: 'repeated', document, repeats }
  firstLines.set(document, line)
  return { line, status: 'waiting', document }
}

function lineReader({ format, language }: Reading): (line: Line) => Outcome {
  const read = recordReader(format === 'text/csv' ? 'csv' : 'ndjson', queryBatchColumns)
  return (line) => {
    const record = read(line)
    if (record.kind === 'heading') return record
    if (record.kind === 'value') return documentOf(record.value, language)
    const errors = record.faults.map(({ field, fault, values }) => lineError(field, fault, language, values))
    return { kind: record.kind, errors }
  }
}

const documentLine = validator(QueryBatchDocument)

function documentOf(value: unknown, language: Language): Outcome {
  if (!documentLine.accepts(value)) return { kind: 'invalid', errors: documentLine.errorsOf(value, language) }
  const parsed = parseDocument(value.documento)
  if (parsed.kind !== 'fault') return { kind: 'document', document: parsed.document }
  return { kind: 'invalid', errors: documentInvalid(parsed.fault, language).errors ?? [] }
}

const tooMany = (language: Language): Outcome => ({
  kind: 'unreadable',
  errors: [lineError('(line)', 'too_many_lines', language, { limit: String(queryBatchLineCountMax) })],
})
