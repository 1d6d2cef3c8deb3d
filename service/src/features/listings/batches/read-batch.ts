import { batchLineCountMax } from '@lastro/contract/listings/batches.ts'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type BodyLine, readBody } from '../../../csv/read-body.ts'
import { lineError } from '../../../http/body/line-error.ts'
import type { FieldError } from '../../../http/reply.ts'
import { type BatchFormat, batchLineBytesMax, batchLineReader, type ReadLine } from './read-batch-line.ts'

/** A line that is to be answered. */
export type BatchEntry = Pick<BodyLine<ReadLine>, 'line' | 'digest'> & {
  readonly content: ListingRequest | readonly FieldError[]
}

/** The debts of a body as they come, and what is wrong with those that are none. */
export async function* readBatch(
  body: AsyncIterable<Buffer>,
  { format, language }: { readonly format: BatchFormat; readonly language: Language },
): AsyncGenerator<BatchEntry[]> {
  const lines = readBody(body, {
    lineBytesMax: batchLineBytesMax,
    lineCountMax: batchLineCountMax,
    read: batchLineReader(format, language),
    past: tooMany(language),
  })
  for await (const some of lines) {
    yield some.map(({ read, ...line }) => ({
      ...line,
      content: read.kind === 'debt' ? read.request : read.errors,
    }))
  }
}

const tooMany = (language: Language): ReadLine => ({
  kind: 'unreadable',
  errors: [lineError('(line)', 'too_many_lines', language, { limit: String(batchLineCountMax) })],
})
