import { hash } from 'node:crypto'
import { batchLineCountMax } from '@lastro/contract/listings/batches.ts'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { Language } from '@lastro/contract/text.ts'
import { isBlank, type Line, readLines } from '../../../csv/read-lines.ts'
import type { FieldError } from '../../../http/reply.ts'
import {
  type BatchFormat,
  batchLineBytesMax,
  batchLineReader,
  lineError,
  type ReadLine,
} from './read-batch-line.ts'

/** A line that is to be answered. */
export type BatchEntry = {
  readonly line: number
  /** Stands for this line and all before it: two bodies with the same digest here begin with the same lines. */
  readonly digest: string
  readonly content: ListingRequest | readonly FieldError[]
}

/**
 * The lines of a body as they come, without blank ones and headings, though blank ones count. It ends before its time after a line that
 * leaves those behind it without meaning: a heading that cannot be read, or one line more than a batch may have.
 */
export async function* readBatch(
  body: AsyncIterable<Buffer>,
  { format, language }: { readonly format: BatchFormat; readonly language: Language },
): AsyncGenerator<BatchEntry[]> {
  const read = batchLineReader(format, language)
  let digest = ''
  // The heading of a CSV is no debt, and takes no debt's place.
  let lineCountMax = batchLineCountMax
  for await (const lines of readLines(body, { lineBytesMax: batchLineBytesMax })) {
    const entries: BatchEntry[] = []
    for (const line of lines) {
      const isPast = line.number > lineCountMax
      // A blank line is told by the number of the next.
      if (!isPast && isBlank(line)) continue
      digest = linked(digest, line)
      const outcome = isPast ? tooMany(language) : read(line)
      if (outcome.kind === 'heading') {
        lineCountMax += 1
        continue
      }
      const content = outcome.kind === 'debt' ? outcome.request : outcome.errors
      entries.push({ line: line.number, digest, content })
      if (outcome.kind !== 'unreadable') continue
      yield entries
      return
    }
    yield entries
  }
}

const linked = (digest: string, { number, bytes }: Line): string => {
  const before = Buffer.from(`${digest} ${number}\n`)
  return hash('sha256', bytes === undefined ? before : Buffer.concat([before, bytes]), 'base64url')
}

const tooMany = (language: Language): ReadLine => ({
  kind: 'unreadable',
  errors: [lineError('(line)', 'too_many_lines', language, { limit: String(batchLineCountMax) })],
})
