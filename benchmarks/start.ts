import { spawn } from 'node:child_process'
import type { Engine } from '../service/src/store/engine/tables.ts'
import type { StoreLocation } from '../service/src/store/open-store.ts'
import { programs } from '../service/testing/programs.ts'
import { endNow, print, withPlace } from './crash/crash-service.ts'
import { median } from './stage/processes.ts'

/** Longer than this whoever tries the service for the first time begins to wonder. */
const targetMs = 2_000

export type StartFigures = {
  readonly engine: Engine
  /** From the command to the first report, on an empty store. */
  readonly firstMs: number
  /** The same on the store that a killed service left. */
  readonly againMs: number
}

/** How long a start takes to its first answer, in the middle of so many rounds. */
export async function benchStart(
  rounds = 5,
  engines: readonly Engine[] = ['sqlite', 'postgres'],
): Promise<readonly StartFigures[]> {
  const figures: StartFigures[] = []
  print(line(['engine', 'first ms', 'after kill ms']))
  for (const engine of engines) {
    const all: Omit<StartFigures, 'engine'>[] = []
    for (let round = 0; round < rounds; round++) all.push(await withPlace(engine, startTwice))
    const one = {
      engine,
      firstMs: median(all.map(({ firstMs }) => firstMs)),
      againMs: median(all.map(({ againMs }) => againMs)),
    }
    print(line([engine, one.firstMs.toFixed(0), one.againMs.toFixed(0)]))
    figures.push(one)
  }
  print(`a start answers after ${slowestMs(figures).toFixed(0)} ms at worst (target ${targetMs})`)
  return figures
}

/** What is wrong with the figures, in sentences. */
export const startFaults = (figures: readonly StartFigures[]): string[] =>
  slowestMs(figures) > targetMs ? [`a start takes longer than ${targetMs} ms`] : []

const slowestMs = (figures: readonly StartFigures[]): number =>
  Math.max(...figures.flatMap(({ firstMs, againMs }) => [firstMs, againMs]))

const line = (cells: readonly string[]): string => cells.map((cell) => cell.padStart(14)).join('')

async function startTwice(place: StoreLocation): Promise<Omit<StartFigures, 'engine'>> {
  const first = await startUntilAnswered(place, undefined)
  const again = await startUntilAnswered(place, first.credentials)
  return { firstMs: first.tookMs, againMs: again.tookMs }
}

type Credentials = { readonly clientId: string; readonly clientSecret: string; readonly apiKey: string }

/** Starts the real program, asks for a report, and kills it. A first start shows the credentials on its screen. */
async function startUntilAnswered(
  { dataDirectory, databaseUrl = '' }: StoreLocation,
  known: Credentials | undefined,
): Promise<{ readonly tookMs: number; readonly credentials: Credentials }> {
  const startedAtMs = performance.now()
  const child = spawn(process.execPath, [programs.service], {
    env: {
      ...process.env,
      PORT: '0',
      LASTRO_LOG: 'warn',
      LASTRO_DATA: dataDirectory,
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let screen = ''
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      screen += String(chunk)
      if (screen.includes('Ctrl+C')) break
    }
    const shown = (pattern: RegExp): string => pattern.exec(screen)?.[1] ?? fail(screen)
    const url = shown(/(http:\/\/127\.0\.0\.1:\d+)/)
    const credentials = known ?? {
      clientId: shown(/^clientId +(\S+)$/m),
      clientSecret: shown(/^clientSecret +(\S+)$/m),
      apiKey: shown(/^apiKey +(\S+)$/m),
    }
    await askReport(url, credentials)
    return { tookMs: performance.now() - startedAtMs, credentials }
  } finally {
    await endNow(child)
  }
}

function fail(screen: string): never {
  throw new Error(`The service did not come up: ${screen}`)
}

async function askReport(url: string, { clientId, clientSecret, apiKey }: Credentials): Promise<void> {
  const granted = await fetch(`${url}/sandbox/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const answer = await fetch(`${url}/sandbox/relatorioBasico/v2/consulta`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'x-api-key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ documento: '52998224725' }),
  })
  if (answer.status !== 200) throw new Error(`The first report answered ${answer.status}`)
}
