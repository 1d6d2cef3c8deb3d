import { Socket } from 'node:net'
import type { Text } from '@lastro/contract/text.ts'
import pg from 'pg'
import {
  type DatabaseAddress,
  DatabaseFault,
  type DatabaseHost,
  databaseAddress,
} from './database-address.ts'
import { primaryHost } from './primary-host.ts'

/** How long a session may take for what, before the server ends it: nobody waits for one that is frozen. */
export type SessionLimits = {
  readonly applicationName: string
  readonly statementMs: number
  readonly lockMs: number
  /** In the middle of a transaction without a statement: whoever holds locks then has died or is frozen. */
  readonly idleInTransactionMs: number
  /** On a connection on which a statement is under way: then our side closes it. */
  readonly silenceMs?: number
}

/** So much less than a connection may take, so that whoever waits for one hears why no host will do. */
const tryShorterMs = 250

export type DatabasePool = pg.Pool & {
  /** A connection beside the pool, for whoever keeps one: it goes where the pool goes. */
  readonly connectAlone: (config: pg.ClientConfig) => Promise<pg.Client>
  /** Ends every connection and looks for the host anew: this one no longer takes writes. */
  readonly moveAway: () => void
  /** Ends every connection at once, whatever is under way on it. */
  readonly cut: () => void
  /** The server's processes that its connections have, by which it knows its own among all. */
  readonly processIds: () => readonly number[]
}

export type DatabasePoolOptions = pg.PoolConfig & {
  readonly limits: SessionLimits
  /** For a server that nothing is recorded on: how it commits is no matter. */
  readonly isReadOnly?: boolean
}

/** Connections to whichever host of `DATABASE_URL` takes them, each checked before it is used. */
export function databasePool(
  databaseUrl: string,
  { limits, isReadOnly = false, ...options }: DatabasePoolOptions,
): DatabasePool {
  const address = databaseAddress(databaseUrl)
  const { Client, moveAway, cut, processIds } = clientsOf(address, limits, isReadOnly)
  const pool = new pg.Pool({ connectionTimeoutMillis: address.connectMs, ...options, Client })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (connection) => connection.on('error', () => undefined))
  return Object.assign(pool, {
    moveAway,
    cut,
    processIds,
    connectAlone: (config: pg.ClientConfig) =>
      connected(new Client({ connectionTimeoutMillis: address.connectMs, ...config })),
  })
}

/** One connection, for work that keeps it. */
export async function databaseConnection(databaseUrl: string, limits: SessionLimits): Promise<pg.Client> {
  const address = databaseAddress(databaseUrl)
  const { Client } = clientsOf(address, limits)
  return connected(new Client({ connectionTimeoutMillis: address.connectMs }))
}

