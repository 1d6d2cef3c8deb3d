import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import type { ProblemCode } from '@lastro/contract/problems/problems.ts'
import { isLongBody } from '../body/body.ts'
import type { ReaderDeps } from '../connections/connection-reader.ts'
import { lingeringClose } from '../connections/lingering-close.ts'
import { refuseConnection } from '../connections/refuse-connection.ts'
import { writeAnswer } from '../connections/write-answer.ts'
import { headersCountMax } from '../headers/call-headers.ts'
import { type AnsweringConnection, type Exchange, nodeRequest } from './node-request.ts'

export type NodeReaderState = ReaderDeps & {
  readonly connections: Set<NodeConnection>
  readonly isDraining: boolean
}

/**
 * What node:http sees in the place of a socket. It hands on the caller's bytes in pieces, and the next only when
 * what was asked before is answered: so pipelined requests are read and answered one by one, each in a turn of its
 * own. It keeps the end of the caller's side to itself as long as an
 * answer is owed, for node:http would close the other side with it.
 */
export class NodeConnection extends Duplex implements AnsweringConnection {
  readonly #socket: Socket
  readonly #deps: NodeReaderState
  /** What the caller has sent and node:http has not been given. As long as there is any, the socket is paused. */
  #unread: Buffer
  /** Whether node:http takes more. */
  #isWanted = false
  /** The caller has closed its side. */
  #hasEnded: boolean
  /** In the order they were asked; only the first is being answered. */
  readonly #owed: Exchange[] = []
  /** The request that was read last, and when its first byte was given to node:http. */
  #last: IncomingMessage | undefined
  #begunAtMs: number | undefined
  /** An answer has gone out in this turn; the next request is for the next. */
  #isYielding = false
  /** What the caller is told once everything before it is answered. */
  #refusal: ProblemCode | undefined
  /** Our side is closed, or about to be. */
  #isClosing = false

