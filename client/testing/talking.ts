import {
  type Options,
  type RunningService,
  runService,
  type Session,
} from '../../service/testing/running-service.ts'
import { TestClock } from '../../service/testing/services/listing-service.ts'
import { lastroClient } from '../src/client.ts'
import type { Connection } from '../src/transport/connection.ts'
import { type CuttingProxy, cuttingProxy } from './cutting-proxy.ts'
import { type Heard, heardFetch } from './heard-fetch.ts'

export type Talking = {
  readonly service: RunningService
  readonly session: Session
  readonly lastro: ReturnType<typeof lastroClient>
  /** What the client sent, and what it was answered. */
  readonly heard: readonly Heard[]
  readonly proxy: CuttingProxy
  readonly serviceClock: TestClock
  /** Time passes for both. */
  readonly pass: (ms: number) => void
  readonly close: () => Promise<void>
}

/** A service, a client of its sandbox, and a way between them that a test may cut. Each side has its own clock. */
export async function talking(
  connection: Partial<Connection> = {},
  options: Omit<Options, 'clock'> = {},
): Promise<Talking> {
  const [serviceClock, clientClock] = [new TestClock(), new TestClock()]
  const service = await runService({ ...options, clock: serviceClock })
  const session = await service.newSession()
  const proxy = await cuttingProxy(service.port)
  const { fetch, heard } = heardFetch(proxy.url)
  const lastro = lastroClient({
    baseUrl: proxy.url,
    ...session,
    fetch,
    clock: clientClock,
    language: 'en',
    ...connection,
  })
  return {
    service,
    session,
    lastro,
    heard,
    proxy,
    serviceClock,
    pass: (ms) => {
      serviceClock.add(ms)
      clientClock.add(ms)
    },
    close: async () => {
      proxy.close()
      await service.close()
    },
  }
}
