import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { FetchFault } from './fetch-fault.ts'
import { faultOfError, type SiteLimits } from './site.ts'

/** What has come and is not on disk yet. A connection that breaks does not take it along. */
const bufferedBytesMax = 1024 * 1024

/**
 * The bytes of an answer as they come, to be taken as soon as it is there: from then on what has arrived is kept,
 * whatever becomes of the connection. A body that stalls or is cut off throws `FetchFault` after its last byte.
 */
export function answerBody(answer: IncomingMessage, limits: SiteLimits): AsyncIterable<Buffer> {
  const kept = new PassThrough({ highWaterMark: bufferedBytesMax })
  const stopWatching = watchForStalls(answer, limits)
  const close = () => {
    stopWatching()
    kept.end()
  }
  answer.once('close', close).pipe(kept)
  return bytesOf(answer, kept)
}

function watchForStalls(answer: IncomingMessage, { stallMs, stallBytesMin }: SiteLimits): () => void {
  let bytesSinceLook = 0
  answer.on('data', (chunk: Buffer) => {
    bytesSinceLook += chunk.length
  })
  const look = () => {
    if (bytesSinceLook < stallBytesMin) answer.destroy(new FetchFault('stalled'))
    bytesSinceLook = 0
  }
  const timer = setInterval(look, stallMs)
  return () => clearInterval(timer)
}

async function* bytesOf(answer: IncomingMessage, kept: PassThrough): AsyncGenerator<Buffer> {
  try {
    yield* kept as AsyncIterable<Buffer>
  } finally {
    answer.destroy()
  }
  if (!answer.complete) throw faultOfError(answer.errored ?? new FetchFault('cut'))
}

export type Peeked = { readonly begin: Buffer; readonly body: AsyncIterable<Buffer> }

/** The first bytes of a body, and all of it, still to be read. */
export async function peeked(body: AsyncIterable<Buffer>, count: number): Promise<Peeked> {
  const chunks: Buffer[] = []
  const rest = body[Symbol.asyncIterator]()
  for (let size = 0; size < count; ) {
    const { value, done } = await rest.next()
    if (done === true) break
    chunks.push(value)
    size += value.length
  }
  async function* whole() {
    yield* chunks
    yield* { [Symbol.asyncIterator]: () => rest }
  }
  return { begin: Buffer.concat(chunks).subarray(0, count), body: whole() }
}

/** A short text, such as a listing, and no more than so much of it. */
export async function answerText(
  answer: IncomingMessage,
  limits: SiteLimits & { readonly bytesMax: number },
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answerBody(answer, limits)) {
    size += chunk.length
    if (size > limits.bytesMax) throw new FetchFault('too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** What a status that is no success means. */
export function faultOfStatus({ statusCode = 0, headers }: IncomingMessage): FetchFault {
  const detail = String(statusCode)
  if (statusCode === 404 || statusCode === 410) return new FetchFault('not_found', detail)
  if (statusCode === 429 || statusCode === 503) {
    return new FetchFault('busy', detail, retryAfterMs(headers['retry-after']))
  }
  return new FetchFault(statusCode >= 500 || statusCode === 408 ? 'server_error' : 'refused', detail)
}

/** Seconds. A date is not read: the pauses of our own grow past what a publisher means by one. */
const retryAfterMs = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : undefined
