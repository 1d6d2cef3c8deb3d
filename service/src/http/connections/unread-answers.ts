import type { Socket } from 'node:net'
import { limitedAddress } from './connection-limits.ts'

export type UnreadLimits = {
  readonly bytesMax: number
  readonly bytesPerAddressMax: number
  readonly trustedProxies: readonly string[]
}

export const usualUnreadLimits: UnreadLimits = {
  // Some dozens of the longest reports on their way to slow readers; more is an attack, or a store of memory for one.
  bytesMax: 24 * 1024 * 1024,
  // A few of them.
  bytesPerAddressMax: 6 * 1024 * 1024,
  trustedProxies: [],
}

/**
 * What is held in memory for callers that do not read: the part of an answer that the system has not taken, and
 * the requests behind it. Past a limit, whoever has not read for longest is cut.
 */
export class UnreadAnswers {
  readonly #limits: UnreadLimits
  readonly #ofProcess = new HeldBytes()
  readonly #byAddress = new Map<string, HeldBytes>()
  readonly #addressOf = new WeakMap<Socket, string | undefined>()

  constructor(limits: UnreadLimits = usualUnreadLimits) {
    this.#limits = limits
  }

  get bytes(): number {
    return this.#ofProcess.bytes
  }

  /** So many bytes wait for this caller, until `taken`. */
  waits(socket: Socket, bytes: number): void {
    const { bytesMax, bytesPerAddressMax } = this.#limits
    const address = this.#address(socket)
    this.#ofProcess.hold(socket, bytes)
    if (address !== undefined) {
      const held = this.#byAddress.get(address) ?? new HeldBytes()
      this.#byAddress.set(address, held)
      held.hold(socket, bytes)
      this.#cutBeyond(held, bytesPerAddressMax)
    }
    this.#cutBeyond(this.#ofProcess, bytesMax)
  }

  /** An answer that is alone is let out, however long it is: no caller is in another's way. */
  #cutBeyond(held: HeldBytes, bytesMax: number): void {
    while (held.bytes > bytesMax && held.count > 1) this.#cut(held.longest())
  }

  /** The caller has read, or has gone. */
  taken(socket: Socket): void {
    if (!this.#ofProcess.release(socket)) return
    const address = this.#address(socket)
    const held = address === undefined ? undefined : this.#byAddress.get(address)
    held?.release(socket)
    if (address !== undefined && held?.bytes === 0) this.#byAddress.delete(address)
  }

  #cut(socket: Socket): void {
    this.taken(socket)
    socket.destroy()
  }

  #address(socket: Socket): string | undefined {
    if (!this.#addressOf.has(socket)) {
      this.#addressOf.set(socket, limitedAddress(socket, this.#limits.trustedProxies))
    }
    return this.#addressOf.get(socket)
  }
}

/** Bytes by connection, in the order in which they began to wait. */
class HeldBytes {
  bytes = 0
  readonly #bySocket = new Map<Socket, number>()

  hold(socket: Socket, bytes: number): void {
    this.bytes += bytes - (this.#bySocket.get(socket) ?? 0)
    this.#bySocket.set(socket, bytes)
  }

  release(socket: Socket): boolean {
    this.bytes -= this.#bySocket.get(socket) ?? 0
    return this.#bySocket.delete(socket)
  }

  get count(): number {
    return this.#bySocket.size
  }

  longest(): Socket {
    const [first] = this.#bySocket.keys()
    if (first === undefined) throw new Error('Bytes are held for nobody')
    return first
  }
}
