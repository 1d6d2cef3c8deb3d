import type { Readable } from 'node:stream'
import type { CallHeaders } from './headers/call-headers.ts'
import type { Reply } from './reply.ts'

/** A request as it arrived, whichever way it was read off the wire, and the way back for its answer. */
export type ArrivedRequest = {
  readonly method: string
  readonly url: string
  readonly version: string
  readonly headers: CallHeaders
  readonly remoteAddress: string | undefined
  /** The bytes of a body that is here whole; anything else is a stream. */
  readonly body: Buffer | Readable
  /** The same bytes as Latin-1, where they are here whole and were read as text. */
  readonly bodyText?: string
  /** Called once. What the caller has gone away from is written nowhere. */
  readonly send: (reply: Reply, ending: Ending) => void
  /** Ends when the last of it was taken, or fails when either side broke off; the connection is then cut. */
  readonly sendStream: (reply: Reply, stream: AsyncIterable<string>, ending: Ending) => Promise<void>
}

export type Ending = {
  readonly requestId: string
  /** Whether the connection ends with this answer. */
  readonly close: boolean
}
