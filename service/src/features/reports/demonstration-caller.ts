import { contractScopes, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Clock } from '../../clock.ts'
import type { Authenticate, Caller } from '../../http/caller.ts'
import { addressBlock, callerAddress } from '../../http/headers/networks.ts'
import type { Refusal } from '../../http/reply.ts'

export type DemonstrationLimits = {
  readonly clock: Clock
  readonly trustedProxies: readonly string[]
}

/** The name that the trail knows demonstrations by. It has no credentials, so nobody else can be it. */
export const demonstrationClientId = 'demonstracao'

/** A page asks twice for each try, once to read and once for the JSON: ten tries a minute. */
const addressQueriesMax = 20

/** Of everybody together: what is tried goes on record, and the trail only grows. */
const allQueriesMax = 300

const minuteMs = 60_000

/** Lets anybody in, few times a minute. Each process counts its own. */
export function demonstrationCaller(
  { clock, trustedProxies }: DemonstrationLimits,
  product: Product,
): Authenticate {
  const scopes = new Set(contractScopes(wholeContract, [product]))
  let minute = 0
  let all = 0
  const counts = new Map<string, number>()
  return ({ request, headers }) => {
    const nowMs = clock.nowMs()
    if (Math.floor(nowMs / minuteMs) !== minute) {
      minute = Math.floor(nowMs / minuteMs)
      all = 0
      counts.clear()
    }
    const address = callerAddress(request.remoteAddress, headers.forwardedFor, trustedProxies)
    const block = addressBlock(address)
    const count = (counts.get(block) ?? 0) + 1
    if (count > addressQueriesMax || all >= allQueriesMax) return limited(nowMs)
    counts.set(block, count)
    all += 1
    return {
      clientId: demonstrationClientId,
      environment: 'sandbox',
      contract: wholeContract,
      scopes,
      address,
    } satisfies Caller
  }
}

const limited = (nowMs: number): Refusal => ({
  code: 'demonstration_limited',
  values: { limit: String(addressQueriesMax) },
  headers: { 'Retry-After': String(Math.ceil((minuteMs - (nowMs % minuteMs)) / 1000)) },
})
