import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Refusal } from './reply.ts'

/** A query is a few hundred bytes; 64 KiB leaves room for fifty features and any client's spacing. */
export const bodyBytesMax = 64 * 1024

/** Past the limit the rest of a body is read and thrown away up to here, so that its sender sees the refusal. */
export const discardedBytesMax = 32 * 1024 * 1024

export type Body =
  | { readonly kind: 'body'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

const tooLarge: Body = {
  kind: 'refused',
  refusal: { code: 'body_too_large', values: { limit: String(bodyBytesMax) } },
}

/** Reads a body whole, refusing it as soon as it is known to be too large. */
export function readBody(request: IncomingMessage): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) return Promise.resolve(tooLarge)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyBytesMax) chunks.push(chunk)
      else resolve(tooLarge)
    })
    request.on('end', () =>
      resolve({ kind: 'body', bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) }),
    )
    request.on('error', () => resolve({ kind: 'refused', refusal: { code: 'request_malformed' } }))
  })
}

/** The value, or `jsonInvalid` itself. */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return jsonInvalid
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return jsonInvalid
  }
}

export const jsonInvalid: Refusal = { code: 'json_invalid' }

/** `application/json` or a form, in UTF-8 and not compressed; undefined for anything else. */
export function bodyMediaType(request: IncomingMessage): string | undefined {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return undefined
  const header = request.headers['content-type']
  if (header === 'application/json') return header
  const [type = '', ...parameters] = (header ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters
    .find((one) => one.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  return charset === undefined || charset === 'utf-8' || charset === 'utf8' ? type : undefined
}
