import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { publicChanges, type ShownSections } from '@lastro/rules/subjects/public-changes.ts'
import { SnapshotGone } from '../../data/snapshots/snapshot-gone.ts'
import type { SnapshotReader } from '../../data/snapshots/snapshot-reader.ts'
import type { ServedSnapshot } from '../../features/public-data/data-catalogue.ts'
import type { SnapshotComparison } from '../../features/public-data/tell-watchers.ts'
import { assembleReport } from '../../features/reports/query/assemble-report.ts'
import { askSources } from '../../features/reports/query/sections/ask-sources.ts'
import type { SectionAnswer, Source } from '../../features/reports/source.ts'
import { sectionPrecedence } from '../section-precedence.ts'
import { cguSource } from './cgu-source.ts'
import { pgfnSource } from './pgfn-source.ts'
import { receitaSource } from './receita-source.ts'
import type { Snapshots } from './snapshot-source.ts'

export type CompareDeps = {
  readonly open: (snapshot: ServedSnapshot) => Promise<SnapshotReader>
  /** What operators loaded stands before public data in reports, and so it does here. */
  readonly bureau: Source
}

/** What a switch of a data set may change in reports, and who answers that besides. */
const compared: Readonly<Record<string, ComparedSet>> = {
  receita: {
    source: receitaSource,
    sections: ['registration', 'addresses', 'phones', 'identificationReport', 'QSAReport'],
    meetsBureau: true,
  },
  pgfn: { source: pgfnSource, sections: ['publicDebt'], meetsBureau: false },
  ceis: { source: (snapshots) => cguSource(snapshots, []), sections: ['sanctions'], meetsBureau: false },
  cnep: { source: (snapshots) => cguSource(snapshots, []), sections: ['sanctions'], meetsBureau: false },
  cepim: { source: (snapshots) => cguSource(snapshots, []), sections: ['sanctions'], meetsBureau: false },
}

type ComparedSet = {
  readonly source: (snapshots: Snapshots) => Source
  readonly sections: readonly SectionId[]
  readonly meetsBureau: boolean
}

/**
 * Compares what a reader of reports sees with each of two snapshots, by the way that reports take: what the bureau
 * overrides is no change. Each is read as on the day of its data, so that what one comparison saw last is what the
 * next one sees first.
 */
export const compareSnapshots =
  (deps: CompareDeps) =>
  async (before: ServedSnapshot, after: ServedSnapshot): Promise<SnapshotComparison | undefined> => {
    const set = compared[after.dataSet]
    if (set === undefined) return undefined
    const was = await deps.open(before).catch(whereGone)
    if (was === undefined) return undefined
    const is = await deps.open(after).catch(async (error: unknown) => {
      await was.close()
      throw error
    })
    const [shownBefore, shownAfter] = [shownFrom(deps, set, was), shownFrom(deps, set, is)]
    return {
      changesOf: async (document) => publicChanges(await shownBefore(document), await shownAfter(document)),
      close: async () => {
        await was.close()
        await is.close()
      },
    }
  }

/** What may pass is thrown, to be tried again: taken for gone, all that it changed would never be told. */
function whereGone(error: unknown): undefined {
  if (!(error instanceof SnapshotGone)) throw error
}

/** An unreadable amount comes from the publisher, so a retry would not help. */
const isAnswered = (answer: SectionAnswer): boolean =>
  answer.kind !== 'failed' &&
  (answer.kind !== 'found' || answer.missing === undefined || answer.missing === 'unreadable')

/** Nobody waits for it, and a store under load may take its time. */
const patienceMs = 60_000

function shownFrom(
  { bureau }: CompareDeps,
  { source, sections, meetsBureau }: ComparedSet,
  reader: SnapshotReader,
): (document: DocumentNumber) => Promise<ShownSections> {
  const own = source({
    isServed: (dataSet) => dataSet === reader.dataSet,
    dateOf: (dataSet) => (dataSet === reader.dataSet ? reader.date : undefined),
    reading: (dataSet, work) => (dataSet === reader.dataSet ? work(reader) : undefined),
  })
  const asked = { sources: meetsBureau ? [bureau, own] : [own], precedence: sectionPrecedence }
  const plan = { sections, wholeLists: true, contactData: true }
  return async (document) => {
    const asking = { document, plan, today: reader.date, deadlineMs: patienceMs }
    const { answers } = await askSources(asked, asking, (_, error) => {
      throw error
    })
    const report = assembleReport(plan, answers, 'pt')
    if (report.kind !== 'report' || !Object.values(answers).every(isAnswered))
      throw new Error('a source did not answer while snapshots were compared')
    return JSON.parse(report.text)
  }
}
