import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { ReportKeeper } from '../../features/reports/kept/report-keeper.ts'
import type { Metrics } from '../../http/health/metrics.ts'
import type { NotReady } from '../../http/health/readiness.ts'
import type { Replicas } from '../../store/engine/replicas/replicas.ts'
import type { Store } from '../../store/store.ts'

/** From a commit in memory to one that a caller no longer waits for. */
const commitSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]
const commitRecords = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/** More than this of one topic are not counted one by one. */
const waitingCountMax = 100_000

/** What an operator watches of the store: commits, lanes, connections, work that waits, and room on the disk. */
export function watchStore(
  metrics: Pick<Metrics, 'histogram' | 'gauge' | 'counter'>,
  { figures, queue, trail, replicas }: Pick<Store, 'figures' | 'queue' | 'trail' | 'replicas'>,
  clock: Clock,
): void {
  const duration = metrics.histogram({
    name: 'lastro_trail_commit_duration_seconds',
    help: 'Time of a commit of the trail, which queries wait for.',
    buckets: commitSeconds,
  })
  const size = metrics.histogram({
    name: 'lastro_trail_commit_records',
    help: 'Records that were committed together.',
    buckets: commitRecords,
  })
  figures.onCommit((ms, records) => {
    duration(ms / 1_000)
    size(records)
  })
  metrics.gauge(
    { name: 'lastro_trail_lanes', help: 'Lanes of the trail that have records.', label: 'environment' },
    async () => [
      ['production', (await trail.heads('production')).length],
      ['sandbox', (await trail.heads('sandbox')).length],
    ],
  )
  const topics = () => queue.topics(clock.nowMs(), waitingCountMax)
  metrics.gauge(
    { name: 'lastro_outbox_waiting', help: 'Work that waits, by topic.', label: 'topic' },
    async () => (await topics()).map(({ topic, waiting }) => [topic, waiting]),
  )
  metrics.gauge(
    {
      name: 'lastro_outbox_oldest_age_seconds',
      help: 'How long the oldest work has waited that is due or has failed, by topic.',
      label: 'topic',
    },
    async () =>
      (await topics()).flatMap(({ topic, oldestAtMs }) =>
        oldestAtMs === undefined ? [] : [[topic, Math.max(0, clock.nowMs() - oldestAtMs) / 1_000] as const],
      ),
  )
  if (replicas !== undefined) watchReplicas(metrics, replicas)
  const { diskFreeBytes, connections } = figures
  if (diskFreeBytes !== undefined) {
    metrics.gauge(
      { name: 'lastro_disk_free_bytes', help: 'Room left where the data is kept.', label: 'place' },
      async () => [['data', await diskFreeBytes()]],
    )
  }
  if (connections !== undefined) {
    metrics.gauge(
      {
        name: 'lastro_postgres_connections',
        help: 'Connections of the pool by what they do, and queries that wait for one.',
        label: 'state',
      },
      async () => Object.entries(connections()),
    )
  }
}

/** The state that `/readyz` reports: 1 when ready, and 0 with the reason when not. */
export function watchReadiness(
  metrics: Pick<Metrics, 'gauge'>,
  notReady: () => Promise<NotReady | 'draining' | undefined>,
): void {
  let latest: NotReady | 'draining' | undefined
  metrics.gauge(
    {
      name: 'lastro_ready',
      help: 'Whether a query could be recorded, by the reason that /readyz gives.',
      label: 'reason',
    },
    async () => {
      const checking = notReady().then((reason) => {
        latest = reason
      })
      await Promise.race([checking, wait(readyTimeoutMs, undefined, { ref: false })])
      return [[latest ?? 'ok', latest === undefined ? 1 : 0]]
    },
  )
}

/** Less than the time limit of a figure: a slower check is reported on the next scrape. */
const readyTimeoutMs = 500

/** How many reports are kept, and how many were not that should have been. */
export function watchKeptReports(
  metrics: Pick<Metrics, 'gauge' | 'counter'>,
  { counts }: Pick<Store['keptReports'], 'counts'>,
  { lost }: Pick<ReportKeeper, 'lost'>,
): void {
  metrics.gauge(
    { name: 'lastro_reports_kept', help: 'Reports that are kept for their clients.', label: 'environment' },
    counts,
  )
  metrics.counter(
    {
      name: 'lastro_reports_not_kept_total',
      help: 'Reports that were answered and could not be kept, by why.',
      label: 'reason',
    },
    async () => Object.entries(lost()),
  )
}

function watchReplicas(metrics: Pick<Metrics, 'gauge' | 'counter'>, { figures }: Replicas): void {
  metrics.gauge(
    {
      name: 'lastro_replica_lag_seconds',
      help: 'How far a replica may be behind the primary, the time since it was last looked at included.',
      label: 'replica',
    },
    async () => figures().replicas.map(({ name, lagMs }) => [name, lagMs / 1_000]),
  )
  metrics.gauge(
    { name: 'lastro_replica_in_use', help: 'Whether a replica is read from.', label: 'replica' },
    async () => figures().replicas.map(({ name, isInUse }) => [name, isInUse ? 1 : 0]),
  )
  metrics.counter(
    { name: 'lastro_replica_reads_total', help: 'Reads that a replica answered.', label: 'replica' },
    async () => figures().replicas.map(({ name, answered }) => [name, answered]),
  )
  metrics.counter(
    {
      name: 'lastro_replica_fallbacks_total',
      help: 'Reads that the primary answered in the place of a replica, by why.',
      label: 'reason',
    },
    async () => Object.entries(figures().fallbacks),
  )
}
