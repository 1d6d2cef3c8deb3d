import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { repeatedMember } from '@lastro/rules/text/member-names.ts'
import type { Refusal } from '../reply.ts'
import type { ArrivedRequest } from '../request.ts'
import type { Call } from '../route.ts'

/** A query is a few hundred bytes; 64 KiB leaves room for fifty features and any client's spacing. */
export const bodyBytesMax = 64 * 1024

/** Past the limit the rest of a body is read and thrown away up to here, so that its sender sees the refusal. */
const discardedBytesMax = 32 * 1024 * 1024

/** The body as a stream, also where it is here whole. */
export const bodyStream = ({ body }: ArrivedRequest): Readable =>
  Buffer.isBuffer(body) ? Readable.from(body, { objectMode: false }) : body

export type BodyFault = 'body_too_large' | 'request_malformed'

export const bodyRefusal = (fault: BodyFault, bytesMax: number): Refusal =>
  fault === 'body_too_large' ? { code: fault, values: { limit: String(bytesMax) } } : { code: fault }

/** Reads a body whole, refusing it as soon as it is known to be too large. */
export function readBody(
  { request, headers }: Pick<Call, 'request' | 'headers'>,
  bytesMax = bodyBytesMax,
): Buffer | BodyFault | Promise<Buffer | BodyFault> {
  if (Number(headers.contentLength ?? 0) > bytesMax) return 'body_too_large'
  return Buffer.isBuffer(request.body) ? request.body : readStream(request.body, bytesMax)
}

function readStream(stream: Readable, bytesMax: number): Promise<Buffer | BodyFault> {
  return new Promise((resolve) => {
    let first: Buffer | undefined
    let more: Buffer[] | undefined
    let size = 0
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > bytesMax) return resolve('body_too_large')
      if (first === undefined) first = chunk
      else {
        more ??= [first]
        more.push(chunk)
      }
    })
    stream.on('end', () => resolve(more === undefined ? (first ?? Buffer.alloc(0)) : Buffer.concat(more)))
    stream.on('error', () => resolve('request_malformed'))
    stream.on('close', () => resolve('request_malformed'))
  })
}

/** A body in which an object repeats a member. */
export class RepeatedMember {
  readonly field: string

  constructor(field: string) {
    this.field = field
  }
}

export const jsonInvalid = Symbol('not JSON in UTF-8')

export const parseJson = (bytes: Buffer): unknown =>
  isUtf8(bytes) ? parsed(bytes.toString('utf8')) : jsonInvalid

/** The same of bytes that were read as Latin-1: without a single accent they are the same text in UTF-8. */
export const parseJsonText = (latin1: string): unknown =>
  beyondAscii.test(latin1) ? parseJson(Buffer.from(latin1, 'latin1')) : parsed(latin1)

const beyondAscii = /[^\0-\x7f]/

function parsed(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return jsonInvalid
  }
  const repeated = repeatedMember(text, value)
  return repeated === undefined ? value : new RepeatedMember(repeated)
}

/** The media type of a body in UTF-8 that is not compressed; undefined for anything else. */
export function bodyMediaType({ contentEncoding, contentType }: Call['headers']): string | undefined {
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') return undefined
  if (contentType === 'application/json') return contentType
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters
    .find((one) => one.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  return charset === undefined || charset === 'utf-8' || charset === 'utf8' ? type : undefined
}

/** Lets a sender finish, so that it reads the refusal instead of a broken pipe; up to a limit. */
export function discardRest(body: Readable): void {
  let discarded = 0
  body.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > discardedBytesMax) body.destroy()
  })
  body.on('error', () => undefined)
}
