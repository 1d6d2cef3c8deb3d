import type { Socket } from 'node:net'
import { CallerGone } from '../connections/caller-gone.ts'
import type { ConnectionReader, ReaderDeps } from '../connections/connection-reader.ts'
import { lingeringClose } from '../connections/lingering-close.ts'
import { refuseConnection } from '../connections/refuse-connection.ts'
import { type AnswerWriting, pieceLength, writeAnswer } from '../connections/write-answer.ts'
import { type AnswerFacts, answerHead } from '../headers/answer-headers.ts'
import { type CallHeaders, noHeaders } from '../headers/call-headers.ts'
import type { Reply } from '../reply.ts'
import type { ArrivedRequest, Ending } from '../request.ts'
import { beginsWith, type KnownHead, knownHead } from './fast-head.ts'

export type FastReaderDeps = ReaderDeps & {
  /** Who reads a connection that sends anything but plain requests, from the bytes given on. */
  readonly handOver: ConnectionReader['take']
}

export type FastReaderState = FastReaderDeps & {
  readonly connections: Set<FastConnection>
  readonly isDraining: boolean
}

/**
 * One connection, which is its request as well: there is one at a time, and what comes meanwhile waits.
 *
 *   reading → answering   a request is here whole
 *   answering → sending   its answer is being written
 *   sending → reading     the system has taken the answer
 *   any → left            closed by us, or handed over
 */
type State = 'reading' | 'answering' | 'sending' | 'left'

export class FastConnection implements ArrivedRequest {
  method = ''
  url = ''
  readonly version = '1.1'
  headers: CallHeaders = noHeaders()
  bodyText = ''
  readonly remoteAddress: string | undefined

  readonly #socket: Socket
  readonly #deps: FastReaderState
  #state: State = 'reading'
  /** The caller has closed its side. */
  #hasEnded = false
  /** The answer under way said that it is the last. */
  #isLast = false
  /** A head whose body is not here yet, and the part of it that is. */
  #begun: Buffer = nothing
  /** What came while no request could be read. As long as there is any, the socket is paused. */
  #waiting: Buffer = nothing
  /** A caller says the same of itself again and again: the last two heads it sent. */
  #lastHead: KnownHead | undefined
  #headBefore: KnownHead | undefined

