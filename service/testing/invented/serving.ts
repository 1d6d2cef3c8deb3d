import type { Snapshots } from '../../src/sources/public-data/snapshot-source.ts'
import type { MemorySnapshot } from './packed-records.ts'

/** What is served: a snapshot, or undefined for one that cannot be read. */
export const serving = (snapshots: Readonly<Record<string, MemorySnapshot | undefined>>): Snapshots => ({
  isServed: (dataSet) => dataSet in snapshots,
  dateOf: (dataSet) => snapshots[dataSet]?.date,
  reading: (dataSet, work) => {
    const reader = snapshots[dataSet]
    return reader && work(reader)
  },
})
