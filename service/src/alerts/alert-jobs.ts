import type { Handler, Work } from '../jobs/runner.ts'
import { type FanOutDeps, fanOutEvents } from './fan-out-events.ts'

export type AlertJobs = {
  readonly handlers: Readonly<Record<string, Handler>>
  readonly works: readonly Work[]
}

/** What is done for alerts in the background, but for webhooks: events become occurrences. */
export const alertJobs = (deps: FanOutDeps): AlertJobs => ({
  handlers: {},
  works: [{ name: 'alerts', run: () => fanOutEvents(deps) }],
})
