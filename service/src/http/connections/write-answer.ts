import type { Socket } from 'node:net'
import type { UnreadAnswers } from './unread-answers.ts'

export type AnswerWriting = {
  readonly socket: Socket
  readonly unread: UnreadAnswers
  readonly encoding?: BufferEncoding | undefined
  /** How much the connection holds besides, that waits for the caller to read. */
  readonly requestBytes: number
  /** The system has taken all of it, or never will. */
  readonly onTaken: (error?: Error | null) => void
}

/**
 * Writes no faster than the system takes it. A long text goes in pieces, for Node copies what it is given: most long
 * answers are one text for all who ask, and a thousand callers that do not read would have a thousand copies of it.
 */
export function writeAnswer(text: string | Buffer, writing: AnswerWriting): void {
  const { socket, encoding, onTaken } = writing
  let at = 0
  while (at < text.length && isTaken(socket)) {
    const end = pieceEnd(text, at)
    socket.write((end - at === text.length ? text : sliceOf(text, at, end)) as string, encoding)
    at = end
  }
  // Nearly every answer: the system had room for all of it.
  if (isTaken(socket)) onTaken()
  else waitUntilTaken(text, at, writing)
}

/** Whether the system has taken all that was written; what is written to a caller that has gone it never takes. */
const isTaken = (socket: Socket): boolean => socket.writableLength === 0 && socket.writable

/** The rest, from an offset on, once the system has taken what came before. */
function waitUntilTaken(text: string | Buffer, at: number, writing: AnswerWriting): void {
  const { socket, unread, requestBytes, onTaken } = writing
  if (socket.writable) unread.waits(socket, socket.writableLength + (text.length - at) + requestBytes)
  socket.write('', (error) => {
    unread.taken(socket)
    if (error || at === text.length) onTaken(error)
    else writeAnswer(sliceOf(text, at, text.length), writing)
  })
}

/** So much that a report goes out in one piece, and so little that a thousand of them are no burden. */
export const pieceLength = 16 * 1024

const sliceOf = (text: string | Buffer, from: number, end: number): string | Buffer =>
  typeof text === 'string' ? text.slice(from, end) : text.subarray(from, end)

/** A character of two halves is not cut. */
function pieceEnd(text: string | Buffer, from: number): number {
  const end = Math.min(from + pieceLength, text.length)
  const isCut = typeof text === 'string' && end < text.length && isHighHalf(text.charCodeAt(end - 1))
  return isCut ? end - 1 : end
}

const isHighHalf = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
