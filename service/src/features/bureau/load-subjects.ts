import type { Language } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../clock.ts'
import { isBlank, type Line, readLines } from '../../csv/read-lines.ts'
import { inOrder } from './in-order.ts'
import type { SubjectBatch, SubjectStore } from './subject-store.ts'

/** Rows read = rows kept + rows refused, always. A row is a line that is not blank. */
export type LoadCount = {
  readonly read: number
  readonly kept: number
  readonly refused: number
  /** Debts and cheques in the rows kept that nobody may read, for want of a notice. */
  readonly withoutNotice: number
}

export type LoadDeps = { readonly subjects: SubjectStore; readonly clock: Clock }

export type LoadListener = {
  readonly language: Language
  readonly onRefused: (line: number, reason: string) => void
  readonly onProgress: (count: LoadCount) => void
}

/** A line longer than this is refused without being kept: no subject needs a megabyte. */
export const lineBytesMax = 1024 * 1024

/** A small batch is read in memory that is soon free again. */
const batchLineCount = 250

/**
 * Enough that a page of the file takes more than one of them in, and few enough that a service on the same file waits
 * some tenths of a second at most for its turn to write.
 */
const batchesOfCommit = 32

/** A batch of long lines ends sooner: several of them lie in memory at once. */
const batchBytesMax = 4 * lineBytesMax

/**
 * Loads subjects from NDJSON. Each commit is kept whole or not at all, and a subject takes the place of what
 * was known of it, so that running a file again, or after an interruption, doubles nothing. Batches are read side by
 * side and kept one after the other, in the order of the file.
 */
export async function loadSubjects(
  { subjects, clock }: LoadDeps,
  stream: AsyncIterable<Buffer>,
  { language, onRefused, onProgress }: LoadListener,
): Promise<LoadCount> {
  const today = dayAt(clock.nowMs())
  const count = { read: 0, kept: 0, refused: 0, withoutNotice: 0 }
  const load = subjects.startLoad()
  const read = (lines: readonly Line[]) => load.read(lines, { today, language })
  const keep = async (batches: readonly SubjectBatch[]) => {
    await subjects.saveSubjects(
      batches.flatMap(({ rows }) => rows),
      clock.nowMs(),
    )
    for (const { keptCount, refused, withoutNotice } of batches) {
      count.read += keptCount + refused.length
      count.kept += keptCount
      count.refused += refused.length
      count.withoutNotice += withoutNotice
    }
    onProgress(count)
  }
  try {
    let batches: SubjectBatch[] = []
    for await (const batch of inOrder(batchesOf(stream), read, load.readsAtOnceMax)) {
      for (const { line, reason } of batch.refused) onRefused(line, reason)
      batches.push(batch)
      if (batches.length < batchesOfCommit) continue
      await keep(batches)
      batches = []
    }
    await keep(batches)
  } finally {
    await load.end()
  }
  return count
}

/** The lines that are not blank, so many at a time as are kept together. */
async function* batchesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  let batchBytes = 0
  for await (const lines of readLines(stream, { lineBytesMax })) {
    for (const line of lines) {
      if (isBlank(line)) continue
      batch.push(line)
      batchBytes += line.bytes?.length ?? 0
      if (batch.length < batchLineCount && batchBytes < batchBytesMax) continue
      yield batch
      batch = []
      batchBytes = 0
    }
  }
  if (batch.length > 0) yield batch
}
