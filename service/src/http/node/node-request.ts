import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { discardRest } from '../body/body.ts'
import { CallerGone } from '../connections/caller-gone.ts'
import { pieceLength } from '../connections/write-answer.ts'
import { type AnswerFacts, answerHeaders } from '../headers/answer-headers.ts'
import { type CallHeaders, readHeaders } from '../headers/call-headers.ts'
import type { Reply } from '../reply.ts'
import type { ArrivedRequest, Ending } from '../request.ts'

/** A request as node:http has read it, and the way of its answer. */
export type NodeExchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** What the connection of a request knows when its answer is written. */
export type AnsweringConnection = {
  readonly remoteAddress: string | undefined
  readonly idleMs: number
  /** Whether this answer is the last of the connection, whatever it says itself. */
  readonly isLastAnswer: boolean
}

export function nodeRequest(
  connection: AnsweringConnection,
  { request, response }: NodeExchange,
): ArrivedRequest {
  const headers = readHeaders(request.rawHeaders)
  const version = request.httpVersion
  const start = (reply: Reply, { requestId, close }: Ending, framing: AnswerFacts['framing']) => {
    const isLast = close || framing === 'until close' || !isKept(version, headers) || connection.isLastAnswer
    const facts = { requestId, closes: isLast, idleMs: connection.idleMs, framing }
    response.sendDate = false
    response.writeHead(reply.status, answerHeaders(reply, facts))
  }
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    version,
    headers,
    remoteAddress: connection.remoteAddress,
    body: request,
    send: (reply, ending) => {
      if (response.headersSent || response.destroyed) return
      if (!request.complete) discardRest(request)
      const body = reply.bytes ?? reply.body
      start(reply, ending, { bodyBytes: Buffer.byteLength(body) })
      // A long text is not copied to be put behind the headers.
      if (body.length > pieceLength) response.flushHeaders()
      response.end(body)
    },
    sendStream: async (reply, stream, ending) => {
      if (response.destroyed) throw new CallerGone(undefined)
      // The headers go out at once: they say where to look while the answer is being made.
      start(reply, ending, version === '1.1' ? 'chunked' : 'until close')
      response.flushHeaders()
      await pipeline(Readable.from(stream), response).catch(explain)
    },
  }
}

/** Whether the caller takes another answer on the same connection: HTTP/1.1 does unless it says otherwise. */
function isKept(version: string, { connection = '' }: CallHeaders): boolean {
  const options = connection.split(',').map((one) => one.trim().toLowerCase())
  return version === '1.1' ? !options.includes('close') : options.includes('keep-alive')
}

function explain(error: NodeJS.ErrnoException): never {
  throw error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? new CallerGone(error) : error
}
