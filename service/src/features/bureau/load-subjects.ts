import type { Language } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../clock.ts'
import { isBlank, type Line, readLines } from '../../csv/read-lines.ts'
import { inOrder } from './in-order.ts'
import type { SubjectStore } from './subject-store.ts'

/** In the end rows read = rows kept + rows refused, always. A row is a line that is not blank. */
export type LoadCount = {
  readonly read: number
  readonly kept: number
  readonly refused: number
  /** Debts and cheques in the rows kept that nobody may read, for want of a notice. */
  readonly withoutNotice: number
}

export type LoadDeps = {
  readonly subjects: SubjectStore
  readonly clock: Clock
  /** Whether lines are checked by the fast validator first; they are unless it is said. */
  readonly isFast?: boolean
}

export type LoadListener = {
  readonly language: Language
  readonly onRefused: (line: number, reason: string) => void
  /** What is read and neither kept nor refused lies aside. */
  readonly onProgress: (count: LoadCount) => void
}

/** A line longer than this is refused without being kept: no subject needs a megabyte. */
export const lineBytesMax = 1024 * 1024

/** A small batch is read in memory that is soon free again. */
const batchLineCount = 250

/** A batch of long lines ends sooner: several of them lie in memory at once. */
const batchBytesMax = 4 * lineBytesMax

/**
 * Loads subjects from NDJSON. Batches are read side by side and laid aside in the order of the file; then all is kept
 * in the order of the store, commit by commit. Each commit is kept whole or not at all, and a subject takes the place
 * of what was known of it, so that running a file again, or after an interruption, doubles nothing.
 */
export async function loadSubjects(
  { subjects, clock, isFast = true }: LoadDeps,
  stream: AsyncIterable<Buffer>,
  { language, onRefused, onProgress }: LoadListener,
): Promise<LoadCount> {
  const today = dayAt(clock.nowMs())
  const count = { read: 0, kept: 0, refused: 0, withoutNotice: 0 }
  const load = subjects.startLoad()
  const keepAll = async () => {
    for (const rows of load.aside.commits()) {
      await subjects.saveSubjects(rows, clock.nowMs())
      count.kept += rows.length
      onProgress(count)
    }
  }
  try {
    const read = (lines: readonly Line[]) => load.read(lines, { today, language, isFast })
    for await (const batch of inOrder(batchesOf(stream), read, load.readsAtOnceMax)) {
      for (const { line, reason } of batch.refused) onRefused(line, reason)
      load.aside.add(batch.rows)
      count.read += batch.rows.length + batch.refused.length
      count.refused += batch.refused.length
      count.withoutNotice += batch.withoutNotice
      onProgress(count)
      if (load.aside.isFull()) await keepAll()
    }
    await keepAll()
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
