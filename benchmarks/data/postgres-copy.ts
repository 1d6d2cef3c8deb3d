import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { childEnvironment } from '../../service/testing/child-environment.ts'
import { type RawFile, rawFiles } from './raw-files.ts'

const streamCount = 2

/**
 * The baseline on PostgreSQL: COPY of the same zips on two streams, unpacked on the way by unzip, into tables of text
 * without keys and indexes. Returns the seconds that it took.
 */
export async function timedCopy(from: string, databaseUrl: string): Promise<number> {
  const clients = await Promise.all(Array.from({ length: streamCount }, () => connected(databaseUrl)))
  const [first] = clients
  const files = rawFiles(from)
  const tables = new Map(files.map(({ table, columns }) => [table, columns]))
  for (const [table, columns] of tables) {
    const names = Array.from({ length: columns }, (_, at) => `c${at} text`).join(', ')
    await first?.query(`drop table if exists ${table}; create table ${table} (${names})`)
  }
  const begunMs = performance.now()
  const left = [...files]
  await Promise.all(
    clients.map(async (client) => {
      for (let file = left.shift(); file !== undefined; file = left.shift()) await copy(client, file)
    }),
  )
  const seconds = (performance.now() - begunMs) / 1_000
  for (const table of tables.keys()) await first?.query(`drop table ${table}`)
  await Promise.all(clients.map((client) => client.end()))
  return seconds
}

async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return client
}

/** COPY gives up at a NUL byte, a blank line, and a row with a column too many, of which the sample has one kind. */
const unpack = `unzip -p "$0" | tr -d '\\000' | grep -av -e '^$' -e 'COLUNA A MAIS'`

async function copy(client: pg.Client, { path, table }: RawFile): Promise<void> {
  const unzip = spawn('sh', ['-c', unpack, path], {
    env: { ...childEnvironment(), LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const exit = once(unzip, 'exit')
  const into = client.query(
    copyFrom(`copy ${table} from stdin (format csv, delimiter ';', encoding 'LATIN1')`),
  )
  await pipeline(unzip.stdout, into)
  await exit
}
