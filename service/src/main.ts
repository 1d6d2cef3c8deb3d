import type { Server } from 'node:http'
import type { Text } from '@lastro/contract/text.ts'
import { buildApp } from './app.ts'
import { systemClock } from './calendar/clock.ts'
import { registerFirstClient } from './clients/register-client.ts'
import { type Config, localeLanguage, readConfig } from './config.ts'
import { firstRunScreen, laterRunScreen } from './first-run.ts'
import { openLog } from './http/log.ts'
import { httpServer, listen } from './http/server.ts'
import { findScenario } from './sandbox/test-documents.ts'
import { settingFault } from './setting-fault.ts'
import { bureauSource } from './sources/bureau/bureau-source.ts'
import { sandboxSources } from './sources/sandbox/sandbox-sources.ts'
import { DirectoryInUse, lockDirectory } from './store/directory-lock.ts'
import { openStore } from './store/store.ts'

/** How often counts are written down and dead tokens swept out. */
const flushEveryMs = 1_000
const sweepEveryMs = 10 * 60_000

/** A token stays known for a day after it died, so that its holder hears "expired" and not "invalid". */
const deadTokenKeptMs = 24 * 60 * 60_000

/** Longer than any report may take, so that every query under way gets its answer. */
const drainGraceMs = 5_000

/** The whole program: config → store → sources → app → listen → drain. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  // On a terminal the log stays out of the way of the screen, unless it is asked for.
  const log = openLog(config.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info'))
  const unlock = config.databaseUrl === undefined ? lockDirectory(config.dataDirectory) : () => undefined
  const store = await openStore(config)
  const clock = systemClock

  const app = buildApp({
    store,
    sources: { production: [bureauSource(store.subjects)], sandbox: sandboxSources(findScenario) },
    clock,
    log,
    deadlineMs: config.deadlineMs,
    requestsInFlightMax: config.requestsInFlightMax,
  })
  const server = httpServer(app.listener)
  // From before the screen is seen: whoever stops a service that has just come up stops it in good order too.
  const stopping = stopSignal()
  const { port } = await listen(server, config)
  const firstClient = await registerFirstClient({ clients: store.clients, clock })

  const running = { address: addressOf(config, port), store: storeName(config), language: config.language }
  process.stdout.write(firstClient ? firstRunScreen(running, firstClient) : laterRunScreen(running))
  log.info({ address: running.address, engine: store.engine }, 'listening')

  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what)
  const flushing = setInterval(
    () => void app.limits.flush().catch(warn('usage was not written')),
    flushEveryMs,
  )
  const sweep = () =>
    store.clients.forgetTokens(clock.nowMs() - deadTokenKeptMs).catch(warn('tokens were not swept'))
  const sweeping = setInterval(() => void sweep(), sweepEveryMs)

  const signal = await stopping
  log.info({ signal }, 'draining')
  app.drain()
  await drained(server, config.deadlineMs + drainGraceMs)
  clearInterval(flushing)
  clearInterval(sweeping)
  await app.limits.flush().catch(warn('usage was not written'))
  await store.close()
  unlock()
  log.info({}, 'stopped')
}

/** A second signal means now. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve(signal)
      })
    }
  })
}

/** Takes no new connection, lets every request under way have its answer, then cuts whoever still holds on. */
function drained(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

const addressOf = ({ host }: Config, port: number): string => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

const storeName = ({ databaseUrl, dataDirectory }: Config): string =>
  databaseUrl === undefined ? `SQLite, ${dataDirectory}` : 'PostgreSQL'

/** What a person can mend is said in a sentence; anything else keeps its stack. */
function explain(error: unknown): string {
  const fault = error instanceof DirectoryInUse ? inUse(error.message) : settingFault(error)
  if (fault !== undefined) return fault[localeLanguage(process.env)]
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

const inUse = (directory: string): Text => ({
  pt: `${directory} está em uso por outro Lastro. Encerre-o, ou aponte LASTRO_DATA para outro diretório.`,
  en: `${directory} is in use by another Lastro. Stop that one, or set LASTRO_DATA to another directory.`,
})

main().catch((error: unknown) => {
  process.stderr.write(`lastro: ${explain(error)}\n`)
  process.exit(1)
})
