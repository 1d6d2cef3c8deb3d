import type { Text } from '@lastro/contract/text.ts'
import { parse } from 'pg-connection-string'
import type { NotReady } from '../../../http/health/readiness.ts'

export type DatabaseHost = { readonly host: string; readonly port: number }

/** What `DATABASE_URL` says: the machines in the order they are named, and what is the same on all of them. */
export type DatabaseAddress = {
  readonly hosts: readonly [DatabaseHost, ...DatabaseHost[]]
  /** Whether a connection counts only where it may write: `target_session_attrs=read-write`, or `primary`. */
  readonly mustWrite: boolean
  readonly user: string | undefined
  readonly password: string | undefined
  readonly database: string | undefined
  readonly applicationName: string | undefined
  readonly options: string | undefined
  /** How long a connection may take to come about: `connect_timeout`, which PostgreSQL's own programs know. */
  readonly connectMs: number
  /** How TLS is spoken; `false` where it is not. The name of the host is checked unless `sslmode=no-verify`. */
  readonly tls: false | Readonly<Record<string, unknown>>
}

/** A `DATABASE_URL` or database that the service cannot use, with an explanation for the operator. */
export class DatabaseFault extends Error {
  readonly text: Text
  readonly reason: NotReady

  constructor(text: Text, reason: NotReady = 'store_unavailable') {
    super(text.en)
    this.text = text
    this.reason = reason
  }
}

/**
 * Reads `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write&sslmode=verify-full`. The
 * driver knows one host alone, so it is given each of them in turn.
 */
export function databaseAddress(databaseUrl: string): DatabaseAddress {
  const [, scheme, user = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^/?#]*)(.*)$/s.exec(databaseUrl) ?? []
  if (scheme === undefined) throw new DatabaseFault(faults.unreadable)
  const each = hosts.split(',').map((host) => read(`${scheme}${user}${host}${rest}`))
  const [first] = each
  if (first === undefined || (each.length > 1 && hosts.split(',').includes(''))) {
    throw new DatabaseFault(faults.unreadable)
  }
  return {
    hosts: hostsOf(first, each, rest),
    mustWrite: mustWrite(first.target_session_attrs),
    user: first.user || undefined,
    password: first.password || undefined,
    database: first.database || undefined,
    applicationName: first.application_name,
    options: first.options,
    connectMs: connectMs(first.connect_timeout),
    tls: tlsOf(first.ssl),
  }
}

/** For whoever is told of it: never the whole address, which may hold a password. */
export const databaseName = (databaseUrl: string): string => databaseAddress(databaseUrl).database ?? ''

type Read = ReturnType<typeof parse> & {
  readonly target_session_attrs?: string
  readonly connect_timeout?: string
}

function read(url: string): Read {
  try {
    return parse(url)
  } catch (error) {
    // A file that cannot be read says so itself; of an address nothing is repeated, for it holds the password.
    const isFile = error instanceof Error && 'syscall' in error
    throw new DatabaseFault(isFile ? faults.file : faults.unreadable)
  }
}

const usualPort = 5432

/** Hosts and ports after the question mark stand in the place of those before it; one port may be that of all. */
function hostsOf(first: Read, each: readonly Read[], rest: string): DatabaseAddress['hosts'] {
  const named = (name: 'host' | 'port') =>
    new RegExp(`[?&]${name}=`).test(rest) ? (first[name] ?? '').split(',') : undefined
  const hosts = named('host') ?? each.map(({ host }) => host ?? '')
  const ports = named('port') ?? (named('host') ? [first.port ?? ''] : each.map(({ port }) => port ?? ''))
  const isClear = ports.length === 1 || ports.length === hosts.length
  if (!isClear || (hosts.length > 1 && hosts.includes(''))) throw new DatabaseFault(faults.unreadable)
  const paired = hosts.map((host, at) => hostOf(host, ports.length === 1 ? ports[0] : ports[at]))
  return paired as [DatabaseHost, ...DatabaseHost[]]
}

function hostOf(host: string, port: string | undefined): DatabaseHost {
  if (!/^\d{0,5}$/.test(port ?? '')) throw new DatabaseFault(faults.unreadable)
  return { host: host || 'localhost', port: Number(port || usualPort) }
}

function mustWrite(attrs = 'any'): boolean {
  if (attrs === 'read-write' || attrs === 'primary') return true
  if (attrs === 'any') return false
  throw new DatabaseFault(faults.attrs)
}

/** A caller would rather hear "unavailable" than wait for a database that is not coming back. */
const usualConnectSeconds = '3'
const connectSecondsMax = 60

/** PostgreSQL's own programs take 0 for "as long as it takes"; here nobody waits longer than a minute. */
function connectMs(text = usualConnectSeconds): number {
  if (!/^\d{1,9}$/.test(text)) throw new DatabaseFault(faults.connectTimeout)
  const seconds = Number(text)
  return (seconds === 0 ? connectSecondsMax : Math.min(seconds, connectSecondsMax)) * 1_000
}

function tlsOf(ssl: Read['ssl']): DatabaseAddress['tls'] {
  if (ssl === undefined || ssl === false) return false
  return typeof ssl === 'object' ? { ...ssl } : {}
}

const faults = {
  unreadable: {
    pt: 'DATABASE_URL não pôde ser lida. Exemplo: postgres://usuario:senha@servidor:5432/banco, ou com duas máquinas: postgres://usuario:senha@um:5432,dois:5432/banco?target_session_attrs=read-write.',
    en: 'DATABASE_URL could not be read. Example: postgres://user:password@host:5432/database, or with two machines: postgres://user:password@one:5432,two:5432/database?target_session_attrs=read-write.',
  },
  file: {
    pt: 'Um arquivo indicado em DATABASE_URL (sslrootcert, sslcert ou sslkey) não pôde ser lido.',
    en: 'A file named in DATABASE_URL (sslrootcert, sslcert or sslkey) could not be read.',
  },
  attrs: {
    pt: 'target_session_attrs em DATABASE_URL deve ser read-write, primary ou any.',
    en: 'target_session_attrs in DATABASE_URL must be read-write, primary or any.',
  },
  connectTimeout: {
    pt: 'connect_timeout em DATABASE_URL deve ser um número inteiro de segundos.',
    en: 'connect_timeout in DATABASE_URL must be a whole number of seconds.',
  },
} as const satisfies Record<string, Text>
