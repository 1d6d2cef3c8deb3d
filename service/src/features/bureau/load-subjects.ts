import type { Language } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../clock.ts'
import { isBlank, type Line, readLines } from '../../csv/read-lines.ts'
import { readSubject } from './read-subject.ts'
import type { KeptSubject, SubjectStore } from './subject-store.ts'

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

/** Small enough that a service on the same file never waits long for its turn to write. */
const batchSubjectCount = 500

/**
 * Loads subjects from NDJSON. Each batch is kept whole or not at all, and a subject takes the place of what
 * was known of it, so that running a file again, or after an interruption, doubles nothing.
 */
export async function loadSubjects(
  { subjects, clock }: LoadDeps,
  stream: AsyncIterable<Buffer>,
  { language, onRefused, onProgress }: LoadListener,
): Promise<LoadCount> {
  const today = dayAt(clock.nowMs())
  const count = { read: 0, kept: 0, refused: 0, withoutNotice: 0 }
  let batch = new Map<string, KeptSubject>()
  let batchRows = 0
  let batchWithoutNotice = 0

  const keep = async () => {
    await subjects.saveSubjects([...batch.values()], clock.nowMs())
    count.kept += batchRows
    count.withoutNotice += batchWithoutNotice
    batch = new Map()
    batchRows = 0
    batchWithoutNotice = 0
    onProgress(count)
  }
  const take = (line: Line) => {
    count.read += 1
    const outcome = readSubject(line, today, language)
    if (outcome.kind === 'refused') {
      count.refused += 1
      onRefused(line.number, outcome.reason)
      return
    }
    batchRows += 1
    batchWithoutNotice += outcome.withoutNotice
    batch.set(outcome.subject.document, outcome.subject)
  }

  for await (const lines of readLines(stream, { lineBytesMax })) {
    for (const line of lines) {
      if (isBlank(line)) continue
      take(line)
      if (batchRows >= batchSubjectCount) await keep()
    }
  }
  await keep()
  return count
}
