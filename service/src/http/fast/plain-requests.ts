import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock } from '../../clock.ts'
import { type CallHeaders, noHeaders } from '../headers/call-headers.ts'
import type { Reply } from '../reply.ts'
import type { ArrivedRequest, Ending } from '../request.ts'
import { type PlainHead, readPlainHead } from './plain-head.ts'
import { readShared } from './shared-read.ts'

/**
 * Nearly every request has the same plain shape: a head of printable ASCII in one piece, a body whose length is
 * said, in the same piece or the next. Those are read here, at less than half of what they cost through
 * node:http. A connection that sends anything else, however slightly, is handed to node:http with the bytes it
 * sent, and stays there; so this reads a strict part of HTTP/1.1 and leaves judging the rest to a parser made
 * for it.
 */
export type PlainRequests = {
  readonly take: (socket: Socket) => void
  /** Ends the connections that are owed nothing now, and the others with their next answer. */
  readonly drain: () => void
  readonly closeAll: () => void
  /** No connection will come any more. */
  readonly close: () => void
}

export type PlainOptions = {
  readonly answer: (request: ArrivedRequest) => void
  readonly handOver: (socket: Socket, bytes: Buffer) => void
  /** Tells a caller that what it began to send is not a request. */
  readonly refuse: (socket: Socket, code: 'request_malformed' | 'request_timeout') => void
  readonly idleTimeoutMs: number
  /** A body that has not come by then is not coming. */
  readonly bodyTimeoutMs: number
}

type PlainDeps = PlainOptions & { readonly keepAliveLines: string; isDraining: boolean }

