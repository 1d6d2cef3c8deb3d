import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { StoreLocation } from '../../service/src/store/open-store.ts'
import { until } from '../../service/testing/until.ts'
import { credentialHeaders, registerClients } from '../crash/crash-callers.ts'
import { endNow, startAnswering, stopCleanly } from '../crash/crash-service.ts'
import { askUntilStopped, type Life, newSightings, type Sightings, takesMs } from './stop-callers.ts'

/** How the service runs: which reader reads its connections, and in how many processes. */
export const stopModes = {
  fast: { environment: { LASTRO_FAST_HTTP: 'on' }, args: [] },
  'node:http': { environment: { LASTRO_FAST_HTTP: 'off' }, args: [] },
  workers: { environment: { LASTRO_FAST_HTTP: 'on' }, args: ['--workers', '2'] },
} as const

export type StopMode = keyof typeof stopModes

export type StopReport = Sightings & { readonly stops: number; readonly stopMsMax: number }

export type StopRun = {
  readonly place: StoreLocation
  readonly mode: StopMode
  readonly stops: number
  readonly callers: number
}

/** A signal comes after so many answers. */
const answersBefore = 200

/** Every third caller takes its time between two queries, so that its connection is idle when the signal comes. */
const pauseMs = 900

/** Stops the service again and again while its callers ask on connections that they keep. */
export async function stopRun({ place, mode, stops, callers }: StopRun): Promise<StopReport> {
  const seen = newSightings()
  const clients = await registerClients(place, callers)
  const { environment, args } = stopModes[mode]
  let headers: readonly Readonly<Record<string, string>>[] | undefined
  let stopMsMax = 0
  for (let stop = 0; stop < stops; stop++) {
    const { port, child } = await startAnswering(place, { LASTRO_DRAIN_MS: '', ...environment }, args)
    try {
      headers ??= await Promise.all(clients.map((one) => credentialHeaders(port, one)))
      const life: Life = { port, signalledAtMs: undefined, isOver: false }
      const asking = headers.map((one, at) =>
        askUntilStopped(seen, life, {
          headers: { ...one, 'Content-Type': 'application/json' },
          pauseMs: at % 3 === 0 ? pauseMs : 0,
        }),
      )
      const enough = seen.answered + answersBefore
      await until(() => seen.answered >= enough, 'queries are answered')
      life.signalledAtMs = performance.now()
      // As systemd does it: every process of the service is told, and then workers by the first once more.
      for (const pid of workersOf(child)) process.kill(pid, 'SIGTERM')
      const stopping = stopCleanly(child)
      await Promise.all([stopping, wait(takesMs)])
      stopMsMax = Math.max(stopMsMax, performance.now() - life.signalledAtMs)
      life.isOver = true
      await Promise.all(asking)
    } finally {
      await endNow(child)
    }
  }
  return { ...seen, stops, stopMsMax }
}

function workersOf({ pid }: ChildProcess): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

/** What is wrong with a run, in sentences; nothing when every promise held. */
export function faultsOf(report: StopReport): string[] {
  const counted = (count: number, what: string) => (count === 0 ? [] : [`${count} ${what}`])
  return [
    ...counted(report.resets, 'connections ended without an answer'),
    ...counted(report.turnedAwayEarly, 'connections were refused within two seconds of the signal'),
    ...Object.entries(report.unexpected).map(([status, count]) => `${count} times ${status}`),
  ]
}
