import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ProblemCode } from '@lastro/contract/problems/problems.ts'
import { isLongBody } from './body/body.ts'
import { plainRequests } from './fast/plain-requests.ts'
import type { Answer } from './listener.ts'
import { nodeRequests } from './node/node-requests.ts'
import { problemReply } from './reply.ts'

export type HttpTimeouts = {
  readonly requestMs: number
  readonly headersMs: number
  readonly keepAliveMs: number
  readonly silenceMs: number
  readonly checkEveryMs: number
  readonly refusalGraceMs: number
}

export const usualTimeouts: HttpTimeouts = {
  // A whole request is a few kilobytes; one that takes longer than this is not coming.
  requestMs: 20_000,
  headersMs: 10_000,
  // Longer than the usual 60 s of a load balancer, so that it, not we, closes an idle connection.
  keepAliveMs: 65_000,
  // A connection on which nothing moves for this long, in either direction, is cut: nobody reads at the other end.
  silenceMs: 75_000,
  // How often node:http looks for requests that are late.
  checkEveryMs: 5_000,
  // How long a refused connection has to take its refusal before it is cut.
  refusalGraceMs: 1_000,
}

export type HttpServer = {
  readonly listen: (at: { readonly host: string; readonly port: number }) => Promise<AddressInfo>
  /** Takes no new connection, lets every request under way have its answer, then cuts whoever still holds on. */
  readonly drain: (graceMs: number) => Promise<void>
}

/** Plain requests are read by us; a connection that sends any other kind goes to node:http. */
export function httpServer(answer: Answer, timeouts = usualTimeouts): HttpServer {
  const server = nodeServer(answer, timeouts)
  const [toNode] = server.listeners('connection') as ((socket: Socket) => void)[]
  const plain = plainRequests({
    answer,
    handOver: (socket, bytes) => {
      toNode?.call(server, socket)
      socket.unshift(bytes)
    },
    refuse: (socket, code) => refuse(socket, code, timeouts),
    idleTimeoutMs: timeouts.keepAliveMs,
    bodyTimeoutMs: timeouts.requestMs,
  })
  server.removeAllListeners('connection')
  server.on('connection', plain.take)
  server.on('close', plain.close)
  return {
    listen: (at) => listen(server, at),
    drain: (graceMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => {
          plain.closeAll()
          server.closeAllConnections()
        }, graceMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        plain.drain()
        server.closeIdleConnections()
      }),
  }
}

/** Any request that HTTP allows, read by node:http. */
export function nodeServer(answer: Answer, timeouts = usualTimeouts): Server {
  const listener = nodeRequests(answer)
  const server = createServer(
    {
      // Node has one time for all bodies; a batch may take longer than the others, so we keep time ourselves.
      requestTimeout: 0,
      headersTimeout: timeouts.headersMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // A missing Host is refused by the listener, in words.
      requireHostHeader: false,
      noDelay: true,
    },
    listener,
  )
  server.setTimeout(timeouts.silenceMs)
  // A caller that has said all it has to say, and closed its side, still gets its answer.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('checkExpectation', listener)
  endSlowBodies(server, timeouts)
  server.on('connect', (_request, socket) => refuse(socket, 'request_malformed', timeouts))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
    refuse(socket, problemOf(error.code), timeouts)
  })
  return server
}

/** Cuts requests whose body is not coming, save those that are let to take their time. */
function endSlowBodies(server: Server, timeouts: HttpTimeouts): void {
  const current = new Map<Duplex, { readonly request: IncomingMessage; readonly sinceMs: number }>()
  server.prependListener('request', (request) => {
    const { socket } = request
    if (!current.has(socket)) socket.once('close', () => current.delete(socket))
    current.set(socket, { request, sinceMs: performance.now() })
  })
  const checking = setInterval(() => {
    const beforeMs = performance.now() - timeouts.requestMs
    for (const [socket, { request, sinceMs }] of current) {
      const isLate = sinceMs < beforeMs && !request.complete && !isLongBody(request)
      if (isLate) refuse(socket, 'request_timeout', timeouts)
    }
  }, timeouts.checkEveryMs)
  checking.unref()
  server.on('close', () => clearInterval(checking))
}

/** Refuses what never became a request, after whatever that connection is still owed. */
function refuse(socket: Duplex, code: ProblemCode, timeouts: HttpTimeouts): void {
  const { _httpMessage: owed } = socket as Duplex & { _httpMessage?: ServerResponse | null }
  // An answer that still waits for the rest of its request will never come.
  if (owed?.req.complete) return void owed.once('close', () => refuse(socket, code, timeouts))
  // Nobody else listens any more, and a caller that breaks off meanwhile must not break us.
  socket.on('error', () => socket.destroy())
  if (socket.writable) socket.end(rawProblem(code))
  setTimeout(() => socket.destroy(), timeouts.refusalGraceMs).unref()
}

const problemOf = (code: string | undefined): ProblemCode => {
  if (code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large'
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'request_malformed'
}

/** An answer for what never became a request, so it is written by hand; Portuguese, as nothing was asked. */
function rawProblem(code: ProblemCode): string {
  const requestId = randomUUID()
  const { status, contentType, body } = problemReply({ code }, 'pt', requestId)
  const headers = [
    `HTTP/1.1 ${status} ${code}`,
    `Content-Type: ${contentType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  return `${headers.join('\r\n')}\r\n\r\n${body}`
}

/** Listens, and says where: the port may have been left to the system to choose. */
function listen(server: Server, { host, port }: { host: string; port: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}
