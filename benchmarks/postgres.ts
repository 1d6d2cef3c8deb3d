import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openPostgres } from '../service/src/store/engine/postgres.ts'
import { startPostgres } from '../service/testing/servers/postgres-server.ts'
import { benchClient, loadSample, randomBodies } from './data.ts'
import { median, type Server, startService } from './processes.ts'
import { compare, credentialHeaders, print } from './query.ts'

const subjectCount = 100_000

/** The service on PostgreSQL over a socket, against itself with a bare select in the place of its read. */
export async function benchPostgres(count = subjectCount): Promise<void> {
  const postgres = await startPostgres({ durable: true })
  try {
    const store = await openPostgres(postgres.url)
    await loadSample(store, count)
    const credentials = await benchClient(store)
    await store.close()
    const service = await startService({ DATABASE_URL: postgres.url })
    const bare = await startBareSelect(postgres.url)
    const headers = await credentialHeaders(service, credentials)
    const asked = { headers, bodies: randomBodies(count) }
    const { ratios } = await compare({ service, bare }, asked, { service: 'service', bare: 'bare select' })
    await service.stop()
    await bare.stop()
    print(`ratio ${median(ratios).toFixed(2)}`)
  } finally {
    await postgres.stop()
  }
}

async function startBareSelect(databaseUrl: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'bare-select-service.ts'))
  child.send({ databaseUrl })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    process: child,
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
