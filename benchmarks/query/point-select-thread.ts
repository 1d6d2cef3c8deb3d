import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'

export type PointSelectsAsked = {
  readonly databaseUrl: string
  readonly seconds: number
  readonly connections: number
  readonly accountCount: number
}

/** Selects by key, one after the other on each connection, and says how many it was answered. */
const { databaseUrl, seconds, connections, accountCount } = workerData as PointSelectsAsked
const clients = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    return client
  }),
)
const endsAt = performance.now() + seconds * 1000
let answered = 0

async function select(client: pg.Client): Promise<void> {
  while (performance.now() < endsAt) {
    await client.query({
      name: 'select',
      text: 'select abalance from pgbench_accounts where aid = $1',
      values: [1 + Math.floor(Math.random() * accountCount)],
      rowMode: 'array',
    })
    answered += 1
  }
}

await Promise.all(clients.map(select))
await Promise.all(clients.map((client) => client.end()))
parentPort?.postMessage(answered)
