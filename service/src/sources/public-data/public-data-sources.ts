import type { Source } from '../../features/reports/source.ts'
import { cguSource } from './cgu-source.ts'
import { pgfnSource } from './pgfn-source.ts'
import { receitaSource } from './receita-source.ts'
import { type RestrictionDeps, restrictionLookup } from './restriction-lookup.ts'
import type { Snapshots } from './snapshot-source.ts'

/** Everything that is answered from public data. Each covers nothing until a snapshot of it is served. */
export const publicDataSources = (snapshots: Snapshots, lookup: RestrictionDeps): readonly Source[] => [
  receitaSource(snapshots, restrictionLookup(lookup)),
  pgfnSource(snapshots),
  cguSource(snapshots),
]
