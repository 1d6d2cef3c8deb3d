import type { Authenticate, Caller } from '../caller.ts'
import { type Call, isRefusal } from '../route.ts'

/** Whoever sends a long body may not any more: what was revoked ends it within seconds. */
export class SenderRefused extends Error {}

/**
 * The caller of a body that may take hours, looked at again, with the contract of now. A token that has only grown too
 * old meanwhile does not end what was begun with it.
 */
export async function stillAdmitted(authenticate: Authenticate, call: Call, caller: Caller): Promise<Caller> {
  const now = await authenticate(call, caller.environment)
  if (!isRefusal(now)) return now
  if (now.code === 'token_expired') return now.caller ?? caller
  throw new SenderRefused(now.code)
}
