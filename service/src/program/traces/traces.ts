import type { Source } from '../../features/reports/source.ts'
import type { Recorder } from '../../features/trail/recorder.ts'
import type { Route } from '../../http/route.ts'

export type TraceSettings = {
  /** Where spans are posted to, by OTLP over HTTP in JSON. */
  readonly url: string
  readonly serviceName: string
  /** Of traces that begin here, how many are told: from 0 to 1. */
  readonly share: number
}

/** What traces add around a query, its sources and its record. */
export type Traces = {
  readonly ofRoutes: (routes: readonly Route[]) => readonly Route[]
  readonly ofSource: <One extends Source>(source: One) => One
  /** The same for sources that come and go: the map is another object when they have. */
  readonly ofEnabled: (enabled: () => ReadonlyMap<string, Source>) => () => ReadonlyMap<string, Source>
  readonly ofRecorder: (record: Recorder) => Recorder
  /** Sends what waits, for as long as that is worth waiting for. */
  readonly stop: () => Promise<void>
}

/** Nothing is traced, and nothing is in the way of a query. */
export const noTraces: Traces = {
  ofRoutes: (routes) => routes,
  ofSource: (source) => source,
  ofEnabled: (enabled) => enabled,
  ofRecorder: (record) => record,
  stop: async () => undefined,
}
