import type { DataSnapshot } from '@lastro/contract/operator/operator-data.ts'
import { operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import { dayAt, instantText } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../../clock.ts'
import { success } from '../../../http/reply.ts'
import { totalsOf } from '../../public-data/accounting.ts'
import { dataAge } from '../../public-data/data-age.ts'
import { type DataCatalogue, type Snapshot, silentImportMs } from '../../public-data/data-catalogue.ts'
import type { Handle, OperatorRoute } from '../operator-access.ts'

export type DataRouteDeps = {
  readonly dataCatalogue: Pick<DataCatalogue, 'list' | 'find' | 'use'>
  readonly clock: Clock
}

const dataPath = `${operatorPath}/dados`

/** Public data: what there is, how old it is, and which of it is served. */
export const dataRoutes = (deps: DataRouteDeps): readonly OperatorRoute[] => [
  { operation: 'operadorDados', method: 'GET', path: dataPath, handle: list(deps) },
  { operation: 'operadorDadosUsa', method: 'POST', path: `${dataPath}/{id}/usar`, handle: use(deps) },
]

const list =
  ({ dataCatalogue, clock }: DataRouteDeps): Handle =>
  async () => {
    const nowMs = clock.nowMs()
    const snapshots = await dataCatalogue.list()
    return success({ snapshots: snapshots.map((one) => snapshotView(one, nowMs)) })
  }

const use =
  ({ dataCatalogue, clock }: DataRouteDeps): Handle =>
  async ({ id }) => {
    const isUsed = await dataCatalogue.use(id, clock.nowMs())
    const snapshot = isUsed ? await dataCatalogue.find(id) : undefined
    if (snapshot === undefined) return { code: 'data_snapshot_unknown' }
    return success(snapshotView(snapshot, clock.nowMs()))
  }

function snapshotView(snapshot: Snapshot, nowMs: number): DataSnapshot {
  const { id, dataSet, period, date, isServed, progress, accounting, sizeBytes } = snapshot
  const { days, isLate } = dataAge(dataSet, { date, today: dayAt(nowMs) })
  return {
    id,
    dataSet,
    period,
    date,
    ageDays: days,
    late: isServed && isLate,
    state: stateOf(snapshot, nowMs),
    startedAt: instantText(snapshot.startedAtMs),
    ...(snapshot.importedAtMs !== undefined && { importedAt: instantText(snapshot.importedAtMs) }),
    ...(progress !== undefined && {
      progress: { step: progress.step, rows: progress.rows, percent: Math.floor(100 * progress.share) },
    }),
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(accounting !== undefined && {
      totals: totalsOf(accounting),
      files: accounting.files.map((file) => ({ ...file })),
    }),
  }
}

function stateOf({ state, isServed, seenAtMs }: Snapshot, nowMs: number): DataSnapshot['state'] {
  if (state === 'ready') return isServed ? 'served' : 'kept'
  return nowMs - seenAtMs > silentImportMs ? 'stopped' : 'importing'
}
