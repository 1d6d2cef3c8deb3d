import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { paceOf } from '../body/long-body.ts'
import type { ReaderDeps } from '../connections/connection-reader.ts'
import { lingeringClose } from '../connections/lingering-close.ts'
import { refuseConnection } from '../connections/refuse-connection.ts'
import { writeAnswer } from '../connections/write-answer.ts'
import { headersCountMax } from '../headers/call-headers.ts'
import type { PlainCode } from '../reply.ts'
import { type AnsweringConnection, type NodeExchange, nodeRequest } from './node-request.ts'

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
  /** The caller has closed its side. */
  #hasEnded: boolean
  /** What is being answered: there is one at a time, for the next is not read before. */
  #owed: NodeExchange | undefined
  /** The request that was read last, and when its first byte was given to node:http. */
  #last: IncomingMessage | undefined
  #begunAtMs: number | undefined
  /** An answer has gone out in this turn, or many pieces were read; the next is for the next. */
  #isYielding = false
  /** How much of a body whose length is said has not been given to node:http. */
  #bodyBytesLeft = 0
  /** What may be the beginning of a blank line, at the end of the last piece. */
  #lineBegun: Buffer = nothing
  #piecesInTurn = 0
  /** What the caller is told once everything before it is answered. */
  #refusal: PlainCode | undefined
  /** Our side is closed, or about to be. */
  #isClosing = false

  constructor(socket: Socket, bytes: Buffer = nothing, deps: NodeReaderState) {
    super({ decodeStrings: false })
    this.#socket = socket
    this.#deps = deps
    this.#unread = bytes
    this.#hasEnded = socket.readableEnded
    deps.connections.add(this)
    socket.setTimeout(
      deps.isDraining && bytes.length === 0 ? deps.timeouts.drainIdleMs : deps.timeouts.idleMs,
    )
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('timeout', this.#onTimeout)
    socket.on('error', this.#onClose)
    socket.on('close', this.#onClose)
    // Until node:http takes what is here.
    socket.pause()
    this.on('resume', this.#feed)
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  get idleMs(): number {
    return this.#deps.timeouts.idleMs
  }

  get isLastAnswer(): boolean {
    return this.#deps.isDraining || (this.#hasEnded && this.#unread.length === 0)
  }

  arrived(request: IncomingMessage, response: ServerResponse): void {
    if (this.#refusal !== undefined) return
    if (request.rawHeaders.length / 2 > headersCountMax) {
      this.refuse('headers_too_large')
      return
    }
    if (request.method === 'PRI') {
      // How HTTP/2 begins. By this name node:http cuts the connection too, and the refusal goes out all the same.
      this.refuse('request_malformed')
      return
    }
    this.#last = request
    this.#bodyBytesLeft = Number(request.headers['content-length'] ?? 0)
    this.#owed = { request, response }
    response.once('close', this.#onAnswered)
    this.#deps.answer(nodeRequest(this, this.#owed))
  }

  /** The system has taken the answer. What was asked next has a turn of its own, so that others have theirs. */
  readonly #onAnswered = (): void => {
    this.#owed = undefined
    if (this.destroyed || this.#isClosing) return
    if (this.#refusal !== undefined) this.#tellRefusal()
    else this.#yieldTurn()
    if (this.#deps.isDraining) this.drain()
  }

  #yieldTurn(): void {
    this.#isYielding = true
    setImmediate(this.#feedAgain)
  }

  readonly #feedAgain = (): void => {
    this.#isYielding = false
    this.#piecesInTurn = 0
    this.#feed()
  }

  /** Refuses the rest of what the caller sends, after whatever it is still owed. */
  refuse(code: PlainCode): void {
    if (this.#isClosing || this.#refusal !== undefined || this.destroyed) return
    this.#refusal = code
    if (this.#isRefusedNow()) this.#tellRefusal()
  }

  /** Whether nothing is owed before a refusal: an answer that waits for the rest of its request will never come. */
  #isRefusedNow(): boolean {
    const owed = this.#owed
    return owed === undefined || (!owed.request.complete && !owed.response.writableEnded)
  }

  #tellRefusal(): void {
    const code = this.#refusal
    // An answer that is under way cannot be taken back.
    if (this.#owed?.response.headersSent === true) {
      this.destroy()
      return
    }
    this.#isClosing = true
    const isAnswered = this.#owed === undefined && this.#last?.complete === false
    if (code === undefined || isAnswered) lingeringClose(this.#socket, this.#deps.timeouts)
    else refuseConnection(this.#socket, code, this.#deps.timeouts)
  }

  /** Refuses a request that does not arrive in time; a long body has its own limits. */
  endIfLate(nowMs: number): void {
    const { timeouts } = this.#deps
    const last = this.#last
    if (this.#begunAtMs === undefined || last?.complete === true) return
    const pace = last && paceOf(last)
    const isLate =
      pace === undefined
        ? nowMs - this.#begunAtMs > (last === undefined ? timeouts.headMs : timeouts.requestMs)
        : pace.isLate(nowMs, this.#socket.bytesRead, this.#isOurTurn(last), timeouts)
    if (isLate) this.refuse('request_timeout')
  }

  /** Whether received data is waiting to be read, so that the sender cannot send more. */
  #isOurTurn(last: IncomingMessage | undefined): boolean {
    return this.#unread.length > 0 || (last?.readableLength ?? 0) > 0
  }

  /** Closes it once it stays idle; a request that is on its way is answered first. */
  drain(): void {
    if (this.#isIdle()) this.#socket.setTimeout(this.#deps.timeouts.drainIdleMs)
  }

  #isIdle(): boolean {
    const isBetween = this.#begunAtMs === undefined || this.#last?.complete === true
    return isBetween && this.#owed === undefined && this.#unread.length === 0 && !this.#isClosing
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
    const isAnswering = this.#owed?.request.complete === true
    const isHeld =
      isAnswering || this.#isYielding || this.#refusal !== undefined || this.#isClosing || this.destroyed
    // A piece is parsed while it is pushed, and not put aside: what it asks for decides whether the next may follow.
    if (isHeld || this.isPaused()) return
    if (this.#unread.length === 0) {
      if (this.#hasEnded) this.push(null)
      else this.#socket.resume()
      return
    }
    if (this.#piecesInTurn === piecesInTurnMax) {
      this.#yieldTurn()
      return
    }
    this.#piecesInTurn += 1
    this.#begin()
    const end = this.#pieceEnd()
    const piece = this.#unread.subarray(0, end)
    this.#unread = this.#unread.subarray(end)
    this.push(piece)
  }

  /**
   * Where a request may end, at the latest: after a body whose length is said, or after the next blank line, which
   * every head and every chunked body ends with. So no piece reaches from one request into another: node:http would
   * read both at once, and drops what follows a wish to upgrade in the same piece.
   */
  #pieceEnd(): number {
    const unread = this.#unread.subarray(0, pieceBytesMax)
    if (this.#bodyBytesLeft > 0) {
      const end = Math.min(unread.length, this.#bodyBytesLeft)
      this.#bodyBytesLeft -= end
      return end
    }
    const line = Buffer.concat([this.#lineBegun, unread])
    const found = line.indexOf(blankLine)
    const end = found === -1 ? line.length : found + blankLine.length
    this.#lineBegun = found === -1 ? line.subarray(1 - blankLine.length) : nothing
    return end - (line.length - unread.length)
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

const pieceBytesMax = 8 * 1024

/** More than what was sent at once usually has; a body full of blank lines has thousands. */
const piecesInTurnMax = 64

const blankLine = '\r\n\r\n'

const nothing = Buffer.alloc(0)