async function connected(client: pg.Client): Promise<pg.Client> {
  // Whatever was under way hears of it; without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The driver's client, which finds the host first and checks the session last. */
function clientsOf(address: DatabaseAddress, limits: SessionLimits, isReadOnly = false) {
  const open = new Set<DatabaseClient>()
  const primary = primaryHost(address.hosts, async (host, over) => {
    const trial = new DatabaseClient({ connectionTimeoutMillis: address.connectMs - tryShorterMs })
    trial.on('error', () => undefined)
    over.addEventListener('abort', () => trial.cut(), { once: true })
    await trial.connectTo(host)
    await trial.end()
  })

  class DatabaseClient extends pg.Client {
    readonly #tls: Record<string, unknown> | false
    readonly #socket: Socket
    #host: DatabaseHost | undefined

    constructor(config: pg.ClientConfig = {}) {
      const tls = address.tls === false ? false : { ...address.tls }
      const socket = impatientSocket(limits.silenceMs)
      super({ ...config, ...sessionConfig(address, limits), ssl: tls, stream: () => socket })
      this.#tls = tls
      this.#socket = socket
      this.once('end', () => void open.delete(this))
      this.on('error', () => this.#host && primary.forget(this.#host))
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = primary.find().then((host) => this.connectTo(host))
      if (callback === undefined) return connecting
      // The driver's pool calls with nothing in the place of an error.
      connecting.then(() => (callback as (error?: Error) => void)(), callback)
      return undefined
    }

    /** Ends it as a broken connection ends, so that whoever holds it hears, and the pool forgets it. */
    cut(): void {
      this.#socket.destroy(Object.assign(new Error('The host was left'), { code: 'ECONNRESET' }))
    }

    async connectTo(host: DatabaseHost): Promise<pg.Client> {
      this.#host = host
      // The certificate is held against the host that was asked for, also where that is a number.
      if (this.#tls !== false) this.#tls.host = host.host
      Object.assign(this, host)
      try {
        await super.connect()
        await this.#checked()
        open.add(this)
        return this
      } catch (error) {
        primary.forget(host)
        // One that never came about has nothing to wait for.
        void this.end().catch(() => undefined)
        throw error
      }
    }

    /** However patient its statements may be, a session that says nothing of itself has not come about. */
    async #checked(): Promise<void> {
      const timer = setTimeout(() => this.#socket.destroy(wentSilent()), address.connectMs)
      try {
        await checkSession(this, address, isReadOnly)
      } finally {
        clearTimeout(timer)
      }
    }
  }
  const cut = () => {
    for (const client of open) client.cut()
  }
  const moveAway = () => {
    // With one host there is nowhere else to go, and it may still be read from.
    if (address.hosts.length === 1) return
    for (const host of address.hosts) primary.forget(host)
    cut()
  }
  // The driver keeps it for cancelling what is under way, and its types do not tell of it.
  const processIds = () =>
    [...open].flatMap((client) => ('processID' in client ? Number(client.processID) : []))
  return { Client: DatabaseClient, moveAway, cut, processIds }
}

function sessionConfig(address: DatabaseAddress, limits: SessionLimits): pg.ClientConfig {
  const { user, password, database, options } = address
  return {
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(database !== undefined && { database }),
    ...(options !== undefined && { options }),
    application_name: address.applicationName ?? limits.applicationName,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  }
}

const keepAliveMs = 5_000

/**
 * A statement that a silent server has not answered may still be run when it wakes up, so its connection is
 * closed: given to the next query, it could be inside a transaction that nobody commits.
 */
function impatientSocket(silenceMs = 0): Socket {
  const socket = new Socket()
  // Until it is connected, the time for connecting counts.
  return socket.once('connect', () => socket.setTimeout(silenceMs, () => socket.destroy(wentSilent())))
}

const wentSilent = () => Object.assign(new Error('PostgreSQL went silent'), { code: 'ETIMEDOUT' })

/**
 * What the server may do, and what it has to keep to. What commits wait for and what a statement sees stay as they
 * are now, whatever is set on the server later: equal queries are told apart by what was committed when each statement
 * began. A machine of ours that vanished is noticed by it too, within some ten seconds, and what it held is given back.
 * Where the store is spread over workers, a session has one connection to
 * each: a commit then has as many parts as there are workers, not as many as shards. Other servers take no notice.
 */
const sessionCheck = `select current_setting('transaction_read_only') as read_only,
  set_config('synchronous_commit', current_setting('synchronous_commit'), false) as synchronous_commit,
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
  set_config('tcp_keepalives_count', '3', false), set_config('citus.max_adaptive_executor_pool_size', '1', false)`

type SessionFacts = { readonly read_only: string; readonly synchronous_commit: string }

async function checkSession(
  client: pg.Client,
  { mustWrite }: DatabaseAddress,
  isReadOnly: boolean,
): Promise<void> {
  const { rows } = await client.query<SessionFacts>(sessionCheck)
  const [facts] = rows
  if (facts === undefined) throw new Error('A new session said nothing of itself')
  if (!isReadOnly && facts.synchronous_commit === 'off')
    throw new DatabaseFault(synchronousCommitOff, 'synchronous_commit_off')
  if (!isReadOnly && mustWrite && facts.read_only === 'on') throw new DatabaseFault(noWrites, 'read_only')
}

const noWrites: Text = {
  pt: 'Nenhuma máquina de DATABASE_URL aceita gravações. Promova uma, ou indique outra.',
  en: 'No machine in DATABASE_URL takes writes. Promote one, or name another.',
}

const synchronousCommitOff: Text = {
  pt: 'O PostgreSQL está com synchronous_commit = off: uma consulta respondida poderia perder o seu registro. Mude para on, no servidor, no banco ou no usuário.',
  en: 'PostgreSQL has synchronous_commit = off: a query that was answered could lose its record. Set it to on, for the server, the database or the user.',
}
