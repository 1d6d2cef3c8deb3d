import { setTimeout as wait } from 'node:timers/promises'
import type { DatabaseHost } from './database-address.ts'

export type PrimaryHost = {
  /** Where connections go now; looked for first where it is not known. */
  readonly find: () => Promise<DatabaseHost>
  /** A connection to it failed, or it no longer takes writes: the next connection looks anew. */
  readonly forget: (host: DatabaseHost) => void
}

/** Tries a connection; what it holds it lets go when the look is over. */
export type TryHost = (host: DatabaseHost, over: AbortSignal) => Promise<void>

/** A host that said no is asked again so soon: it may have been promoted while another is still silent. */
const againMs = 250

/**
 * Which of several hosts takes connections. All are tried at once, so that one that is silent holds up nobody, and the
 * first that answers and may be used is kept. Of one host alone nothing has to be found out.
 */
export function primaryHost(
  hosts: readonly [DatabaseHost, ...DatabaseHost[]],
  tryHost: TryHost,
): PrimaryHost {
  let known: DatabaseHost | undefined = hosts.length === 1 ? hosts[0] : undefined
  let looking: Promise<DatabaseHost> | undefined
  const look = async (): Promise<DatabaseHost> => {
    try {
      known = await firstOf(hosts, tryHost)
      return known
    } finally {
      looking = undefined
    }
  }
  return {
    find: async () => {
      if (known !== undefined) return known
      looking ??= look()
      return await looking
    },
    forget: (host) => {
      if (hosts.length > 1 && known === host) known = undefined
    },
  }
}

/** The first host that will do; an error once each has failed. */
function firstOf(hosts: readonly DatabaseHost[], tryHost: TryHost): Promise<DatabaseHost> {
  const faults = new Map<DatabaseHost, unknown>()
  const over = new AbortController()
  return new Promise((resolve, reject) => {
    const ask = async (host: DatabaseHost): Promise<void> => {
      try {
        await tryHost(host, over.signal)
        resolve(host)
        over.abort()
      } catch (error) {
        if (over.signal.aborted) return
        faults.set(host, error)
        if (faults.size < hosts.length) return await wait(againMs).then(() => askAgain(host))
        reject(mostTelling([...faults.values()]))
        over.abort()
      }
    }
    const askAgain = async (host: DatabaseHost) => (over.signal.aborted ? undefined : await ask(host))
    for (const host of hosts) void ask(host)
  })
}

/** A host that answered and said no says more than one that is not there. */
function mostTelling(errors: readonly unknown[]): unknown {
  const isSilent = (error: unknown) =>
    error instanceof Error &&
    'code' in error &&
    /^(ECONN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI)/.test(String(error.code))
  return errors.find((one) => !isSilent(one)) ?? errors[0]
}
