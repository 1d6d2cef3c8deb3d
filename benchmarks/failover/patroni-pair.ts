import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort, newServerPlace, type ServerPlace } from '../../service/testing/servers/postgres-server.ts'
import { until } from '../../service/testing/until.ts'

/** Two PostgreSQL that Patroni keeps, with an etcd that says which of them leads. */
export type PatroniPair = {
  readonly url: string
  /** Kills the leader, and the Patroni that keeps it, as if the machine had lost its power. */
  readonly killLeader: () => Promise<void>
  /** Resolves when another leads, which is when Patroni says so. */
  readonly promoted: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** What is missing for this, in words; undefined where all is here. */
export function missingForPatroni(path: string): string | undefined {
  const isThere = (name: string) =>
    path.split(delimiter).some((directory) => isProgram(join(directory, name)))
  const missing = [
    ...(isThere('patroni')
      ? []
      : ["Patroni (apt install patroni, or pip install 'patroni[etcd3]' psycopg2-binary)"]),
    ...(isThere('etcd') ? [] : ['etcd (apt install etcd-server)']),
    ...(existsSync('/usr/lib/postgresql')
      ? []
      : ['PostgreSQL with pg_rewind and pg_basebackup (apt install postgresql)']),
  ]
  return missing.length === 0 ? undefined : missing.join('; ')
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

type Node = {
  readonly name: string
  readonly port: number
  readonly apiPort: number
  readonly configPath: string
  readonly dataDirectory: string
  process: ChildProcess | undefined
}

export async function startPatroniPair(): Promise<PatroniPair> {
  const place = newServerPlace()
  const etcdPort = await freePort()
  const etcd = startEtcd(place, etcdPort, await freePort())
  const nodes = [await newNode(place, 'one', etcdPort), await newNode(place, 'two', etcdPort)] as const
  const start = (node: Node) => {
    node.process = spawn('patroni', [node.configPath], { ...place.as, detached: true, stdio: 'ignore' })
  }
  for (const node of nodes) start(node)
  await until(() => isReplicated(nodes), 'one leads and the other follows')
  let leader = await leaderOf(nodes)
  return {
    url: `postgres://lastro@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres?target_session_attrs=read-write`,
    killLeader: async () => {
      await until(() => isReplicated(nodes), 'one leads and the other follows')
      leader = await leaderOf(nodes)
      await killNode(leader)
    },
    promoted: async () => {
      const other = nodes.find((one) => one !== leader) as Node
      await until(async () => (await statusOf(other, 'primary')) === 200, 'the other leads')
      start(leader)
    },
    stop: async () => {
      for (const node of nodes) await killNode(node)
      await killGroup(etcd)
      place.remove()
    },
  }
}

function startEtcd({ home, as }: ServerPlace, port: number, peerPort: number): ChildProcess {
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const args = [
    ...['--data-dir', join(home, 'etcd'), '--name', 'etcd'],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...[
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      `etcd=${peer}`,
    ],
  ]
  return spawn('etcd', args, { ...as, detached: true, stdio: 'ignore' })
}

async function newNode({ home, bin }: ServerPlace, name: string, etcdPort: number): Promise<Node> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const configPath = join(home, `${name}.yml`)
  const trust = [
    'local all all trust',
    'host all all 127.0.0.1/32 trust',
    'host replication all 127.0.0.1/32 trust',
  ]
  const config = {
    scope: 'lastro',
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        // The shortest that Patroni takes.
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { 'auth-local': 'trust' }, { 'auth-host': 'trust' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(home, name),
      bin_dir: bin,
      authentication: { superuser: { username: 'lastro' }, replication: { username: 'lastro' } },
      parameters: { unix_socket_directories: home },
      pg_hba: trust,
    },
  }
  // JSON is YAML.
  writeFileSync(configPath, JSON.stringify(config))
  return { name, port, apiPort, configPath, dataDirectory: join(home, name), process: undefined }
}

async function statusOf({ apiPort }: Node, path: string): Promise<number> {
  try {
    return (await fetch(`http://127.0.0.1:${apiPort}/${path}`)).status
  } catch {
    return 0
  }
}

async function isReplicated(nodes: readonly Node[]): Promise<boolean> {
  const leads = await Promise.all(nodes.map((one) => statusOf(one, 'primary')))
  const follows = await Promise.all(nodes.map((one) => statusOf(one, 'synchronous')))
  return leads.includes(200) && follows.includes(200)
}

async function leaderOf(nodes: readonly Node[]): Promise<Node> {
  for (const node of nodes) if ((await statusOf(node, 'primary')) === 200) return node
  throw new Error('Nobody leads')
}

/** Patroni and its PostgreSQL, which has left the group of whoever started it. */
async function killNode({ process: patroni, dataDirectory }: Node): Promise<void> {
  await killGroup(patroni)
  const [pid] = readFileSync(join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n')
  try {
    process.kill(Number(pid), 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The process and all that it started. */
async function killGroup(child: ChildProcess | undefined): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
