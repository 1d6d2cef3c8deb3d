import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../../service/src/store/engine/tables.ts'
import type { StoreLocation } from '../../service/src/store/open-store.ts'
import { programs } from '../../service/testing/programs.ts'
import { startPostgres } from '../../service/testing/servers/postgres-server.ts'
import { until } from '../../service/testing/until.ts'

export type Service = { readonly port: number; readonly child: ChildProcess }

/** The real program on the place, from when it says that it can answer. */
export async function startAnswering(
  place: StoreLocation,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
): Promise<Service> {
  const child = startService(place, environment, args)
  try {
    const port = await portOf(child.stdout)
    // On a slow machine its first look at the store may take longer than a look may.
    await until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200, 'it is ready')
    return { port, child }
  } catch (error) {
    await endNow(child)
    throw error
  }
}

/** The real program, from its first moment on. */
export const startService = (
  { dataDirectory, databaseUrl = '' }: StoreLocation,
  environment: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
) =>
  spawn(process.execPath, [programs.service, ...args], {
    env: {
      ...process.env,
      PORT: '0',
      LASTRO_LOG: 'warn',
      // Nobody sends callers to it who would have to notice first that it is going.
      LASTRO_DRAIN_MS: '0',
      LASTRO_DATA: dataDirectory,
      DATABASE_URL: databaseUrl,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** Its screen says where it is, and last how it is stopped. */
async function portOf(screen: AsyncIterable<unknown>): Promise<number> {
  let text = ''
  for await (const chunk of screen) {
    text += String(chunk)
    const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text) ?? []
    if (port !== undefined && text.includes('Ctrl+C')) return Number(port)
  }
  throw new Error(`The service did not come up: ${text}`)
}

export async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** As an operator stops it. */
export async function stopCleanly(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`The service was asked to stop and ended with ${code}`)
}

/** A report takes milliseconds, and on a busy machine some seconds; one that takes this long is lost. */
export const answerTimeoutMs = 60_000

/** A fresh place of its own, removed afterwards. */
export async function withPlace<Result>(
  engine: Engine,
  use: (place: StoreLocation) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'lastro-crash-'))
  const postgres = engine === 'postgres' ? await startPostgres() : undefined
  try {
    return await use({ dataDirectory, databaseUrl: postgres?.url })
  } finally {
    await postgres?.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`)
