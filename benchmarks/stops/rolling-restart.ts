import type { StoreLocation } from '../../service/src/store/open-store.ts'
import { freePort } from '../../service/testing/servers/postgres-server.ts'
import { until } from '../../service/testing/until.ts'
import { credentialHeaders, registerClients } from '../crash/crash-callers.ts'
import { endNow, type Service, startAnswering, stopCleanly } from '../crash/crash-service.ts'
import { proxyTo } from './proxy.ts'
import { askUntilStopped, type Life, newSightings, type Sightings } from './stop-callers.ts'
import { type StopMode, stopModes } from './stop-run.ts'

export type RollingRestart = {
  readonly place: StoreLocation
  /** How often each of the two services is stopped and started again. */
  readonly rounds: number
  readonly callers: number
  readonly mode: Exclude<StopMode, 'workers'>
  /** How long each caller waits before it asks again; otherwise they take all that the machine has. */
  readonly pauseMs?: number
}

/** Answers between one restart and the next. */
const answersBetween = 200

/** Restarts two services behind a proxy, one after the other, while callers ask; what they saw is returned. */
export async function rollingRestart({
  place,
  rounds,
  callers,
  mode,
  pauseMs = 0,
}: RollingRestart): Promise<Sightings> {
  const seen = newSightings()
  const clients = await registerClients(place, callers)
  const ports = [await freePort(), await freePort()]
  const start = (at: number): Promise<Service> =>
    startAnswering(place, { PORT: String(ports[at]), LASTRO_DRAIN_MS: '', ...stopModes[mode].environment })
  const services = [await start(0), await start(1)]
  const proxy = await proxyTo(ports)
  try {
    const headers = await Promise.all(clients.map((one) => credentialHeaders(proxy.port, one)))
    const life: Life = { port: proxy.port, signalledAtMs: undefined, isOver: false }
    const asking = headers.map((one) =>
      askUntilStopped(seen, life, { headers: { ...one, 'Content-Type': 'application/json' }, pauseMs }),
    )
    for (let turn = 0; turn < rounds * services.length; turn++) {
      const at = turn % services.length
      const enough = seen.answered + answersBetween
      await until(() => seen.answered >= enough, 'queries are answered')
      const { child } = services[at] as Service
      await stopCleanly(child)
      services[at] = await start(at)
    }
    life.isOver = true
    await Promise.all(asking)
    return seen
  } finally {
    proxy.close()
    await Promise.all(services.map(({ child }) => endNow(child)))
  }
}
