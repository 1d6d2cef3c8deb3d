import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { discardRest } from '../body/body.ts'
import { readHeaders } from '../headers/call-headers.ts'
import type { Reply } from '../reply.ts'
import type { ArrivedRequest, Ending } from '../request.ts'

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
      sendStream: (reply, stream, ending) => sendStream(response, reply, stream, ending),
    })
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply, ending: Ending): void {
  if (response.headersSent || response.destroyed) return
  if (!request.complete) discardRest(request)
  const body = reply.bytes ?? reply.body
  const length = ['Content-Length', String(Buffer.byteLength(body))]
  response.writeHead(reply.status, [...length, ...headersOf(reply, ending)])
  response.end(body)
}

async function sendStream(
  response: ServerResponse,
  reply: Reply,
  stream: AsyncIterable<string>,
  ending: Ending,
): Promise<void> {
  // The headers go out at once: they say where to look while the answer is being made.
  if (!response.destroyed) response.writeHead(reply.status, headersOf(reply, ending)).flushHeaders()
  await pipeline(Readable.from(stream, { highWaterMark: 1 }), response)
}

function headersOf({ contentType, headers }: Reply, { requestId, close }: Ending): string[] {
  const all: string[] = ['X-Request-Id', requestId]
  if (contentType !== undefined) all.push('Content-Type', contentType)
  all.push('Cache-Control', headers?.['Cache-Control'] ?? 'no-store', 'X-Content-Type-Options', 'nosniff')
  if (close) all.push('Connection', 'close')
  for (const name in headers) if (name !== 'Cache-Control') all.push(name, headers[name] as string)
  return all
}
