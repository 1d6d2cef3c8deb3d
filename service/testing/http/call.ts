import type { Language } from '@lastro/contract/text.ts'
import { type CallHeaders, noHeaders } from '../../src/http/headers/call-headers.ts'
import type { Call } from '../../src/http/route.ts'

export type Sent = {
  readonly url?: string
  readonly headers?: Partial<CallHeaders>
  readonly body?: string | Uint8Array
  readonly remoteAddress?: string
  readonly language?: Language
}

/** A call as a handler gets it, of which nothing came over a wire. */
export function callOf({ url = '/', headers = {}, body = '', remoteAddress, language = 'pt' }: Sent): Call {
  const read = { ...noHeaders(), ...headers }
  const nowhere = () => {
    throw new Error('A handler returns its answer.')
  }
  return {
    request: {
      method: 'GET',
      url,
      version: '1.1',
      headers: read,
      remoteAddress: remoteAddress ?? '127.0.0.1',
      body: Buffer.from(body),
      send: nowhere,
      sendStream: nowhere,
    },
    headers: read,
    requestId: 'request-1',
    language,
    mediaType: 'application/json',
    operation: 'any',
  }
}
