import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import type { PublicChange } from '@lastro/rules/subjects/public-changes.ts'
import type { Clock } from '../../clock.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'
import type { Handled, Handler } from '../../jobs/runner.ts'
import type { Compared, ComparisonProgress, ComparisonStore } from './comparison-store.ts'
import type { DataCatalogue, DataSwitched, ServedSnapshot, Snapshot } from './data-catalogue.ts'

/** Two snapshots of a set, both open. */
export type SnapshotComparison = {
  /** What readers of reports on a company see otherwise than before. */
  readonly changesOf: (document: DocumentNumber) => Promise<readonly PublicChange[]>
  readonly close: () => Promise<void>
}

export type TellWatchersDeps = {
  readonly catalogue: Pick<DataCatalogue, 'find'>
  readonly comparisons: ComparisonStore
  /** Undefined where the one before is gone. Fails where either cannot be read just now: it is tried again. */
  readonly compare: (before: ServedSnapshot, after: ServedSnapshot) => Promise<SnapshotComparison | undefined>
  readonly clock: Clock
  /** Nobody was told what changed between two snapshots, for the first is gone. */
  readonly onSkipped: (from: Compared, to: ServedSnapshot) => void
}

/**
 * Tells those who watch companies what newer data has changed: another snapshot is served. Companies are compared page
 * by page in the order of their numbers; a page's events and how far it goes are one commit, so that a kill at any
 * moment loses nothing and doubles nothing. What was told last is remembered by snapshot and not by switch: whoever
 * goes back and forth between two of them is told once.
 */
export const tellWatchers =
  (deps: TellWatchersDeps): Handler =>
  ({ payload }) =>
    tell(deps, payload as DataSwitched)

async function tell(deps: TellWatchersDeps, switched: DataSwitched): Promise<Handled> {
  const { catalogue, comparisons } = deps
  const [to, told] = await Promise.all([catalogue.find(switched.to), comparisons.find(switched.dataSet)])
  if (to === undefined) return forsaken(deps, switched, told)
  if (told === undefined) {
    await begin(deps, switched, to)
    return tell(deps, switched)
  }
  if (told.next !== undefined && told.next.date < told.told.date) {
    // Left by an earlier release, whose older switch began once a newer one was told: nobody would ever end it.
    await comparisons.remember(switched.dataSet, told.told, told)
    return tell(deps, switched)
  }
  const before = await catalogue.find(told.told.id)
  if (to.id === told.told.id || isOlder(to, before ?? told.told)) return 'done'
  if (told.next !== undefined && told.next.id !== to.id) return 'later'
  return compareAll(deps, { before, to }, told)
}

type Imported = Compared & Pick<Partial<Snapshot>, 'importedAtMs'>

/** Whoever goes back is told nothing; of the same day, that is to what was imported earlier. */
const isOlder = (one: Imported, other: Imported): boolean =>
  one.date === other.date ? (one.importedAtMs ?? 0) < (other.importedAtMs ?? 0) : one.date < other.date

/** Whoever was overtaken by another switch looks again. */
const doneIf = (isKept: boolean): Handled => (isKept ? 'done' : 'later')

/** A snapshot that was removed before all were told of it. Once some were, it counts as told: nobody is told twice. */
async function forsaken(
  { comparisons }: TellWatchersDeps,
  { to, dataSet }: DataSwitched,
  told?: ComparisonProgress,
): Promise<Handled> {
  if (told?.next?.id !== to) return 'done'
  return doneIf(await comparisons.remember(dataSet, told.next.after === '' ? told.told : told.next, told))
}

/** What was served until now is where telling begins. The very first snapshot has nothing before it. */
async function begin(
  { catalogue, comparisons }: TellWatchersDeps,
  { from }: DataSwitched,
  to: ServedSnapshot,
): Promise<void> {
  const before = from === null ? undefined : await catalogue.find(from)
  // Where another switch was quicker, telling began there.
  await comparisons.remember(to.dataSet, before ?? to)
}

/** Few enough that a commit is short, enough that commits are few. */
const pageDocumentCount = 200

type Both = { readonly before: ServedSnapshot | undefined; readonly to: Snapshot }

async function compareAll(
  deps: TellWatchersDeps,
  { before, to }: Both,
  { told, next }: ComparisonProgress,
): Promise<Handled> {
  const { comparisons, compare, onSkipped } = deps
  // Where what was told last is gone nothing is told: an older one in its place would tell all of it again.
  const comparison = before && (await compare(before, to))
  if (comparison === undefined) {
    const isKept = await comparisons.remember(to.dataSet, to, { told, next })
    if (isKept) onSkipped(told, to)
    return doneIf(isKept)
  }
  const after = next?.after ?? ''
  try {
    await comparisons.begin(to.dataSet, told.id, to)
    if (!(await comparePages(deps, comparison, { told: told.id, to, after }))) return 'later'
  } finally {
    await comparison.close()
  }
  return doneIf(await comparisons.remember(to.dataSet, to, { told, next: { ...to, after } }))
}

type Course = { readonly told: string; readonly to: Snapshot; readonly after: string }

/** False where another process has taken over, or has told of another snapshot meanwhile: this one looks again. */
async function comparePages(
  { comparisons, clock }: TellWatchersDeps,
  comparison: SnapshotComparison,
  { told, to, after: begun }: Course,
): Promise<boolean> {
  for (let after = begun; ; ) {
    const documents = await comparisons.watched(after, pageDocumentCount)
    const until = documents.at(-1)
    if (until === undefined) return true
    const events: NewOutboxRow[] = []
    for (const document of documents) {
      const changes = await comparison.changesOf(document)
      events.push(
        ...eventRows(changes, {
          told,
          to: to.id,
          importedAtMs: to.importedAtMs,
          document,
          nowMs: clock.nowMs(),
        }),
      )
      // Reads of the embedded engine are at hand; queries want their turn in between.
      await nextTurn()
    }
    const page = { dataSet: to.dataSet, toldId: told, nextId: to.id, after, until }
    if (!(await comparisons.keepPage(page, events))) return false
    after = until
  }
}

type ToldOf = {
  readonly told: string
  readonly to: string
  /** A snapshot that was removed may have had the same id. */
  readonly importedAtMs: number | undefined
  readonly document: string
  readonly nowMs: number
}

/** Ids are made of what is told: the same however often it is made. */
function eventRows(
  changes: readonly PublicChange[],
  { told, to, importedAtMs, document, nowMs }: ToldOf,
): NewOutboxRow[] {
  if (changes.length === 0) return []
  const id = hash('sha256', `${told}\n${to}\n${document}\n${importedAtMs}`, 'base64url').slice(0, 24)
  return changes.map(({ event, data }, at) => ({
    // In their order, which is that of their ids.
    id: `data.${id}.${at}`,
    topic: event,
    register: productionRegister,
    clientId: '',
    payload: { documento: document, data },
    createdAtMs: nowMs,
    dueAtMs: nowMs,
  }))
}
