import { buildApp } from './app.ts'
import type { Clock } from './calendar/clock.ts'
import type { Config } from './config.ts'
import type { Log } from './http/log.ts'
import { httpServer } from './http/server.ts'
import { findScenario } from './sandbox/test-documents.ts'
import { bureauSource } from './sources/bureau/bureau-source.ts'
import { consultationSource } from './sources/consultations/consultation-source.ts'
import { sandboxSources } from './sources/sandbox/sandbox-sources.ts'
import type { Store } from './store/store.ts'

/** How often what is over is swept out. */
const sweepEveryMs = 10 * 60_000

/** A token stays known for a day after it died, so that its holder hears "expired" and not "invalid". */
const deadTokenKeptMs = 24 * 60 * 60_000

/** Longer than any report may take, so that every query under way gets its answer. */
const drainGraceMs = 5_000

export type Serving = { readonly port: number; readonly stop: () => Promise<void> }

type ServeDeps = {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly sharesRates: boolean
}

/** One serving process: sources → app → listen; `stop` drains it. */
export async function serve(config: Config, { store, clock, log, sharesRates }: ServeDeps): Promise<Serving> {
  const consultations = { trail: store.trail, clients: store.clients, clock }
  const app = buildApp({
    store,
    sources: {
      production: [bureauSource(store.subjects), consultationSource(consultations, 'production')],
      sandbox: [...sandboxSources(findScenario), consultationSource(consultations, 'sandbox')],
    },
    clock,
    log,
    deadlineMs: config.deadlineMs,
    requestsInFlightMax: config.requestsInFlightMax,
    sharesRates,
    trustedProxies: config.trustedProxies,
  })
  const server = httpServer(app.answer)
  const { port } = await server.listen(config)
  const sweep = async () => {
    await store.clients.forgetTokens(clock.nowMs() - deadTokenKeptMs)
    await store.idempotency.forget(clock.nowMs())
  }
  const sweeping = setInterval(
    () => void sweep().catch((error: unknown) => log.warn({ err: error }, 'nothing was swept out')),
    sweepEveryMs,
  )
  return {
    port,
    stop: async () => {
      app.drain()
      await server.drain(config.deadlineMs + drainGraceMs)
      clearInterval(sweeping)
    },
  }
}
