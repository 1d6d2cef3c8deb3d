import { hash } from 'node:crypto'
import { batchLineFaults, type csv, type ndjson } from '@lastro/contract/listings/batches.ts'
import { fill } from '@lastro/contract/problems/problems.ts'
import {
  QueryBatchDocument,
  queryBatchColumns,
  queryBatchLineCountMax,
} from '@lastro/contract/query-batches/query-batches.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type DocumentNumber, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { isBlank, type Line, readLines } from '../../../csv/read-lines.ts'
import { recordReader } from '../../../csv/read-records.ts'
import { validator } from '../../../http/body/validate.ts'
import { documentInvalid, type FieldError } from '../../../http/reply.ts'
import type { ReadQueryLine } from './query-batch-store.ts'

export type QueryBatchFormat = typeof ndjson | typeof csv

/** A document with its name in JSON is under a hundred bytes. */
const lineBytesMax = 16 * 1024

/** A line that was read, and what stands for it and all before it. */
export type DocumentEntry = { readonly read: ReadQueryLine; readonly digest: string }

type Reading = { readonly format: QueryBatchFormat; readonly language: Language }

/**
 * The lines of a body as they come. Blank ones and the heading of a CSV are left out, though they count. A document
 * that came before is asked once, there. It ends before its time after a line that leaves those behind it without
 * meaning: a heading that cannot be read, or one line more than a batch may have.
 */
export async function* readDocuments(
  body: AsyncIterable<Buffer>,
  { format, language }: Reading,
): AsyncGenerator<DocumentEntry[]> {
  const read = lineReader({ format, language })
  const firstLines = new Map<DocumentNumber, number>()
  let digest = ''
  let lineCountMax = queryBatchLineCountMax
  for await (const lines of readLines(body, { lineBytesMax })) {
    const entries: DocumentEntry[] = []
    for (const line of lines) {
      const isPast = line.number > lineCountMax
      if (!isPast && isBlank(line)) continue
      digest = linked(digest, line)
      const outcome = isPast ? tooMany(language) : read(line)
      if (outcome.kind === 'heading') {
        lineCountMax += 1
        continue
      }
      entries.push({ read: lineOf(line.number, outcome, firstLines), digest })
      if (outcome.kind !== 'unreadable') continue
      yield entries
      return
    }
    yield entries
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

const lineError = (
  field: string,
  code: keyof typeof batchLineFaults,
  language: Language,
  values: Readonly<Record<string, string>>,
): FieldError => ({ field, code, message: fill(batchLineFaults[code][language], values) })

/** Two bodies with the same digest at a line begin with the same lines. */
const linked = (digest: string, { number, bytes }: Line): string => {
  const before = Buffer.from(`${digest} ${number}\n`)
  return hash('sha256', bytes === undefined ? before : Buffer.concat([before, bytes]), 'base64url')
}
