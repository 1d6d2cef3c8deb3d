import { join } from 'node:path'
import type { Clock } from '../src/clock.ts'
import type { DataSet, SampleRequest } from '../src/data/data-set.ts'
import { importDataSet } from '../src/data/import/import-data-set.ts'
import { writeSample } from '../src/data/sample/write-sample.ts'
import { openSnapshots, publicDataDirectory } from '../src/data/snapshots/open-snapshots.ts'
import type { Store } from '../src/store/store.ts'
import { newDirectory, type Place } from './engines.ts'

/** Invents a set of public data and imports it beside a store, as the commands do; it is served from then on. */
export async function importSample(
  { place, store, clock }: { readonly place: Place; readonly store: Store; readonly clock: Clock },
  dataSet: DataSet,
  { isSearchable = false, ...request }: SampleRequest & { readonly isSearchable?: boolean },
): Promise<string> {
  const from = join(newDirectory(), 'zips')
  await writeSample(dataSet, request, from)
  const snapshots = await openSnapshots(place)
  try {
    const { snapshot } = await importDataSet(
      {
        catalogue: store.dataCatalogue,
        snapshots,
        directory: publicDataDirectory(place.dataDirectory),
        clock,
      },
      {
        dataSet,
        from,
        threads: 1,
        isResumed: false,
        isSearchable,
        signal: new AbortController().signal,
        onProgress: () => undefined,
      },
    )
    return snapshot.location
  } finally {
    await snapshots.close()
  }
}
