import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import type { Clock } from '../../clock.ts'
import type { JsonBody } from '../../http/body/read-json.ts'
import { asItWas, type IdempotencyStore, onceForKey } from '../../http/idempotency.ts'
import type { Outcome } from '../../http/route.ts'
import type { AlertCall } from './alert-access.ts'

export type OnceDeps = { readonly idempotency: IdempotencyStore; readonly clock: Clock }

/**
 * Creates once for each Idempotency-Key. `requestKey` names the request, so that what a crash left without an answer
 * is found by its repeat.
 */
export function createOnce(
  deps: OnceDeps,
  { call, caller }: AlertCall,
  operation: string,
  { bytes }: JsonBody<TSchema>,
  create: (requestKey: string | undefined) => Promise<Outcome>,
): Promise<Outcome> {
  const key = call.headers.idempotencyKey
  if (key === undefined) return create(undefined)
  const { environment, clientId } = caller
  const requestKey = createHash('sha256').update(`${operation}\n${key}\n`).update(bytes).digest('base64url')
  return onceForKey(
    deps,
    { environment, clientId, key, operation, body: bytes },
    () => create(requestKey),
    asItWas,
  )
}
