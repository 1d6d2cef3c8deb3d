import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { answerHead } from '../headers/answer-headers.ts'
import { type PlainCode, problemReply } from '../reply.ts'
import type { HttpTimeouts } from './http-timeouts.ts'
import { lingeringClose } from './lingering-close.ts'

/** Refuses what never became a request, and closes. In Portuguese, as nothing was asked. */
export function refuseConnection(socket: Socket, code: PlainCode, timeouts: HttpTimeouts): void {
  const requestId = randomUUID()
  const reply = problemReply({ code }, 'pt', requestId)
  const framing = { bodyBytes: Buffer.byteLength(reply.body) }
  const head = answerHead(reply, { requestId, closes: true, idleMs: timeouts.idleMs, framing })
  if (socket.writable) socket.write(head + reply.body)
  lingeringClose(socket, timeouts)
}
