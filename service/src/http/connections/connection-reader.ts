import type { Socket } from 'node:net'
import type { Answer } from '../listener.ts'
import type { HttpTimeouts } from './http-timeouts.ts'
import type { UnreadAnswers } from './unread-answers.ts'

/** Reads the requests of connections and writes their answers. There are two, and they promise the same. */
export type ConnectionReader = {
  /** From here on the connection is this reader's. `bytes` are those that somebody else has read of it. */
  readonly take: (socket: Socket, bytes?: Buffer) => void
  /** Closes what stays idle, and every other connection with its next answer. */
  readonly drain: () => void
  /** No connection will come any more. */
  readonly stop: () => void
}

export type ReaderDeps = {
  readonly answer: Answer
  readonly timeouts: HttpTimeouts
  readonly unread: UnreadAnswers
}
