import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Awaitable } from '../../awaitable.ts'
import type { ServedSnapshots } from '../../data/snapshots/served-snapshots.ts'
import type { SnapshotReader } from '../../data/snapshots/snapshot-reader.ts'
import {
  answerAll,
  failed,
  type Question,
  type SectionAnswers,
  type Source,
} from '../../features/reports/source.ts'

/** Where public data is read from: what is served, or one snapshot that is compared with another. */
export type Snapshots = Pick<ServedSnapshots, 'isServed' | 'dateOf' | 'reading'>

type SnapshotSource = {
  readonly name: string
  readonly dataSet: string
  /** About companies: of people the publishers mask the number, and a mask is nobody's key. */
  readonly sections: readonly SectionId[]
  readonly answer: (reader: SnapshotReader, question: Question) => Awaitable<SectionAnswers>
}

/**
 * A source that answers from the snapshot of one data set. Without a snapshot it covers nothing, so that nobody is
 * told "nothing on file" by a register that was never looked at; with one that cannot be read it fails.
 */
export function snapshotSource(
  snapshots: Snapshots,
  { name, dataSet, sections, answer }: SnapshotSource,
): Source {
  const covered: ReadonlySet<SectionId> = new Set(sections)
  return {
    name,
    covers: (type) => (type === 'CNPJ' && snapshots.isServed(dataSet) ? covered : noSections),
    declares: (type, section) =>
      type === 'CNPJ' && covered.has(section) && snapshots.isServed(dataSet)
        ? { extent: 'complete', asOf: snapshots.dateOf(dataSet) }
        : undefined,
    ask: (question) =>
      snapshots.reading(dataSet, (reader) => answer(reader, question)) ??
      answerAll(question.sections, failed('source_unavailable')),
  }
}

export const noSections: ReadonlySet<SectionId> = new Set()
