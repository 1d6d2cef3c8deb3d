import type { Clock } from '../../clock.ts'
import type { DataCatalogue, Snapshot } from './data-catalogue.ts'

export type Choice = { readonly dataSet: string; readonly period: string }

export type Chosen =
  | { readonly kind: 'chosen'; readonly snapshot: Snapshot }
  | { readonly kind: 'unknown' }
  /** Removing what is served would leave its reports without data. */
  | { readonly kind: 'served' }

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

/** Removes a period of a set, every import of it, with what `discard` has to remove besides; never the served one. */
export async function removeSnapshots(
  {
    catalogue,
    discard,
  }: { readonly catalogue: DataCatalogue; readonly discard: (id: string) => Promise<void> },
  choice: Choice,
): Promise<Chosen> {
  const found = await readyOnes(catalogue, choice)
  const [snapshot] = found
  if (snapshot === undefined) return { kind: 'unknown' }
  if (found.some((one) => one.isServed)) return { kind: 'served' }
  for (const { id } of found) await discard(id)
  return { kind: 'chosen', snapshot }
}

/** Newest import first. */
const readyOnes = async (catalogue: DataCatalogue, { dataSet, period }: Choice): Promise<Snapshot[]> =>
  (await catalogue.list(dataSet))
    .filter((one) => one.period === period && one.state === 'ready')
    .toSorted((a, b) => (b.importedAtMs ?? 0) - (a.importedAtMs ?? 0))
