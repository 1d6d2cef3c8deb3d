import type { Socket } from 'node:net'
import { addressBlock, callerAddress, networkAllowed } from '../headers/networks.ts'

export type ConnectionLimits = {
  /** Connections of a process: each costs some kilobytes, and the system a descriptor. */
  readonly connectionsMax: number
  /** Connections of one address: whoever opens more takes the place of others. */
  readonly connectionsPerAddressMax: number
  /** Bytes that are held for callers who do not read: some dozens of the longest answers. */
  readonly unreadBytesMax: number
  /** The same for callers of one address: a few of them. */
  readonly unreadBytesPerAddressMax: number
  /** Proxies (CIDR) that speak for many callers: limits by address are not for them. */
  readonly trustedProxies: readonly string[]
}

export const usualConnectionLimits: ConnectionLimits = {
  connectionsMax: 4_000,
  connectionsPerAddressMax: 1_000,
  unreadBytesMax: 24 * 1024 * 1024,
  unreadBytesPerAddressMax: 6 * 1024 * 1024,
  trustedProxies: [],
}

/** The connections that are open. One that is over a limit is cut before a byte of it is read. */
export class OpenConnections {
  readonly #limits: ConnectionLimits
  readonly #open = new Set<Socket>()
  readonly #countByAddress = new Map<string, number>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  /** Whether there is a place for it; it is given back when the connection closes. */
  admit(socket: Socket): boolean {
    const { connectionsMax, connectionsPerAddressMax, trustedProxies } = this.#limits
    const address = limitedAddress(socket, trustedProxies)
    const count = address === undefined ? 0 : (this.#countByAddress.get(address) ?? 0)
    if (this.#open.size >= connectionsMax || count >= connectionsPerAddressMax) {
      socket.destroy()
      return false
    }
    this.#open.add(socket)
    if (address !== undefined) this.#countByAddress.set(address, count + 1)
    socket.once('close', () => this.#leave(socket, address))
    return true
  }

  #leave(socket: Socket, address: string | undefined): void {
    this.#open.delete(socket)
    if (address === undefined) return
    const left = (this.#countByAddress.get(address) ?? 0) - 1
    if (left > 0) this.#countByAddress.set(address, left)
    else this.#countByAddress.delete(address)
  }

  cutAll(): void {
    for (const socket of this.#open) socket.destroy()
  }
}

/** The address that limits count a connection under; undefined for a proxy that speaks for many callers. */
export function limitedAddress(
  { remoteAddress }: Socket,
  trustedProxies: readonly string[],
): string | undefined {
  const address = callerAddress(remoteAddress, undefined, [])
  const isProxy = trustedProxies.length > 0 && networkAllowed(trustedProxies, address)
  return isProxy ? undefined : addressBlock(address)
}
