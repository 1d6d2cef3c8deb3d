import type { Refusal } from '../../http/reply.ts'

/** So many of something in a time, counted in the store: for all processes together, and across restarts. */
export type Allowance = {
  /** What is counted; names the policy in the headers of a refusal. */
  readonly policy: string
  /** Whose count it is. */
  readonly owner: string
  readonly limit: number
  readonly windowMs: number
}

export type UsedUp = { readonly allowance: Allowance; readonly freeAtMs: number }

export type AllowanceStore = {
  /** Takes one of each, or says which is used up, and until when. */
  readonly take: (allowances: readonly Allowance[], nowMs: number) => Promise<UsedUp | undefined>
  /** Forgets counts whose time is over; says how many. */
  readonly forget: (endedBeforeMs: number) => Promise<number>
}

/** Says how many there may be, and when there are more. */
export function usedUpRefusal({ allowance, freeAtMs }: UsedUp, nowMs: number): Refusal {
  const { policy, limit, windowMs } = allowance
  const seconds = Math.max(1, Math.ceil((freeAtMs - nowMs) / 1_000))
  return {
    code: 'rate_limited',
    values: { limit: `${limit}/${windowText(windowMs)}` },
    headers: {
      'Retry-After': String(seconds),
      'RateLimit-Policy': `"${policy}";q=${limit};w=${windowMs / 1_000}`,
      RateLimit: `"${policy}";r=0;t=${seconds}`,
    },
  }
}

const minuteMs = 60_000
export const hourMs = 60 * minuteMs

const windowText = (windowMs: number): string =>
  windowMs < hourMs ? `${windowMs / minuteMs} min` : `${windowMs / hourMs} h`

/** Each holds a sender for up to fifteen seconds, and whoever owns the address may not be the client. */
export const webhookTests = (clientId: string): Allowance => ({
  policy: 'webhook-tests',
  owner: clientId,
  limit: 10,
  windowMs: minuteMs,
})
