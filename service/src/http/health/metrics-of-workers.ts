import { AggregatorRegistry } from 'prom-client'
import type { Figures } from './metrics.ts'

/** What one serving process tells of itself. */
export type WorkerMetrics = { readonly worker: number; readonly figures: Figures }

/**
 * The figures of several processes as one page: each line says whose it is, and the lines of a figure stand
 * together, as the format wants them. Adding them up is for whoever reads, with `sum without (worker)`: a sum made
 * here would fall whenever a worker is replaced, and a counter that falls is read as one that began anew.
 */
export const metricsOfWorkers = (all: readonly WorkerMetrics[]): Promise<string> =>
  AggregatorRegistry.aggregate(all.map(ofWorker)).metrics()

const ofWorker = ({ worker, figures }: WorkerMetrics): object[] =>
  figures.map((figure) => ({
    ...figure,
    // No two lines have the same labels, so the first is the only one.
    aggregator: 'first',
    // What is not a number came through JSON as null, and would be shown as infinite.
    values: figure.values
      .filter(({ value }) => Number.isFinite(value))
      .map((value) => ({ ...value, labels: { ...value.labels, worker } })),
  }))
