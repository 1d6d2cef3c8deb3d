import type { Readable } from 'node:stream'
import type { Refusal } from '../reply.ts'
import type { Call } from '../route.ts'

/**
 * How many long bodies a client may be sending to a process at once. One program sends one or two; each more holds a
 * connection, a claim on a batch and a reader of lines.
 */
export const longBodiesPerClientMax = 4

/** What a body that may take long has to keep to; those of `HttpTimeouts`. */
export type LongBodyLimits = {
  readonly longBodyMs: number
  readonly longBodyWindowMs: number
  readonly longBodyWindowBytesMin: number
}

/** How a long body arrives: whether it is still on its way in time, and fast enough. */
class Pace {
  #begunAtMs: number | undefined
  #windowAtMs = 0
  #windowBytes = 0

  /** Looked at every few seconds. While `isOurs`, the sender waits for us, and its window starts again. */
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

/** The pace of a body that may take longer than a request usually does; undefined for all others. */
export const paceOf = (body: Readable): Pace | undefined => paces.get(body)

/** How many are open, by client. A client without any is not in it. */
const openByClient = new Map<string, number>()

/** Lets the body of a call take its time, unless its client is sending as many as it may. */
export function allowLongBody(
  { request: { body } }: Pick<Call, 'request'>,
  clientId: string,
): Refusal | undefined {
  // One that is here whole takes no time.
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
