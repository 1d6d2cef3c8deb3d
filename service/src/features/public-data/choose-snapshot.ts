import type { Clock } from '../../clock.ts'
import type { ComparisonStore } from './comparison-store.ts'
import type { DataCatalogue, Snapshot } from './data-catalogue.ts'

export type Choice = {
  readonly dataSet: string
  /** Or the day of the data, where two imports of one period are of different days. */
  readonly period: string
}

export type Chosen =
  | { readonly kind: 'chosen'; readonly snapshot: Snapshot }
  | { readonly kind: 'unknown' }
  /** Removing what is served would leave its reports without data. */
  | { readonly kind: 'served' }
  /** Newer data is compared with what watchers were told of last; without it they would miss what changed. */
  | { readonly kind: 'compared' }

/** Serves another period of a set, newer or older; the last import of it where there were several. */
export async function useSnapshot(
  { catalogue, clock }: { readonly catalogue: DataCatalogue; readonly clock: Clock },
  choice: Choice,
): Promise<Chosen> {
  const [snapshot] = await readyOnes(catalogue, choice)
  if (snapshot === undefined) return { kind: 'unknown' }
  const isUsed = await catalogue.use(snapshot.id, clock.nowMs())
  return isUsed ? { kind: 'chosen', snapshot } : { kind: 'unknown' }
}

export type RemoveDeps = {
  readonly catalogue: DataCatalogue
  readonly comparisons: Pick<ComparisonStore, 'find'>
  /** Removes one snapshot with all that belongs to it; false where it is served by now. */
  readonly discard: (id: string) => Promise<boolean>
}

/** Removes a period of a set, every import of it; never what is served, nor what newer data is compared with. */
export async function removeSnapshots(
  { catalogue, comparisons, discard }: RemoveDeps,
  choice: Choice,
): Promise<Chosen> {
  const found = await readyOnes(catalogue, choice)
  const [snapshot] = found
  if (snapshot === undefined) return { kind: 'unknown' }
  if (found.some((one) => one.isServed)) return { kind: 'served' }
  const told = await comparisons.find(choice.dataSet)
  if (found.some(({ id }) => id === told?.told.id || id === told?.next?.id)) return { kind: 'compared' }
  for (const { id } of found) if (!(await discard(id))) return { kind: 'served' }
  return { kind: 'chosen', snapshot }
}

/** Newest import first. */
const readyOnes = async (catalogue: DataCatalogue, { dataSet, period }: Choice): Promise<Snapshot[]> =>
  (await catalogue.list(dataSet))
    .filter((one) => [one.period, one.date].includes(period) && one.state === 'ready')
    .toSorted((a, b) => (b.importedAtMs ?? 0) - (a.importedAtMs ?? 0))
