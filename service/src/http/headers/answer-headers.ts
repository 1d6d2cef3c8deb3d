import { STATUS_CODES } from 'node:http'
import { systemClock } from '../../clock.ts'
import type { Reply } from '../reply.ts'
import { isShared, share } from './shared-headers.ts'

/** What the headers of an answer say besides what its reply does. */
export type AnswerFacts = {
  readonly requestId: string
  /** Whether the connection ends with this answer. */
  readonly closes: boolean
  /** How long a connection is kept without a request. */
  readonly idleMs: number
  /** How the end of the body is known: by its length, by its last chunk, or by the end of the connection. */
  readonly framing: { readonly bodyBytes: number } | 'chunked' | 'until close'
}

/** The headers of an answer, name and value in turn: the one place that knows which, and in which order. */
export const answerHeaders = (reply: Reply, facts: AnswerFacts): string[] => [
  ...repeatedHeaders(reply, facts),
  ...ownHeaders(reply, facts),
]

/** The same as text, from the first line to the blank one. */
export const answerHead = (reply: Reply, facts: AnswerFacts): string =>
  `${repeatedLines(reply, facts)}${linesOf(ownHeaders(reply, facts))}\r\n`

/** What answers of one kind have in common on every connection. */
function repeatedHeaders(
  { contentType, headers = noHeaders }: Reply,
  { closes, idleMs }: AnswerFacts,
): string[] {
  const all: string[] = contentType === undefined ? [] : ['Content-Type', contentType]
  all.push('X-Content-Type-Options', 'nosniff', 'Cache-Control', headers['Cache-Control'] ?? 'no-store')
  for (const name in headers) if (name !== 'Cache-Control') all.push(name, headers[name] as string)
  if (closes) all.push('Connection', 'close')
  else all.push('Connection', 'keep-alive', 'Keep-Alive', `timeout=${Math.floor(idleMs / 1000)}`)
  return all
}

/** Headers that vary between responses. */
function ownHeaders({ cookies }: Reply, { requestId, framing }: AnswerFacts): string[] {
  const all = ['Date', dateText(), 'X-Request-Id', requestId]
  for (const cookie of cookies ?? []) all.push('Set-Cookie', cookie)
  if (framing === 'chunked') all.push('Transfer-Encoding', 'chunked')
  else if (framing !== 'until close') all.push('Content-Length', String(framing.bodyBytes))
  return all
}

const noHeaders = share({})

function linesOf(headers: readonly string[]): string {
  let lines = ''
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`
  return lines
}

/** The text of headers that many answers share is made once. */
function repeatedLines(reply: Reply, facts: AnswerFacts): string {
  const { status, contentType, headers = noHeaders } = reply
  const { closes, idleMs } = facts
  const last = lastLines.get(headers)
  const isSame =
    last?.status === status &&
    last.contentType === contentType &&
    last.closes === closes &&
    last.idleMs === idleMs
  if (isSame) return last.lines
  const lines = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesOf(repeatedHeaders(reply, facts))}`
  if (isShared(headers)) lastLines.set(headers, { status, contentType, closes, idleMs, lines })
  return lines
}

type KnownLines = Pick<Reply, 'status'> &
  Pick<AnswerFacts, 'closes' | 'idleMs'> & {
    readonly contentType: string | undefined
    readonly lines: string
  }

const lastLines = new WeakMap<NonNullable<Reply['headers']>, KnownLines>()

/** The text changes once a second, and is made once a second. */
function dateText(): string {
  const second = Math.floor(systemClock.nowMs() / 1000)
  if (second !== dated.second) dated = { second, text: new Date(second * 1000).toUTCString() }
  return dated.text
}

let dated = { second: 0, text: '' }
