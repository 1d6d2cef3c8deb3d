import { discardSnapshot } from '@lastro/service/data/import/discard-snapshot.ts'
import type { ImportDeps } from '@lastro/service/data/import/import-data-set.ts'
import { openSnapshots, publicDataDirectory } from '@lastro/service/data/snapshots/open-snapshots.ts'
import type { Store } from '@lastro/service/store/store.ts'
import { clock, config } from '../terminal.ts'

/** What commands that build or remove snapshots work with. */
export async function importDepsOf(store: Store) {
  const snapshots = await openSnapshots(config)
  const deps: ImportDeps = {
    catalogue: store.dataCatalogue,
    snapshots,
    directory: publicDataDirectory(config.dataDirectory),
    clock,
  }
  return { deps, discard: (id: string) => discardSnapshot(deps, id), close: snapshots.close }
}
