import { randomUUIDv7 } from 'node:crypto'
import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import type { Language } from '@lastro/contract/text.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { BureauSection } from '@lastro/rules/subjects/loaded-sections.ts'
import type { Clock } from '../../clock.ts'
import { isBlank, type Line, readLines } from '../../csv/read-lines.ts'
import type { BureauCoverage, BureauCoverageStore } from './bureau-coverage.ts'
import { inOrder } from './in-order.ts'
import type { CoveredType, SubjectLoad, SubjectStore } from './subject-store.ts'

/** In the end rows read = rows kept + rows refused, always. A row is a line that is not blank. */
export type LoadCount = {
  readonly read: number
  readonly kept: number
  readonly refused: number
  /** Debts and cheques in the rows kept that nobody may read, for want of a notice. */
  readonly withoutNotice: number
}

/** A load's declaration that its file has these sections for every document of a type. */
export type LoadDeclaration = Pick<BureauCoverage, 'extent' | 'asOf' | 'until' | 'declaredBy'> & {
  readonly covers: readonly CoveredType[]
}

/** The result of the declaration. Unless it is `declared`, nothing is cleared or declared. */
export type DeclarationOutcome =
  | {
      readonly kind: 'declared'
      readonly coverage: readonly BureauCoverage[]
      /** Subjects that lost a section that the file omits. */
      readonly cleared: number
      /** Sections replaced meanwhile by a load that started later, whose declaration counts. */
      readonly superseded: readonly CoveredType[]
    }
  /** Without its refused line, a document would look as if nothing were on file. */
  | { readonly kind: 'lines_refused' }
  /** An empty file would clear everything, and is usually due to a broken pipe. */
  | { readonly kind: 'empty_file' }

export type LoadResult = LoadCount & { readonly declaration?: DeclarationOutcome }

export type LoadDeps = {
  readonly subjects: SubjectStore
  /** Stores the declaration of a load. */
  readonly coverage?: Pick<BureauCoverageStore, 'declare'>
  readonly clock: Clock
  /** Whether lines are checked by the fast validator first; they are unless it is said. */
  readonly isFast?: boolean
}

export type LoadListener = {
  readonly language: Language
  readonly onRefused: (line: number, reason: string) => void
  /** What is read and neither kept nor refused lies aside. */
  readonly onProgress: (count: LoadCount) => void
  /** How many subjects have lost a section so far. */
  readonly onCleared?: (count: number) => void
}

/** A line longer than this is refused without being kept: no subject needs a megabyte. */
export const lineBytesMax = 1024 * 1024

/** A small batch is read in memory that is soon free again. */
const batchLineCount = 250

/** A batch of long lines ends sooner: several of them lie in memory at once. */
const batchBytesMax = 4 * lineBytesMax

/**
 * Loads subjects from NDJSON. Batches are read in parallel and spooled in file order; then all subjects are saved in
 * the order of the store, commit by commit. Each commit is atomic, and a line replaces the sections it contains, so
 * loading a file again, also after an interruption, duplicates nothing.
 *
 * The declaration comes last, when all lines and all clearing are durable. A load that stops before that leaves earlier
 * declarations unchanged; running it again completes it.
 */
export async function loadSubjects(
  deps: LoadDeps,
  stream: AsyncIterable<Buffer>,
  listener: LoadListener,
  declaration?: LoadDeclaration,
): Promise<LoadResult> {
  const load = await deps.subjects.startLoad(deps.clock.nowMs())
  const count = await saveLines(deps, load, stream, listener, declaration)
  if (declaration === undefined) return count
  return { ...count, declaration: await declare(deps, load, declaration, { count, listener }) }
}

async function saveLines(
  { subjects, clock, isFast = true }: LoadDeps,
  load: SubjectLoad,
  stream: AsyncIterable<Buffer>,
  { language, onRefused, onProgress }: LoadListener,
  declaration: LoadDeclaration | undefined,
): Promise<LoadCount> {
  const today = dayAt(clock.nowMs())
  const declared = { CPF: sectionsFor('CPF', declaration), CNPJ: sectionsFor('CNPJ', declaration) }
  const ofLines = { generation: load.generation, day: today, declared }
  const count = { read: 0, kept: 0, refused: 0, withoutNotice: 0 }
  const saveAll = async () => {
    for (const rows of load.aside.commits()) {
      await subjects.saveSubjects(rows, clock.nowMs())
      count.kept += rows.length
      onProgress(count)
    }
  }
  try {
    const read = (lines: readonly Line[]) => load.read(lines, { today, load: ofLines, language, isFast })
    for await (const batch of inOrder(batchesOf(stream), read, load.readsAtOnceMax)) {
      for (const { line, reason } of batch.refused) onRefused(line, reason)
      load.aside.add(batch.rows)
      count.read += batch.rows.length + batch.refused.length
      count.refused += batch.refused.length
      count.withoutNotice += batch.withoutNotice
      onProgress(count)
      if (load.aside.isFull()) await saveAll()
    }
    await saveAll()
  } finally {
    await load.end()
  }
  return count
}

const sectionsFor = (type: DocumentType, declaration: LoadDeclaration | undefined): BureauSection[] =>
  (declaration?.covers ?? []).filter((one) => one.documentType === type).map(({ section }) => section)

async function declare(
  { subjects, coverage, clock }: LoadDeps,
  { generation }: SubjectLoad,
  { covers, extent, asOf, until, declaredBy }: LoadDeclaration,
  { count, listener }: { readonly count: LoadCount; readonly listener: LoadListener },
): Promise<DeclarationOutcome> {
  if (coverage === undefined) throw new Error('A load that declares coverage needs its store')
  if (count.read === 0) return { kind: 'empty_file' }
  if (extent === 'complete' && count.refused > 0) return { kind: 'lines_refused' }
  let cleared = 0
  const onCleared = (now: number) => {
    cleared = now
    listener.onCleared?.(now)
  }
  const load = { generation, day: dayAt(clock.nowMs()), covers, onCleared }
  if (extent === 'complete') await subjects.clearStale(load, clock.nowMs())
  const superseded = await subjects.clearedAfter(load)
  const declared = covers
    .filter((one) => !superseded.includes(one))
    .map(
      (one): BureauCoverage => ({
        ...one,
        id: randomUUIDv7(),
        extent,
        asOf,
        until,
        generation,
        declaredAtMs: clock.nowMs(),
        declaredBy,
        withdrawnAtMs: undefined,
      }),
    )
  await coverage.declare(declared)
  return { kind: 'declared', coverage: declared, cleared, superseded }
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
