import type { DatabaseHost } from './database-address.ts'

export type PrimaryHost = {
  /** Where connections go now; looked for first where it is not known. */
  readonly find: () => Promise<DatabaseHost>
  /** A connection to it failed, or it no longer takes writes: the next connection looks anew. */
  readonly forget: (host: DatabaseHost) => void
}

/**
 * Which of several hosts takes connections. All are tried at once, so that one that is silent holds up nobody, and the
 * first that answers and may be used is kept. Of one host alone nothing has to be found out.
 */
export function primaryHost(
  hosts: readonly [DatabaseHost, ...DatabaseHost[]],
  tryHost: (host: DatabaseHost) => Promise<void>,
): PrimaryHost {
  let known: DatabaseHost | undefined = hosts.length === 1 ? hosts[0] : undefined
  let looking: Promise<DatabaseHost> | undefined
  const look = async (): Promise<DatabaseHost> => {
    try {
      known = await Promise.any(hosts.map((host) => tryHost(host).then(() => host)))
      return known
    } catch (error) {
      throw error instanceof AggregateError ? mostTelling(error.errors) : error
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

/** A host that answered and said no says more than one that is not there. */
function mostTelling(errors: readonly unknown[]): unknown {
  const isSilent = (error: unknown) =>
    error instanceof Error &&
    'code' in error &&
    /^(ECONN|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI)/.test(String(error.code))
  return errors.find((one) => !isSilent(one)) ?? errors[0]
}
