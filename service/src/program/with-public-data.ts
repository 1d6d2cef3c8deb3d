import { openSnapshots, type SnapshotLocation } from '../data/snapshots/open-snapshots.ts'
import { servedSnapshots } from '../data/snapshots/served-snapshots.ts'
import type { ReadPublicData } from '../features/person/person-deps.ts'
import { publicDataOf } from '../sources/public-data/read-public-data.ts'
import type { Store } from '../store/store.ts'

/** For a command: the editions that a service would answer from, open while it works. */
export async function withPublicData<Result>(
  location: SnapshotLocation,
  store: Pick<Store, 'dataCatalogue'>,
  work: (readPublicData: ReadPublicData) => Promise<Result>,
): Promise<Result> {
  const snapshots = await openSnapshots(location)
  let unlisted: unknown
  const served = servedSnapshots({
    catalogue: store.dataCatalogue,
    open: ({ id }) => snapshots.open({ location: id }),
    // What is read from editions says itself which could not be read; without their list nobody would know of any.
    onError: (what, error) => {
      if (what === 'catalogue') unlisted = error
    },
  })
  try {
    await served.look()
    if (unlisted !== undefined) throw unlisted
    return await work(publicDataOf(served))
  } finally {
    await served.stop()
    await snapshots.close()
  }
}
