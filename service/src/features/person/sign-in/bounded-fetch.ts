import type { CustomFetch } from 'openid-client'

/** Metadata, keys and tokens are a few kilobytes; an issuer that sends more than this is not heard to the end. */
const answerBytesMax = 512 * 1024

/** fetch as the issuer is asked by: no redirect, and no more than so many bytes. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const answer = await fetch(url, { ...options, redirect: 'manual' } as RequestInit)
  if (answer.body === null) return answer
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body) {
    size += part.length
    if (size > answerBytesMax) throw new TypeError('fetch failed')
    parts.push(part)
  }
  return new Response(Buffer.concat(parts), { status: answer.status, headers: answer.headers })
}
