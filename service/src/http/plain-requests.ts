import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { bodyBytesMax } from './body.ts'
import { type CallHeaders, type HeaderName, headerName, noHeaders } from './call-headers.ts'
import type { Reply } from './reply.ts'
import type { ArrivedRequest, Ending } from './request.ts'

/**
 * Nearly every request has the same plain shape: a head of printable ASCII in one piece, a body whose length is
 * said, in the same piece or the next. Those are read here, at less than half of what they cost through node:http. A connection that sends
 * anything else, however slightly, is handed to node:http with the bytes it sent, and stays there; so this
 * reads a strict part of HTTP/1.1 and leaves judging the rest to a parser made for it.
 */
export type PlainRequests = {
  readonly take: (socket: Socket) => void
  /** Ends the connections that are owed nothing. */
  readonly closeIdle: () => void
  readonly closeAll: () => void
}

export type PlainDeps = {
  readonly answer: (request: ArrivedRequest) => void
  readonly handOver: (socket: Socket, bytes: Buffer) => void
  /** Tells a caller that what it began to send is not a request. */
  readonly refuse: (socket: Socket, code: 'request_malformed' | 'request_timeout') => void
  readonly idleTimeoutMs: number
  /** A body that has not come by then is not coming. */
  readonly bodyTimeoutMs: number
}

export function plainRequests(deps: PlainDeps): PlainRequests {
  const connections = new Set<PlainConnection>()
  return {
    take: (socket) => void new PlainConnection(socket, deps, connections),
    closeIdle: () => {
      for (const one of connections) one.endIfIdle()
    },
    closeAll: () => {
      for (const one of connections) one.destroy()
    },
  }
}

/** The whole of what counts as plain: what this refuses is not refused, only read elsewhere. */
const plainHead = /^(?:GET|POST|PATCH|PUT|DELETE) \/[!-~]* HTTP\/1\.1(?:\r\n[A-Za-z0-9-]+:[ -~]*)*$/

/** Headers that change how a request is read or how its connection goes on. */
const notPlain: ReadonlySet<HeaderName> = new Set(['transferEncoding', 'expect', 'upgrade', 'connection'])

const headBytesMax = 16 * 1024

/** One connection. One request at a time: what comes while an answer is owed waits for it. */
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
  /** What came after the request that is being answered, or the part of a request that is here. */
  #held: Buffer = nothing
  #awaitsBody = false

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
  send = ({ status, contentType, body, headers }: Reply, { requestId, close }: Ending): void => {
    const socket = this.#socket
    this.#isOwed = false
    if (socket.destroyed) return
    const bytes = Buffer.byteLength(body)
    const closes = close || (this.#hasEnded && this.#held.length === 0)
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nX-Request-Id: ${requestId}\r\nContent-Length: ${bytes}\r\n`
    if (contentType !== undefined) head += `Content-Type: ${contentType}\r\n`
    head += `Cache-Control: ${headers?.['Cache-Control'] ?? 'no-store'}\r\nX-Content-Type-Options: nosniff\r\n`
    for (const name in headers) if (name !== 'Cache-Control') head += `${name}: ${headers[name]}\r\n`
    head += closes ? connectionCloses : this.#keepsAlive()
    // Text without a single accent is the same bytes either way, and Latin-1 is written faster.
    socket.write(`${head}${dateLine()}\r\n${body}`, bytes === body.length ? 'latin1' : 'utf8')
    this.#isClosing = closes
    if (closes) socket.destroySoon()
    else if (this.#held.length > 0) process.nextTick(this.#goOn)
  }

  #keepsAlive(): string {
    return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(this.#deps.idleTimeoutMs / 1000)}\r\n`
  }

  endIfIdle(): void {
    if (!this.#isOwed && this.#held.length === 0) this.#socket.end()
  }

  destroy(): void {
    this.#socket.destroy()
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isClosing) return
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
    if (this.#isOwed) {
      this.#held = bytes
      this.#socket.pause()
    } else this.#read(bytes)
  }

  readonly #goOn = (): void => {
    if (this.#socket.isPaused()) this.#socket.resume()
    const bytes = this.#held
    this.#held = nothing
    if (!this.#isOwed && bytes.length > 0) this.#read(bytes)
  }

  /** Reads one request, which the bytes begin with. */
  #read(bytes: Buffer): void {
    const text = bytes.toString('latin1', 0, Math.min(bytes.length, headBytesMax))
    const headEnd = text.indexOf('\r\n\r\n')
    const bodyLength = headEnd === -1 ? undefined : this.#readHead(text.slice(0, headEnd))
    const end = headEnd + 4 + (bodyLength ?? 0)
    const wasAwaited = this.#awaitsBody
    this.#held = nothing
    if (wasAwaited) this.#await(false)
    if (bodyLength !== undefined && bytes.length >= end) {
      this.body = bytes.subarray(headEnd + 4, end)
      if (bytes.length > end) this.#held = bytes.subarray(end)
      this.#isOwed = true
      this.#deps.answer(this)
    } else if (this.#hasEnded) this.#refuse('request_malformed')
    else if (bodyLength === undefined || wasAwaited) this.#handOver(bytes)
    else {
      this.#held = bytes
      this.#await(true)
    }
  }

  #await(isAwaited: boolean): void {
    this.#awaitsBody = isAwaited
    this.#socket.setTimeout(isAwaited ? this.#deps.bodyTimeoutMs : this.#deps.idleTimeoutMs)
  }

  /** The length of the body it announces; undefined for a head that is not plain. */
  #readHead(head: string): number | undefined {
    if (!plainHead.test(head)) return undefined
    const headers = noHeaders()
    const lineEnd = endOfLine(head, 0)
    for (let at = lineEnd; at < head.length; ) {
      const end = endOfLine(head, at + 2)
      const colon = head.indexOf(':', at + 2)
      const name = headerName(head.slice(at + 2, colon))
      if (name !== undefined) {
        const value = head.slice(colon + 1, end).trim()
        const isUsual = name === 'connection' && value.toLowerCase() === 'keep-alive'
        if (headers[name] !== undefined || (notPlain.has(name) && !isUsual)) return undefined
        headers[name] = value
      }
      at = end
    }
    const length = headers.contentLength ?? '0'
    if (headers.host === undefined || !/^\d{1,6}$/.test(length) || Number(length) > bodyBytesMax)
      return undefined
    const methodEnd = head.indexOf(' ')
    this.method = head.slice(0, methodEnd)
    this.url = head.slice(methodEnd + 1, lineEnd - ' HTTP/1.1'.length)
    this.headers = headers
    return Number(length)
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
    if (socket.isPaused()) socket.resume()
  }

  /** A caller that has said all it has to say, and closed its side, still gets its answer. */
  readonly #onEnd = (): void => {
    this.#hasEnded = true
    if (this.#awaitsBody) this.#refuse('request_malformed')
    else if (!this.#isOwed) this.#socket.end()
  }

  readonly #onTimeout = (): void => (this.#awaitsBody ? this.#refuse('request_timeout') : this.destroy())
  readonly #onError = (): void => this.destroy()
  readonly #onClose = (): void => void this.#connections.delete(this)
}

const nothing = Buffer.alloc(0)
const connectionCloses = 'Connection: close\r\n'

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\r\n', from)
  return end === -1 ? text.length : end
}

/** The header changes once a second, and is made once a second. */
function dateLine(): string {
  const second = Math.floor(Date.now() / 1000)
  if (second !== dated.second) {
    dated.second = second
    dated.line = `Date: ${new Date(second * 1000).toUTCString()}\r\n`
  }
  return dated.line
}

const dated = { second: 0, line: '' }