export function plainRequests(options: PlainOptions): PlainRequests {
  const keepAliveLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(options.idleTimeoutMs / 1000)}\r\n`
  const deps: PlainDeps = { ...options, keepAliveLines, isDraining: false }
  const connections = new Set<PlainConnection>()
  const looking = setInterval(() => {
    for (const one of connections) one.look()
  }, lookEveryMs(options))
  looking.unref()
  return {
    take: (socket) => {
      const connection = new PlainConnection(socket, deps, connections)
      if (!readShared(socket, connection.onData)) connection.handOver(nothing)
    },
    drain: () => {
      deps.isDraining = true
      for (const one of connections) one.drain()
    },
    closeAll: () => {
      for (const one of connections) one.destroy()
    },
    close: () => clearInterval(looking),
  }
}

/**
 * How often all connections are looked at for silence. A timer for each would have to be set back with every
 * request and every answer.
 */
const lookEveryMs = ({ idleTimeoutMs, bodyTimeoutMs }: PlainOptions): number =>
  Math.max(1, Math.min(idleTimeoutMs, bodyTimeoutMs) / 8)

/** So few that they cannot hold the 2,000 headers at which node:http refuses a head. */
const headBytesMax = 8_000

/** One connection. One request at a time: what comes while an answer is owed waits for it. */
class PlainConnection implements ArrivedRequest {
  method = ''
  url = ''
  readonly version = '1.1'
  headers: CallHeaders = noHeaders()
  bodyText = ''
  readonly remoteAddress: string | undefined

  readonly #socket: Socket
  readonly #deps: PlainDeps
  readonly #connections: Set<PlainConnection>
  #isOwed = false
  #hasEnded = false
  #isClosing = false
  #isWatchingRoom = false
  /** How often it was looked at since something moved on it. */
  #quietLooks = 0
  /** A head whose body is not here yet, and the part of it that is. */
  #begun: Buffer = nothing
  /** What came while an answer was owed. As long as there is any, no more is read. */
  #waiting: Buffer = nothing
  #hasLeft = false
  /** A caller says the same of itself again and again: the last two heads it sent. */
  #lastHead: KnownHead | undefined
  #headBefore: KnownHead | undefined

  constructor(socket: Socket, deps: PlainDeps, connections: Set<PlainConnection>) {
    this.#socket = socket
    this.#deps = deps
    this.#connections = connections
    this.remoteAddress = socket.remoteAddress
    connections.add(this)
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
    const socket = this.#socket
    const { body } = reply
    if (!this.#isOwed || socket.destroyed) return
    if (reply.bytes !== undefined) {
      this.#sendBytes(reply, reply.bytes, ending)
      return
    }
    const bytes = reply.bodyBytes ?? Buffer.byteLength(body)
    const head = this.#head(reply, ending, `Content-Length: ${bytes}\r\n`)
    // Text without a single accent is the same bytes either way, and Latin-1 is written faster.
    this.#answered(socket.write(head + body, bytes === body.length ? 'latin1' : 'utf8'))
  }

  #sendBytes(reply: Reply, bytes: Buffer, ending: Ending): void {
    const head = this.#head(reply, ending, `Content-Length: ${bytes.length}\r\n`)
    this.#answered(this.#socket.write(Buffer.concat([Buffer.from(head, 'latin1'), bytes])))
  }

  /** In chunks, no faster than they are read. */
  sendStream = async (reply: Reply, stream: AsyncIterable<string>, ending: Ending): Promise<void> => {
    const socket = this.#socket
    try {
      this.#watchRoom()
      socket.write(this.#head(reply, ending, 'Transfer-Encoding: chunked\r\n'), 'latin1')
      for await (const text of stream) {
        const isTaken = socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`)
        if (!isTaken) await roomOn(socket)
        if (socket.destroyed) throw new Error('The caller has gone away')
      }
      this.#answered(socket.write('0\r\n\r\n'))
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  #head(reply: Reply, { requestId, close }: Ending, framing: string): string {
    const { status, contentType, headers = noOwnHeaders } = reply
    const isLast = this.#hasEnded && this.#waiting.length === 0
    this.#isClosing = close || isLast || this.#deps.isDraining
    const connection = this.#isClosing ? connectionCloses : this.#deps.keepAliveLines
    const lines = headLines(status, contentType, headers, connection)
    return `${lines}${dateLine()}X-Request-Id: ${requestId}\r\n${framing}\r\n`
  }

  #answered(isTaken: boolean): void {
    const socket = this.#socket
    this.#isOwed = false
    this.#quietLooks = 0
    if (!isTaken) this.#watchRoom()
    if (this.#isClosing) socket.destroySoon()
    else if (!isTaken) socket.pause().once('drain', this.#goOn)
    else if (this.#isWatchingRoom) this.#goOn()
    else if (this.#waiting.length > 0) process.nextTick(this.#readWaiting)
  }

  /** While an answer waits to be read, the socket itself knows whether any of it moves. */
  #watchRoom(): void {
    this.#isWatchingRoom = true
    this.#socket.setTimeout(this.#deps.idleTimeoutMs)
  }

  /** Whoever does not read its answers is not read from either. */
  readonly #goOn = (): void => {
    this.#isWatchingRoom = false
    this.#quietLooks = 0
    this.#socket.setTimeout(0)
    this.#readWaiting()
  }

  /** Ends a connection on which nothing has moved for as long as it may. */
  look(): void {
    const { idleTimeoutMs, bodyTimeoutMs } = this.#deps
    const silenceMs = this.#begun.length > 0 ? bodyTimeoutMs : idleTimeoutMs
    // The first look may come right after what moved.
    if (this.#isWatchingRoom || this.#quietLooks++ <= silenceMs / lookEveryMs(this.#deps)) return
    if (this.#begun.length > 0) this.#refuse('request_timeout')
    else this.destroy()
  }

  drain(): void {
    const { readableLength } = this.#socket
    if (!this.#isOwed && this.#begun.length + this.#waiting.length + readableLength === 0) this.#close()
  }

  #close(): void {
    this.#isClosing = true
    this.#socket.destroySoon()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  /** The bytes are ours only until this returns: whatever is kept of them is kept as a copy. */
  readonly onData = (bytes: Buffer): void => {
    this.#quietLooks = 0
    if (this.#hasLeft) {
      // Whoever has the connection now reads it as a stream.
      if (!this.#socket.push(Buffer.from(bytes))) this.#socket.pause()
    } else if (this.#isClosing) return
    else if (this.#isOwed || this.#waiting.length > 0) this.#putBack(bytes)
    else this.#read(bytes)
  }

  #putBack(bytes: Buffer): void {
    this.#waiting = Buffer.concat([this.#waiting, bytes])
    this.#socket.pause()
  }

  readonly #readWaiting = (): void => {
    const socket = this.#socket
    if (this.#isOwed || this.#isClosing || socket.writableNeedDrain) return
    const bytes = this.#waiting
    this.#waiting = nothing
    if (bytes.length > 0) this.#read(bytes)
    // The answer may have come already, and be more than there is room for.
    if (this.#waiting.length > 0 || this.#hasLeft || socket.writableNeedDrain) return
    if (this.#hasEnded) this.#onEnd()
    else socket.resume()
    // An answer that began before the draining did could not say that it is the last.
    if (this.#deps.isDraining) this.drain()
  }

  /** Reads one request, which begins with what was there before. */
  #read(chunk: Buffer): void {
    const wasBegun = this.#begun.length > 0
    const bytes = wasBegun ? Buffer.concat([this.#begun, chunk]) : chunk
    const known = this.#readHead(bytes)
    if (wasBegun) this.#begun = nothing
    if (known === undefined) {
      this.handOver(bytes)
      return
    }
    const { head } = known
    const end = known.bytes.length + head.bodyLength
    if (bytes.length >= end) {
      this.method = head.method
      this.url = head.url
      this.headers = head.headers
      this.bodyText = bytes.toString('latin1', known.bytes.length, end)
      this.#isOwed = true
      if (bytes.length > end) this.#putBack(bytes.subarray(end))
      this.#deps.answer(this)
    } else if (wasBegun) this.handOver(bytes)
    else this.#begun = Buffer.from(bytes)
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

  handOver(bytes: Buffer): void {
    this.#leave()
    this.#deps.handOver(this.#socket, Buffer.from(bytes))
    if (this.#socket.isPaused()) this.#socket.resume()
  }

  #refuse(code: Parameters<PlainDeps['refuse']>[1]): void {
    this.#leave()
    this.#deps.refuse(this.#socket, code)
  }

  /** From here on the connection is somebody else's. */
  #leave(): void {
    this.#hasLeft = true
    this.#connections.delete(this)
    const socket = this.#socket
    socket.setTimeout(0)
    socket.off('end', this.#onEnd)
    socket.off('timeout', this.#onTimeout)
    socket.off('error', this.#onError)
    socket.off('close', this.#onClose)
  }

  /** A caller that has said all it has to say, and closed its side, still gets its answer. */
  readonly #onEnd = (): void => {
    this.#hasEnded = true
    if (this.#waiting.length > 0) return
    if (this.#begun.length > 0) this.#refuse('request_malformed')
    else if (!this.#isOwed) this.#socket.end()
  }

  readonly #onTimeout = (): void => this.destroy()
  readonly #onError = (): void => this.destroy()
  readonly #onClose = (): void => void this.#connections.delete(this)
}

/** A head as it was sent, and as it was read. */
type KnownHead = { readonly bytes: Buffer; readonly head: PlainHead }

const beginsWith = (bytes: Buffer, start: Buffer): boolean =>
  bytes.length >= start.length && bytes.compare(start, 0, start.length, 0, start.length) === 0

/** The connections of one caller send the same head, and share what was read of it. */
function knownHead(bytes: Buffer): KnownHead | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1 || end > headBytesMax) return undefined
  // A text of its own, and no piece of one that holds the body as well.
  const sent = bytes.toString('latin1', 0, end)
  const held = knownHeads.get(sent)
  if (held !== undefined) return held
  const head = readPlainHead(sent)
  if (head === undefined) return undefined
  if (knownHeads.size >= knownHeadsMax) knownHeads.clear()
  const known = { bytes: Buffer.from(bytes.subarray(0, end + 4)), head }
  knownHeads.set(sent, known)
  return known
}

const knownHeads = new Map<string, KnownHead>()
const knownHeadsMax = 500

/** Until the other side has read enough, or has gone. */
function roomOn(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    // One that has gone already does not go again.
    if (socket.destroyed) return resolve()
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
}

const nothing = Buffer.alloc(0)
const connectionCloses = 'Connection: close\r\n'

/** All that answers of one kind begin with: the same headers mostly go with the same status. */
function headLines(
  status: number,
  contentType: string | undefined,
  headers: NonNullable<Reply['headers']>,
  connection: string,
): string {
  const last = lastHeads.get(headers)
  if (last?.status === status && last.contentType === contentType && last.connection === connection)
    return last.lines
  const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${type}X-Content-Type-Options: nosniff\r\n`
  const lines = `${first}${headerLines(headers)}${connection}`
  lastHeads.set(headers, { status, contentType, connection, lines })
  return lines
}

type SentHead = {
  readonly status: number
  readonly contentType: string | undefined
  readonly connection: string
  readonly lines: string
}

const lastHeads = new WeakMap<NonNullable<Reply['headers']>, SentHead>()
const noOwnHeaders: NonNullable<Reply['headers']> = {}

/** An answer's own headers. */
const headerLines = (headers: NonNullable<Reply['headers']>): string =>
  Object.entries({ 'Cache-Control': 'no-store', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

/** The header changes once a second, and is made once a second. */
function dateLine(): string {
  const second = Math.floor(systemClock.nowMs() / 1000)
  if (second !== dated.second) {
    dated.second = second
    dated.line = `Date: ${new Date(second * 1000).toUTCString()}\r\n`
  }
  return dated.line
}

const dated = { second: 0, line: '' }
