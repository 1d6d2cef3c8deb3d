import { type AddressInfo, createServer } from 'node:net'
import { closingDoor } from './connections/closing-door.ts'
import {
  type ConnectionLimits,
  OpenConnections,
  usualConnectionLimits,
} from './connections/connection-limits.ts'
import type { ConnectionReader, ReaderDeps } from './connections/connection-reader.ts'
import { type HttpTimeouts, usualTimeouts } from './connections/http-timeouts.ts'
import { UnreadAnswers } from './connections/unread-answers.ts'
import { fastReader } from './fast/fast-reader.ts'
import type { Answer } from './listener.ts'
import { nodeReader } from './node/node-reader.ts'

export type HttpServer = {
  readonly listen: (at: { readonly host: string; readonly port: number }) => Promise<AddressInfo>
  /**
   * Answers what is asked for another while and says with each answer that it is the last; then takes no new
   * connection, lets every request under way have its answer, and cuts whoever still holds on.
   */
  readonly drain: (graceMs: number) => Promise<void>
}

export type HttpOptions = {
  /** Whether plain requests are read by us (`fast/`) or every one by node:http (`node/`). */
  readonly isFast: boolean
  readonly limits: ConnectionLimits
  readonly timeouts: HttpTimeouts
  /** Resolves when no other process listens at this address any more. */
  readonly allClosed: () => Promise<void>
}

const usualHttpOptions: HttpOptions = {
  isFast: true,
  limits: usualConnectionLimits,
  timeouts: usualTimeouts,
  allClosed: async () => undefined,
}

/** Accepts connections within their limits, and has one of the two readers answer what they ask. */
export function httpServer(answer: Answer, options: Partial<HttpOptions> = {}): HttpServer {
  const { isFast, limits, timeouts, allClosed } = { ...usualHttpOptions, ...options }
  const unread = new UnreadAnswers(limits)
  const open = new OpenConnections(limits)
  const reader = connectionReader(isFast, { answer, timeouts, unread })
  const checking = setInterval(() => unread.cutStalled(timeouts.unreadMs), timeouts.checkEveryMs).unref()
  const door = closingDoor(reader, allClosed)
  // A caller that has said all it has to say, and closed its side, still gets its answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    if (open.admit(socket)) door.take(socket)
  })
  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => {
          server.off('error', reject)
          resolve(server.address() as AddressInfo)
        })
      }),
    drain: (graceMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => open.cutAll(), graceMs)
        const close = () =>
          server.close(() => {
            clearTimeout(cut)
            reader.stop()
            clearInterval(checking)
            resolve()
          })
        reader.drain()
        setTimeout(() => door.close(close, graceMs), Math.min(timeouts.drainTakesMs, graceMs))
      }),
  }
}

function connectionReader(isFast: boolean, deps: ReaderDeps): ConnectionReader {
  const node = nodeReader(deps)
  if (!isFast) return node
  const fast = fastReader({ ...deps, handOver: node.take })
  return {
    take: fast.take,
    drain: () => {
      fast.drain()
      node.drain()
    },
    stop: node.stop,
  }
}
