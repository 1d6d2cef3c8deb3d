import type { Socket } from 'node:net'
import { type ConnectionLimits, limitedAddress } from './connection-limits.ts'

/**
 * What is held in memory for callers that do not read: the part of an answer that the system has not taken, and
 * the requests behind it. Past a limit, whoever has not read for longest is cut.
 */
export class UnreadAnswers {
  readonly #limits: ConnectionLimits
  readonly #nowMs: () => number
  readonly #ofProcess = new HeldBytes()
  readonly #byAddress = new Map<string, HeldBytes>()
  readonly #addressOf = new WeakMap<Socket, string | undefined>()

  constructor(limits: ConnectionLimits, nowMs: () => number = () => performance.now()) {
    this.#limits = limits
    this.#nowMs = nowMs
  }

  get bytes(): number {
    return this.#ofProcess.bytes
  }

  /**
   * Cuts whoever has not read a piece for so long. Node's own timeout of a socket begins anew, once, when the system
   * takes a part of what is written, and so lasts twice as long.
   */
  cutStalled(stalledMs: number): void {
    const beforeMs = this.#nowMs() - stalledMs
    while (this.#ofProcess.count > 0 && this.#ofProcess.longestSinceMs < beforeMs) {
      this.#cut(this.#ofProcess.longest)
    }
  }

  /** So many bytes wait for this caller from now on, until `taken`; said again whenever some of them were read. */
  waits(socket: Socket, bytes: number): void {
    const { unreadBytesMax, unreadBytesPerAddressMax } = this.#limits
    const address = this.#address(socket)
    const sinceMs = this.#nowMs()
    this.#ofProcess.hold(socket, { bytes, sinceMs })
    if (address !== undefined) {
      const held = this.#byAddress.get(address) ?? new HeldBytes()
      this.#byAddress.set(address, held)
      held.hold(socket, { bytes, sinceMs })
      this.#cutBeyond(held, unreadBytesPerAddressMax)
    }
    this.#cutBeyond(this.#ofProcess, unreadBytesMax)
  }

  /** An answer that is alone is let out, however long it is: no caller is in another's way. */
  #cutBeyond(held: HeldBytes, bytesMax: number): void {
    while (held.bytes > bytesMax && held.count > 1) this.#cut(held.longest)
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

type Waiting = { readonly bytes: number; readonly sinceMs: number }

/** What waits by connection, in the order in which it began to. */
class HeldBytes {
  bytes = 0
  readonly #bySocket = new Map<Socket, Waiting>()

  hold(socket: Socket, waiting: Waiting): void {
    this.release(socket)
    this.bytes += waiting.bytes
    this.#bySocket.set(socket, waiting)
  }

  release(socket: Socket): boolean {
    this.bytes -= this.#bySocket.get(socket)?.bytes ?? 0
    return this.#bySocket.delete(socket)
  }

  get count(): number {
    return this.#bySocket.size
  }

  get longest(): Socket {
    return this.#first()[0]
  }

  get longestSinceMs(): number {
    return this.#first()[1].sinceMs
  }

  #first(): [Socket, Waiting] {
    const [first] = this.#bySocket
    if (first === undefined) throw new Error('Bytes are held for nobody')
    return first
  }
}
