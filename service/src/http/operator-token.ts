import { hash, timingSafeEqual } from 'node:crypto'
import type { Refusal } from './reply.ts'
import type { Call } from './route.ts'

/** Reports from the operator's own systems come with a token of theirs; a refusal when this is not it. */
export function operatorTokenRefusal({ headers }: Call, token: string): Refusal | undefined {
  const [, sent = ''] = /^Bearer +([\x21-\x7e]+) *$/i.exec(headers.authorization ?? '') ?? []
  // Hashes are compared, so that neither length nor beginning of the token shows in the time it takes.
  const isToken = timingSafeEqual(hash('sha256', sent, 'buffer'), hash('sha256', token, 'buffer'))
  return isToken ? undefined : tokenInvalid
}

const tokenInvalid: Refusal = {
  code: 'operator_token_invalid',
  headers: { 'WWW-Authenticate': 'Bearer realm="lastro operator"' },
}