  constructor(socket: Socket, deps: FastReaderState) {
    this.#socket = socket
    this.#deps = deps
    this.remoteAddress = socket.remoteAddress
    deps.connections.add(this)
    socket.setTimeout(deps.isDraining ? deps.timeouts.drainIdleMs : deps.timeouts.idleMs)
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('timeout', this.#onTimeout)
    socket.on('error', this.#onError)
    socket.on('close', this.#onClose)
  }

  get body(): Buffer {
    return Buffer.from(this.bodyText, 'latin1')
  }

  /** Written as one piece: a head, its blank line, the body. */
  send = (reply: Reply, ending: Ending): void => {
    if (this.#state !== 'answering' || this.#socket.destroyed) return
    const { body, bytes } = reply
    const bodyBytes = bytes?.length ?? reply.bodyBytes ?? Buffer.byteLength(body)
    const head = this.#startSending(reply, ending, { bodyBytes })
    if (bytes === undefined && body.length <= pieceLength) {
      // Text without a single accent is the same bytes either way, and Latin-1 is written faster.
      this.#write(head + body, this.#onSent, bodyBytes === body.length ? 'latin1' : 'utf8')
    } else {
      this.#socket.write(head, 'latin1')
      this.#write(bytes ?? body, this.#onSent)
    }
  }

  /** In chunks, no faster than they are read. */
  sendStream = async (reply: Reply, stream: AsyncIterable<string>, ending: Ending): Promise<void> => {
    try {
      this.#socket.write(this.#startSending(reply, ending, 'chunked'), 'latin1')
      for await (const text of stream) {
        await this.#written(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
      }
      await this.#written('0\r\n\r\n')
      this.#onSent()
    } catch (error) {
      this.#socket.destroy()
      throw error
    }
  }

  #startSending(reply: Reply, { requestId, close }: Ending, framing: AnswerFacts['framing']): string {
    const { isDraining, timeouts } = this.#deps
    this.#state = 'sending'
    this.#isLast = close || isDraining || (this.#hasEnded && this.#waiting.length === 0)
    return answerHead(reply, { requestId, closes: this.#isLast, idleMs: timeouts.idleMs, framing })
  }

  #write(text: string | Buffer, onTaken: AnswerWriting['onTaken'], encoding?: BufferEncoding): void {
    const { unread } = this.#deps
    writeAnswer(text, {
      socket: this.#socket,
      unread,
      encoding,
      requestBytes: this.#waiting.length,
      onTaken,
    })
  }

  #written(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#write(text, (error) => (error ? reject(new CallerGone(error)) : resolve()))
    })
  }

  /** The system has taken the answer. What waits is read in a turn of its own, so that others have theirs. */
  readonly #onSent = (error?: Error | null): void => {
    if (error || this.#socket.destroyed || this.#state !== 'sending') return
    if (this.#isLast) {
      this.#close()
      return
    }
    this.#state = 'reading'
    if (this.#waiting.length > 0) setImmediate(this.#readWaiting)
    else this.#goOn()
  }

  readonly #readWaiting = (): void => {
    if (this.#state !== 'reading' || this.#socket.destroyed) return
    const bytes = this.#waiting
    this.#waiting = nothing
    this.#read(bytes)
    if (this.#waiting.length === 0) this.#goOn()
  }

  /** Nothing waits: on to what the caller sends next, or to its end. */
  #goOn(): void {
    if (this.#state === 'left') return
    if (this.#hasEnded) this.#onEnd()
    else if (this.#socket.isPaused() && this.#socket.writableLength === 0) this.#socket.resume()
    // An answer that began before the draining did could not say that it is the last.
    if (this.#deps.isDraining) this.drain()
  }

  /** Closes it once it stays idle; a request that is on its way is answered first. */
  drain(): void {
    const isIdle = this.#state === 'reading' && this.#begun.length + this.#waiting.length === 0
    if (isIdle) this.#socket.setTimeout(this.#deps.timeouts.drainIdleMs)
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#state === 'reading' && this.#waiting.length === 0) this.#read(bytes)
    else this.#wait(bytes)
  }

  #wait(bytes: Buffer): void {
    this.#waiting = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes])
    this.#socket.pause()
  }

  /** Reads one request, which begins with what was there before. */
  #read(chunk: Buffer): void {
    const wasBegun = this.#begun.length > 0
    const bytes = wasBegun ? Buffer.concat([this.#begun, chunk]) : chunk
    const known = this.#readHead(bytes)
    if (wasBegun) this.#finishBegun()
    if (known === undefined) {
      this.#handOver(bytes)
      return
    }
    const { head } = known
    const end = known.bytes.length + head.bodyLength
    if (bytes.length >= end) {
      this.method = head.method
      this.url = head.url
      this.headers = head.headers
      this.bodyText = bytes.toString('latin1', known.bytes.length, end)
      this.#state = 'answering'
      if (this.#deps.isDraining) this.#socket.setTimeout(this.#deps.timeouts.idleMs)
      if (bytes.length > end) this.#wait(bytes.subarray(end))
      this.#deps.answer(this)
    } else if (wasBegun) this.#handOver(bytes)
    else this.#begin(bytes)
  }

  #begin(bytes: Buffer): void {
    // A copy, for the piece may be a small part of what was read with it.
    this.#begun = Buffer.from(bytes)
    this.#socket.setTimeout(this.#deps.timeouts.requestMs)
  }

  #finishBegun(): void {
    this.#begun = nothing
    this.#socket.setTimeout(this.#deps.timeouts.idleMs)
  }

  /** The head that these bytes begin with, blank line and all; undefined when it is not plain or not whole. */
  #readHead(bytes: Buffer): KnownHead | undefined {
    const last = this.#lastHead
    if (last !== undefined && beginsWith(bytes, last.bytes)) return last
    const before = this.#headBefore
    const known = before !== undefined && beginsWith(bytes, before.bytes) ? before : knownHead(bytes)
    if (known !== undefined) {
      this.#headBefore = last
      this.#lastHead = known
    }
    return known
  }

  /** A caller that has said all it has to say, and closed its side, still gets its answer. */
  readonly #onEnd = (): void => {
    this.#hasEnded = true
    if (this.#state !== 'reading' || this.#waiting.length > 0) return
    if (this.#begun.length > 0) this.#refuse('request_malformed')
    else this.#close()
  }

  readonly #onTimeout = (): void => {
    if (this.#begun.length > 0) this.#refuse('request_timeout')
    else if (this.#state === 'reading' && this.#deps.isDraining) this.#close()
    else this.#socket.destroy()
  }

  readonly #onError = (): void => void this.#socket.destroy()

  readonly #onClose = (): void => {
    this.#deps.unread.taken(this.#socket)
    this.#deps.connections.delete(this)
  }

  #handOver(bytes: Buffer): void {
    this.#leave()
    this.#deps.handOver(this.#socket, bytes)
  }

  #refuse(code: Parameters<typeof refuseConnection>[1]): void {
    this.#leave()
    refuseConnection(this.#socket, code, this.#deps.timeouts)
  }

  #close(): void {
    this.#leave()
    lingeringClose(this.#socket, this.#deps.timeouts)
  }

  /** From here on the connection is somebody else's. */
  #leave(): void {
    this.#state = 'left'
    this.#deps.connections.delete(this)
    const socket = this.#socket
    socket.setTimeout(0)
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('timeout', this.#onTimeout)
    socket.off('error', this.#onError)
    socket.off('close', this.#onClose)
  }
}

const nothing = Buffer.alloc(0)
