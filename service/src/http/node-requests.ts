import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { discardedBytesMax } from './body.ts'
import { readHeaders } from './call-headers.ts'
import type { Reply } from './reply.ts'
import type { ArrivedRequest, Ending } from './request.ts'

/** Requests as Node reads them: of any shape that HTTP allows. */
export function nodeRequests(answer: (request: ArrivedRequest) => void): RequestListener {
  return (request, response) =>
    answer({
      method: request.method ?? '',
      url: request.url ?? '',
      version: request.httpVersion,
      headers: readHeaders(request.rawHeaders),
      remoteAddress: request.socket.remoteAddress,
      body: request,
      send: (reply, ending) => send(request, response, reply, ending),
    })
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, contentType, body, headers }: Reply,
  { requestId, close }: Ending,
): void {
  if (response.headersSent || response.destroyed) return
  if (!request.complete) discardRest(request)
  const all: string[] = ['X-Request-Id', requestId, 'Content-Length', String(Buffer.byteLength(body))]
  if (contentType !== undefined) all.push('Content-Type', contentType)
  all.push('Cache-Control', headers?.['Cache-Control'] ?? 'no-store', 'X-Content-Type-Options', 'nosniff')
  if (close) all.push('Connection', 'close')
  for (const name in headers) if (name !== 'Cache-Control') all.push(name, headers[name] as string)
  response.writeHead(status, all)
  response.end(body)
}

/** Lets a sender finish, so that it reads the refusal instead of a broken pipe; up to a limit. */
function discardRest(request: IncomingMessage): void {
  let discarded = 0
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > discardedBytesMax) request.socket.destroy()
  })
  request.on('error', () => undefined)
}
