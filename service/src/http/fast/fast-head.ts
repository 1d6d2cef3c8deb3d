import { bodyBytesMax } from '../body/body.ts'
import {
  type CallHeaders,
  type HeaderName,
  headerName,
  headersCountMax,
  noHeaders,
} from '../headers/call-headers.ts'

/** The head of a plain request: everything before its body. */
export type FastHead = {
  readonly method: string
  readonly url: string
  readonly headers: CallHeaders
  readonly bodyLength: number
}

/** A head as it was sent, blank line and all, and as it was read. */
export type KnownHead = { readonly bytes: Buffer; readonly head: FastHead }

/** The head that these bytes begin with; undefined when it is not plain or not whole. */
export function knownHead(bytes: Buffer): KnownHead | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1 || end > headBytesMax) return undefined
  // A text of its own, and no piece of one that holds the body as well.
  const sent = bytes.toString('latin1', 0, end)
  const held = knownHeads.get(sent)
  if (held !== undefined) return held
  const head = readFastHead(sent)
  if (head === undefined) return undefined
  if (knownHeads.size >= knownHeadsMax) knownHeads.clear()
  const known = { bytes: Buffer.from(bytes.subarray(0, end + 4)), head }
  knownHeads.set(sent, known)
  return known
}

export const beginsWith = (bytes: Buffer, start: Buffer): boolean =>
  bytes.length >= start.length && bytes.compare(start, 0, start.length, 0, start.length) === 0

/** A longer head is left to node:http, which takes twice as much and refuses the rest. */
const headBytesMax = 8_000

/** The connections of one caller send the same head, and share what was read of it. */
const knownHeads = new Map<string, KnownHead>()
const knownHeadsMax = 500

/** The whole of what counts as plain: what this does not match is not refused, only read elsewhere. */
const plainHead = /^(?:GET|POST|PATCH|PUT|DELETE) \/[!-~]* HTTP\/1\.1(?:\r\n[A-Za-z0-9-]+:[ -~]*)*$/

/** Headers that change how a request is read or how its connection goes on. */
const notPlain: ReadonlySet<HeaderName> = new Set(['transferEncoding', 'expect', 'upgrade', 'connection'])

/** Reads a head without its blank line; undefined when it is not plain. */
function readFastHead(text: string): FastHead | undefined {
  if (!plainHead.test(text)) return undefined
  const headers = noHeaders()
  const lineEnd = endOfLine(text, 0)
  let count = 0
  for (let at = lineEnd; at < text.length; ) {
    const end = endOfLine(text, at + 2)
    const colon = text.indexOf(':', at + 2)
    const name = headerName(text.slice(at + 2, colon))
    if (name !== undefined) {
      const value = flat(text.slice(colon + 1, end).trim())
      const isUsual = name === 'connection' && value.toLowerCase() === 'keep-alive'
      const held = headers[name]
      // Most proxies add several of those that are read as one.
      if (held !== undefined && name !== 'forwarded') return undefined
      if (notPlain.has(name) && !isUsual) return undefined
      headers[name] = held === undefined ? value : `${held}, ${value}`
    }
    if (++count > headersCountMax) return undefined
    at = end
  }
  const length = headers.contentLength ?? '0'
  const bodyLength = /^\d{1,6}$/.test(length) ? Number(length) : Number.POSITIVE_INFINITY
  if (headers.host === undefined || bodyLength > bodyBytesMax) return undefined
  const methodEnd = text.indexOf(' ')
  const url = text.slice(methodEnd + 1, lineEnd - ' HTTP/1.1'.length)
  return { method: text.slice(0, methodEnd), url, headers, bodyLength }
}

/** A piece of a longer text is slow to compare, and this one will be, with every request that sends it again. */
const flat = (piece: string): string => Buffer.from(piece, 'latin1').toString('latin1')

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\r\n', from)
  return end === -1 ? text.length : end
}
