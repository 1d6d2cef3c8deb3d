import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { ConnectionReader, ReaderDeps } from '../connections/connection-reader.ts'
import type { PlainCode } from '../reply.ts'
import { NodeConnection } from './node-connection.ts'

/**
 * Requests of any shape that HTTP allows, as node:http reads them. Its server listens nowhere: it is given
 * connections, each as a stream that hands on the bytes of the socket (see `NodeConnection`).
 */
export function nodeReader(deps: ReaderDeps): ConnectionReader {
  const state = { ...deps, connections: new Set<NodeConnection>(), isDraining: false }
  const listener: RequestListener = (request, response) => connectionOf(request).arrived(request, response)
  const server = createServer(
    // A missing Host is refused by the listener, in words; time is kept by the connection.
    { requireHostHeader: false, keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 },
    listener,
  )
  // Past this number node:http drops headers and says nothing; so it keeps all, and the connection refuses them.
  server.maxHeadersCount = 0
  server.on('checkExpectation', listener)
  server.on('connect', (request) => connectionOf(request).refuse('request_malformed'))
  server.on('clientError', ({ code }: NodeJS.ErrnoException, stream) => {
    if (stream instanceof NodeConnection) stream.refuse(problemOf(code))
  })
  const checking = setInterval(() => {
    const nowMs = performance.now()
    for (const one of state.connections) one.endIfLate(nowMs)
  }, deps.timeouts.checkEveryMs)
  checking.unref()
  return {
    take: (socket, bytes) => void server.emit('connection', new NodeConnection(socket, bytes, state)),
    drain: () => {
      state.isDraining = true
      for (const one of state.connections) one.drain()
    },
    stop: () => clearInterval(checking),
  }
}

function connectionOf({ socket }: IncomingMessage): NodeConnection {
  const stream: unknown = socket
  if (!(stream instanceof NodeConnection)) throw new Error('A request of no connection of ours')
  return stream
}

const problemOf = (code: string | undefined): PlainCode =>
  code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'request_malformed'
