import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { systemBinaries } from '../../service/testing/servers/postgres-server.ts'
import type { PointSelectsAsked } from './point-select-thread.ts'

/** As `pgbench -s 10` makes them. */
const accountCount = 1_000_000

const connections = 16
const threads = 2

export type PointSelects = {
  readonly name: string
  /** Selects a second, over so many seconds. */
  readonly run: (seconds: number) => Promise<number>
}

/** Bare selects by key on a server: `pgbench -S -M prepared -s 10 -c 16 -j 2`, or the same by a client of ours. */
export async function pointSelects(databaseUrl: string): Promise<PointSelects> {
  const pgbench = pgbenchPath()
  return pgbench === undefined ? ownSelects(databaseUrl) : pgbenchSelects(pgbench, databaseUrl)
}

/** It comes with the server's packages, and not with the server that npm brings. */
function pgbenchPath(): string | undefined {
  const directories = [systemBinaries(), ...(process.env.PATH ?? '').split(':')]
  return directories
    .filter((one) => one !== undefined && one !== '')
    .map((one) => join(one as string, 'pgbench'))
    .find((path) => existsSync(path))
}

async function pgbenchSelects(path: string, databaseUrl: string): Promise<PointSelects> {
  const run = promisify(execFile)
  await run(path, ['-i', '-q', '-s', '10', databaseUrl])
  const asked = ['-S', '-n', '-M', 'prepared', '-c', String(connections), '-j', String(threads)]
  return {
    name: `pgbench ${asked.join(' ')} -s 10`,
    run: async (seconds) => {
      const { stdout } = await run(path, [...asked, '-T', String(seconds), databaseUrl])
      const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1]
      if (perSecond === undefined) throw new Error(`pgbench said: ${stdout}`)
      return Number(perSecond)
    },
  }
}

async function ownSelects(databaseUrl: string): Promise<PointSelects> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`create table pgbench_accounts
    (aid integer not null, bid integer, abalance integer, filler char(84)) with (fillfactor = 100)`)
  await client.query(`insert into pgbench_accounts
    select aid, 1 + (aid - 1) / 100000, 0, '' from generate_series(1, ${accountCount}) as aid`)
  await client.query('alter table pgbench_accounts add primary key (aid)')
  await client.query('vacuum analyze pgbench_accounts')
  await client.end()
  return {
    name: `a client of ours that does what pgbench -S -M prepared -s 10 -c ${connections} -j ${threads} does (pgbench is not installed)`,
    run: async (seconds) => {
      const asked: PointSelectsAsked = {
        databaseUrl,
        seconds,
        connections: connections / threads,
        accountCount,
      }
      const counts = await Promise.all(Array.from({ length: threads }, () => onThread(asked)))
      return counts.reduce((sum, count) => sum + count, 0) / seconds
    },
  }
}

function onThread(asked: PointSelectsAsked): Promise<number> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./point-select-thread.ts', import.meta.url), { workerData: asked })
    thread.once('message', resolve)
    thread.once('error', reject)
  })
}
