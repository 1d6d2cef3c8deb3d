import { parseArgs } from 'node:util'
import type { Text } from '@lastro/contract/text.ts'
import { systemClock } from './clock.ts'
import { alertsWaiting } from './features/alerts/open-alerts.ts'
import { type Notices, openNotices } from './features/notices/open-notices.ts'
import { lineBilling } from './features/reports/batches/line-billing.ts'
import { sealsUnder, secretsKeyFault } from './features/sealing/reseal-secrets.ts'
import { readSealKey } from './features/sealing/seal-key.ts'
import { passwordHashing } from './features/users/sign-in/password-hash.ts'
import { type Log, openLog } from './http/health/log.ts'
import { buildConsoleIfMissing } from './pages/console/build-console.ts'
import { type Config, ConfigError, localeLanguage, readConfig } from './program/config.ts'
import { firstRunScreen, laterRunScreen } from './program/first-run.ts'
import { firstStart } from './program/first-start.ts'
import { metricsFromAll } from './program/metrics/collect-metrics.ts'
import { type Serving, serve } from './program/serve.ts'
import { settingFault } from './program/setting-fault.ts'
import { allWorkersClosed, isWorker, serveWithWorkers, WorkerFailed } from './program/workers.ts'
import { DirectoryInUse, lockDirectory } from './store/engine/directory-lock.ts'
import { openStore } from './store/open-store.ts'
import type { Store } from './store/store.ts'

/** The whole program: config → store → serve → screen → drain. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  const workers = workerCount(process.argv.slice(2))
  // On a terminal the log stays out of the way of the screen, unless it is asked for.
  const log = openLog(config.logLevel ?? (process.stderr.isTTY ? 'warn' : 'info'))
  // A bug in one request or job must not end the others.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'a failure was not handled'))
  const notices = openNotices(config.notices)
  const { store, close } = await openOwnStore(config)

  // From before the screen is seen: whoever stops a service that has just come up stops it in good order too.
  const stopping = stopSignal()
  const serving =
    workers > 1 && !isWorker
      ? await serveWithWorkers(workers, { log, onDeath: releaseClaims(store, log) })
      : await serveHere(config, { store, log, workers, notices })

  const address = addressOf(config, serving.port)
  if (!isWorker) {
    buildConsoleIfMissing(log)
    await welcome(config, { store, log, notices, address })
  }
  log.info({ address, engine: store.engine, workers }, 'listening')

  const signal = await stopping
  log.info({ signal }, 'draining')
  await serving.stop()
  await close()
  log.info({}, 'stopped')
  if (isWorker) process.disconnect?.()
}

type OpenedStore = { readonly store: Store; readonly close: () => Promise<void> }

/** The embedded store is held by one service: what another left half done nobody goes on with, and is given up. */
async function openOwnStore(config: Config): Promise<OpenedStore> {
  const holdsDirectory = config.databaseUrl === undefined && !isWorker
  const unlock = holdsDirectory ? lockDirectory(config.dataDirectory) : () => undefined
  const store = await openStore(config)
  if (!isWorker) await refuseOtherKey(config, store)
  if (holdsDirectory) {
    await Promise.all([
      store.idempotency.abandonAll(),
      store.batches.abandon(),
      store.queryBatches.abandon(systemClock.nowMs(), lineBilling(store.trail)),
      store.alerts.deliveries.abandon(),
    ])
  }
  const close = async () => {
    await store.close()
    unlock()
  }
  return { store, close }
}

type Opened = { readonly store: Store; readonly log: Log; readonly notices: Notices }

const serveHere = (config: Config, opened: Opened & { readonly workers: number }): Promise<Serving> =>
  serve(config, {
    ...opened,
    clock: systemClock,
    sharesRates: opened.store.engine === 'postgres' || opened.workers > 1,
    metricsFromAll: isWorker ? metricsFromAll : undefined,
    allClosed: isWorker ? allWorkersClosed : undefined,
  })

/**
 * On SQLite a process claims idempotency keys under its process id; on PostgreSQL the other processes detect its death.
 */
const releaseClaims =
  ({ engine, idempotency }: Store, log: Log) =>
  (pid: number): void => {
    if (engine !== 'sqlite') return
    idempotency.abandon(pid).catch((error: unknown) => log.warn({ err: error }, 'claims were not released'))
  }

/** Says where the service is and what waits for a setting; the first start also shows whom it made. */
async function welcome(
  config: Config,
  { store, log, notices, address }: Opened & { readonly address: string },
): Promise<void> {
  const first = await firstStart({ store, passwords: passwordHashing(), clock: systemClock })
  const running = {
    address,
    store: storeName(config),
    language: config.language,
    noticesWaiting: notices.waiting,
    alertsWaiting: alertsWaiting(config.alertMail),
    warning: notices.warning,
    operator: first.operator,
    analyst: first.analyst,
  }
  if (running.noticesWaiting !== undefined) log.info({}, `notices ${running.noticesWaiting.en}`)
  if (running.warning !== undefined) log.warn({}, running.warning.en)
  if (running.alertsWaiting !== undefined) log.info({}, `alerts: ${running.alertsWaiting.en}`)
  process.stdout.write(first.client ? firstRunScreen(running, first.client) : laterRunScreen(running))
}

/** Better said now than with the first event that cannot be signed, or the first person who cannot sign in. */
async function refuseOtherKey(config: Config, store: Store): Promise<void> {
  const fault = await secretsKeyFault(
    store.sealed,
    sealsUnder((of) => readSealKey(config, of)),
  )
  if (fault === undefined) return
  await store.close()
  throw new ConfigError(fault)
}

/** `--workers N`: how many processes serve. One is the service itself. */
function workerCount(args: string[]): number {
  const { workers } = readArguments(args)
  if (workers === undefined) return 1
  if (/^[1-9]\d{0,2}$/.test(workers)) return Number(workers)
  throw new ConfigError({
    pt: '--workers é um número inteiro de 1 a 999.',
    en: '--workers is a whole number from 1 to 999.',
  })
}

function readArguments(args: string[]): { workers?: string } {
  try {
    return parseArgs({ args, options: { workers: { type: 'string' } } }).values
  } catch {
    throw new ConfigError({
      pt: 'O serviço aceita só --workers N; o resto vem do ambiente, como conta o README.',
      en: 'The service takes --workers N alone; the rest comes from the environment, as the README tells.',
    })
  }
}

/**
 * A second signal means now. To a worker it means nothing: systemd and a terminal tell every process of a service,
 * and then the first process tells its workers once more.
 */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        process.on(signal, () => void (isWorker || process.exit(1)))
        resolve(signal)
      })
    }
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

// A closed screen is no reason to stop serving; a lost secret is replaced with `client create`.
process.stdout.on('error', () => undefined)

main().catch((error: unknown) => {
  if (!(error instanceof WorkerFailed)) process.stderr.write(`lastro: ${explain(error)}\n`)
  process.exit(1)
})
