import type { IncomingMessage } from 'node:http'
import { answerBody, faultOfStatus, peeked } from './answer-body.ts'
import type { PublishedFile } from './publisher.ts'
import type { Site } from './site.ts'

/**
 * A file at a fixed address, and undefined where there is none. It is asked for its first bytes, for a portal
 * answers a page with 200 for a day it does not have, and some refuse HEAD.
 */
export async function probeFile(
  site: Site,
  of: { readonly name: string; readonly url: URL },
): Promise<PublishedFile | undefined> {
  const answer = await site.ask({ url: of.url, headers: { Range: 'bytes=0-3' } })
  try {
    const { statusCode, headers } = answer
    if (statusCode === 404 || statusCode === 410) return undefined
    if (statusCode !== 200 && statusCode !== 206) throw faultOfStatus(answer)
    const { begin } = await peeked(answerBody(answer, site.limits), zipMark.length)
    if (!begin.equals(zipMark)) return undefined
    return { ...of, size: wholeSizeOf(answer), etag: headers.etag }
  } finally {
    answer.destroy()
  }
}

/** How long the whole file is, by the answer to any part of it; undefined where that is not told. */
export function wholeSizeOf({ statusCode, headers }: IncomingMessage): number | undefined {
  const [, total] = /^bytes [^/]*\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? []
  const text = statusCode === 200 ? headers['content-length'] : total
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Every zip that holds something begins with the header of its first file. */
export const zipMark = Buffer.from('PK\x03\x04', 'latin1')
