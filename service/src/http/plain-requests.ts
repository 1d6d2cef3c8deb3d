import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock } from '../calendar/clock.ts'
import { type CallHeaders, noHeaders } from './call-headers.ts'
import { type PlainHead, readPlainHead } from './plain-head.ts'
import type { Reply } from './reply.ts'
import type { ArrivedRequest, Ending } from './request.ts'

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
  return {
    take: (socket) => void new PlainConnection(socket, deps, connections),
    drain: () => {
      deps.isDraining = true
      for (const one of connections) one.drain()
    },
    closeAll: () => {
      for (const one of connections) one.destroy()
    },
  }
}

/** So few that they cannot hold the 2,000 headers at which node:http refuses a head. */
const headBytesMax = 8_000

/** One connection. One request at a time: what comes while an answer is owed waits for it in the socket. */
class PlainConnection implements ArrivedRequest {
  method = ''
  url = ''
  readonly version = '1.1'
  headers: CallHeaders = noHeaders()
  body: Buffer = nothing
  readonly remoteAddress: string | undefined

  readonly #socket: Socket
  readonly #deps: PlainDeps
  readonly #connections: Set<PlainConnection>
  #isOwed = false
  #hasEnded = false
  #isClosing = false
  /** A head whose body is not here yet, and the part of it that is. */
  #begun: Buffer = nothing
  #lastText = ''
  #lastHead: PlainHead | undefined
  #textBefore = ''
  #headBefore: PlainHead | undefined

  constructor(socket: Socket, deps: PlainDeps, connections: Set<PlainConnection>) {
    this.#socket = socket
    this.#deps = deps
    this.#connections = connections
    this.remoteAddress = socket.remoteAddress
    connections.add(this)
    socket.setTimeout(deps.idleTimeoutMs)
    socket.on('data', this.#onData)
    socket.on('end', this.#onEnd)
    socket.on('timeout', this.#onTimeout)
    socket.on('error', this.#onError)
    socket.on('close', this.#onClose)
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
    const bytes = Buffer.byteLength(body)
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
    const { status, contentType, headers } = reply
    this.#isClosing = close || this.#hasEnded || this.#deps.isDraining
    const connection = this.#isClosing ? connectionCloses : this.#deps.keepAliveLines
    const lines = `${firstLines(status, contentType)}${headerLines(headers)}${connection}`
    return `${lines}X-Request-Id: ${requestId}\r\n${framing}${dateLine()}\r\n`
  }

  #answered(isTaken: boolean): void {
    const socket = this.#socket
    this.#isOwed = false
    if (this.#isClosing) socket.destroySoon()
    else if (!isTaken) socket.pause().once('drain', this.#goOn)
    else if (socket.isPaused()) socket.resume()
  }

  /** Whoever does not read its answers is not read from either. */
  readonly #goOn = (): void => void this.#socket.resume()

  drain(): void {
    if (!this.#isOwed && this.#begun.length === 0 && this.#socket.readableLength === 0) this.#close()
  }

  #close(): void {
    this.#isClosing = true
    this.#socket.destroySoon()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isClosing) return
    if (this.#isOwed) this.#putBack(chunk)
    else this.#read(chunk)
  }

  /** While bytes lie in the socket it does not end, and when there are enough of them it takes no more. */
  #putBack(bytes: Buffer): void {
    this.#socket.pause()
    this.#socket.unshift(bytes)
  }

  /** Reads one request, which begins with what was there before. */
  #read(chunk: Buffer): void {
    const wasBegun = this.#begun.length > 0
    const bytes = wasBegun ? Buffer.concat([this.#begun, chunk]) : chunk
    const text = bytes.toString('latin1', 0, Math.min(bytes.length, headBytesMax))
    const headEnd = text.indexOf('\r\n\r\n')
    const head = headEnd === -1 ? undefined : this.#readHead(text.slice(0, headEnd))
    const end = headEnd + 4 + (head?.bodyLength ?? 0)
    if (wasBegun) this.#await(nothing)
    if (head !== undefined && bytes.length >= end) {
      this.method = head.method
      this.url = head.url
      this.headers = head.headers
      this.body = bytes.subarray(headEnd + 4, end)
      this.#isOwed = true
      if (bytes.length > end) this.#putBack(bytes.subarray(end))
      this.#deps.answer(this)
    } else if (head === undefined || wasBegun) this.#handOver(bytes)
    else this.#await(bytes)
  }

  /** Waits for the rest of a body, or no longer. */
  #await(begun: Buffer): void {
    this.#begun = begun
    this.#socket.setTimeout(begun.length > 0 ? this.#deps.bodyTimeoutMs : this.#deps.idleTimeoutMs)
  }

  /** A caller says the same of itself again and again, so the last two heads are kept as they were read. */
  #readHead(text: string): PlainHead | undefined {
    if (text === this.#lastText) return this.#lastHead
    const [head, before] =
      text === this.#textBefore ? [this.#headBefore, this.#lastHead] : [readPlainHead(text), this.#lastHead]
    this.#textBefore = this.#lastText
    this.#headBefore = before
    this.#lastText = text
    this.#lastHead = head
    return head
  }

  #handOver(bytes: Buffer): void {
    this.#leave()
    this.#deps.handOver(this.#socket, bytes)
  }

  #refuse(code: Parameters<PlainDeps['refuse']>[1]): void {
    this.#leave()
    this.#deps.refuse(this.#socket, code)
  }

  /** From here on the connection is somebody else's. */
  #leave(): void {
    this.#connections.delete(this)
    const socket = this.#socket
    socket.setTimeout(0)
    socket.off('data', this.#onData)
    socket.off('end', this.#onEnd)
    socket.off('timeout', this.#onTimeout)
    socket.off('error', this.#onError)
    socket.off('close', this.#onClose)
  }

  /** A caller that has said all it has to say, and closed its side, still gets its answer. */
  readonly #onEnd = (): void => {
    this.#hasEnded = true
    if (this.#begun.length > 0) this.#refuse('request_malformed')
    else if (!this.#isOwed) this.#socket.end()
  }

  readonly #onTimeout = (): void =>
    this.#begun.length > 0 ? this.#refuse('request_timeout') : this.destroy()
  readonly #onError = (): void => this.destroy()
  readonly #onClose = (): void => void this.#connections.delete(this)
}

/** Until the other side has read enough, or has gone. */
function roomOn(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
}

const nothing = Buffer.alloc(0)
const connectionCloses = 'Connection: close\r\n'

/** Answers begin alike: each beginning is put together once. */
function firstLines(status: number, contentType = ''): string {
  const name = `${status}${contentType}`
  const known = beginnings.get(name)
  if (known !== undefined) return known
  const type = contentType === '' ? '' : `Content-Type: ${contentType}\r\n`
  const lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${type}X-Content-Type-Options: nosniff\r\n`
  beginnings.set(name, lines)
  return lines
}

// As many as there are statuses and media types.
const beginnings = new Map<string, string>()

/** An answer's own headers; the same object is the same lines. */
function headerLines(headers: Reply['headers'] = noOwnHeaders): string {
  const known = linesOf.get(headers)
  if (known !== undefined) return known
  const all = { 'Cache-Control': 'no-store', ...headers }
  const lines = Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  linesOf.set(headers, lines)
  return lines
}

const noOwnHeaders: NonNullable<Reply['headers']> = {}
const linesOf = new WeakMap<NonNullable<Reply['headers']>, string>()

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