  constructor(socket: Socket, bytes: Buffer = nothing, deps: NodeReaderState) {
    super({ decodeStrings: false })
    this.#socket = socket
    this.#deps = deps
    this.#unread = bytes
    this.#hasEnded = socket.readableEnded
    deps.connections.add(this)
    socket.setTimeout(deps.timeouts.idleMs)
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('timeout', this.#onTimeout)
    socket.on('error', this.#onClose)
    socket.on('close', this.#onClose)
    if (bytes.length > 0) socket.pause()
    else socket.resume()
    this.on('resume', this.#feed)
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  get idleMs(): number {
    return this.#deps.timeouts.idleMs
  }

  get isLastAnswer(): boolean {
    const isLastAsked = this.#hasEnded && this.#unread.length === 0 && this.#owed.length === 1
    return this.#deps.isDraining || isLastAsked
  }

  arrived(request: IncomingMessage, response: ServerResponse): void {
    if (this.#refusal !== undefined) return
    if (request.rawHeaders.length / 2 > headersCountMax) {
      this.refuse('headers_too_large')
      return
    }
    if (request.method === 'PRI') {
      // How HTTP/2 begins. By this name node:http cuts the connection, and with it what is owed from before.
      request.method = ''
      this.refuse('request_malformed')
      return
    }
    this.#last = request
    this.#owed.push({ request, response })
    response.once('close', this.#onAnswered)
    if (this.#owed.length === 1) this.#answerFirst()
  }

  readonly #answerFirst = (): void => {
    const [first] = this.#owed
    if (first !== undefined && !this.destroyed) this.#deps.answer(nodeRequest(this, first))
  }

  /** The system has taken the answer. What was asked next has a turn of its own, so that others have theirs. */
  readonly #onAnswered = (): void => {
    this.#owed.shift()
    if (this.destroyed || this.#isClosing) return
    if (this.#owed.length > 0 && !this.#isRefusedNow()) setImmediate(this.#answerFirst)
    else if (this.#refusal !== undefined) this.#tellRefusal()
    else {
      this.#isYielding = true
      setImmediate(this.#feedAgain)
    }
    if (this.#deps.isDraining) this.drain()
  }

  readonly #feedAgain = (): void => {
    this.#isYielding = false
    this.#feed()
  }

  /** Refuses the rest of what the caller sends, after whatever it is still owed. */
  refuse(code: ProblemCode): void {
    if (this.#isClosing || this.#refusal !== undefined || this.destroyed) return
    this.#refusal = code
    if (this.#isRefusedNow()) this.#tellRefusal()
  }

  /** Whether nothing is owed before a refusal: an answer that waits for the rest of its request will never come. */
  #isRefusedNow(): boolean {
    if (this.#refusal === undefined) return false
    const [first] = this.#owed
    return first === undefined || (!first.request.complete && !first.response.writableEnded)
  }

  #tellRefusal(): void {
    const code = this.#refusal
    const [first] = this.#owed
    // An answer that is under way cannot be taken back.
    if (first?.response.headersSent === true) {
      this.destroy()
      return
    }
    this.#isClosing = true
    const isAnswered = first === undefined && this.#last?.complete === false
    if (code === undefined || isAnswered) lingeringClose(this.#socket, this.#deps.timeouts)
    else refuseConnection(this.#socket, code, this.#deps.timeouts)
  }

  /** Refuses a request that is not coming, save bodies that are let to take their time. */
  endIfLate(nowMs: number): void {
    const { headMs, requestMs } = this.#deps.timeouts
    const last = this.#last
    if (this.#begunAtMs === undefined || last?.complete === true) return
    const isPatient = last !== undefined && isLongBody(last)
    const isLate = nowMs - this.#begunAtMs > (last === undefined ? headMs : requestMs)
    if (isLate && !isPatient) this.refuse('request_timeout')
  }

  /** Closes it once it stays idle; a request that is on its way is answered first. */
  drain(): void {
    if (this.#isIdle()) this.#socket.setTimeout(this.#deps.timeouts.drainIdleMs)
  }

  #isIdle(): boolean {
    const isBetween = this.#begunAtMs === undefined || this.#last?.complete === true
    return isBetween && this.#owed.length + this.#unread.length === 0 && !this.#isClosing
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#isClosing) return
    if (this.#deps.isDraining) this.#socket.setTimeout(this.#deps.timeouts.idleMs)
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    this.#feed()
    if (this.#unread.length > 0) this.#socket.pause()
  }

  readonly #onEnd = (): void => {
    this.#hasEnded = true
    this.#feed()
  }

  /** Gives node:http a piece of what was sent, if it takes any and nothing has to be answered first. */
  readonly #feed = (): void => {
    const isAnswering = this.#owed.length > 0 && this.#last?.complete === true
    const isHeld =
      isAnswering || this.#isYielding || this.#refusal !== undefined || this.#isClosing || this.destroyed
    // A piece is parsed while it is pushed, and not put aside: what it asks for decides whether the next may follow.
    if (isHeld || !this.#isWanted || this.isPaused()) return
    if (this.#unread.length === 0) {
      if (!this.#hasEnded) this.#socket.resume()
      else if (!this.readableEnded) this.push(null)
      return
    }
    this.#begin()
    const end = this.#pieceEnd()
    const piece = this.#unread.subarray(0, end)
    this.#unread = this.#unread.subarray(end)
    this.#isWanted = false
    this.push(piece)
  }

  /** A piece ends with the first head in it: its body may be of any length, but two requests are not read at once. */
  #pieceEnd(): number {
    const end = this.#last === undefined ? this.#unread.indexOf('\r\n\r\n') + 4 : pieceBytesMax
    return Math.min(end < 4 ? pieceBytesMax : end, pieceBytesMax)
  }

  /** A byte after a whole request is the first of the next. */
  #begin(): void {
    if (this.#begunAtMs !== undefined && this.#last?.complete !== true) return
    this.#last = undefined
    this.#begunAtMs = performance.now()
  }

  readonly #onTimeout = (): void => {
    if (this.#deps.isDraining && this.#isIdle()) this.end()
    else this.destroy()
  }

  readonly #onClose = (): void => void this.destroy()

  override _read(): void {
    this.#isWanted = true
    process.nextTick(this.#feed)
  }

  override _write(
    text: string | Buffer,
    encoding: BufferEncoding,
    done: (error?: Error | null) => void,
  ): void {
    writeAnswer(text, {
      socket: this.#socket,
      unread: this.#deps.unread,
      encoding,
      requestBytes: this.#unread.length,
      onTaken: done,
    })
  }

  override _final(done: () => void): void {
    this.#isClosing = true
    lingeringClose(this.#socket, this.#deps.timeouts)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#deps.unread.taken(this.#socket)
    this.#deps.connections.delete(this)
    // A socket that is closing takes its time by itself.
    if (!this.#isClosing || this.#socket.destroyed) this.#socket.destroy()
    done(error)
  }
}

/** Of a body. What follows it in the same piece is read with it, and is not much. */
const pieceBytesMax = 8 * 1024

const nothing = Buffer.alloc(0)
