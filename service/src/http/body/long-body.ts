import type { Readable } from 'node:stream'
import type { Refusal } from '../reply.ts'
import type { Call } from '../route.ts'

/**
 * How many long bodies a client may send to a process at once. A normal program sends one or two; each additional one
 * occupies a connection, a batch claim and a line reader.
 */
export const longBodiesPerClientMax = 4

/** The limits of a long body, from `HttpTimeouts`. */
export type LongBodyLimits = {
  readonly longBodyMs: number
  readonly longBodyWindowMs: number
  readonly longBodyWindowBytesMin: number
}

/** Tracks whether a long body arrives in time and fast enough. */
class Pace {
  #begunAtMs: number | undefined
  #windowAtMs = 0
  #windowBytes = 0

  /** Called every few seconds. While `isOurs`, the sender is waiting for us, so its window restarts. */
  isLate(nowMs: number, bytesRead: number, isOurs: boolean, limits: LongBodyLimits): boolean {
    this.#begunAtMs ??= nowMs
    if (nowMs - this.#begunAtMs > limits.longBodyMs) return true
    if (this.#windowAtMs === 0 || isOurs) return this.#next(nowMs, bytesRead)
    if (nowMs - this.#windowAtMs < limits.longBodyWindowMs) return false
    return bytesRead - this.#windowBytes < limits.longBodyWindowBytesMin || this.#next(nowMs, bytesRead)
  }

  #next(nowMs: number, bytesRead: number): false {
    this.#windowAtMs = nowMs
    this.#windowBytes = bytesRead
    return false
  }
}

const paces = new WeakMap<Readable, Pace>()

/** The pace of a body that may take longer than an ordinary request; undefined for all others. */
export const paceOf = (body: Readable): Pace | undefined => paces.get(body)

/** The number of open long bodies by client. */
const openByClient = new Map<string, number>()

/** Allows a call a long body, unless its client has reached the limit. */
export function allowLongBody(
  { request: { body } }: Pick<Call, 'request'>,
  clientId: string,
): Refusal | undefined {
  // A complete body needs no extra time.
  if (Buffer.isBuffer(body)) return undefined
  const open = openByClient.get(clientId) ?? 0
  if (open >= longBodiesPerClientMax)
    return {
      code: 'uploads_too_many',
      values: { limit: String(longBodiesPerClientMax) },
      headers: { 'Retry-After': '5' },
    }
  openByClient.set(clientId, open + 1)
  paces.set(body, new Pace())
  const leave = () => {
    body.off('end', leave).off('close', leave)
    const left = (openByClient.get(clientId) ?? 1) - 1
    if (left > 0) openByClient.set(clientId, left)
    else openByClient.delete(clientId)
  }
  body.once('end', leave).once('close', leave)
  return undefined
}
