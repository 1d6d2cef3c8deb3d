import type { CallFault } from '@lastro/contract/operator/call-faults.ts'
import type { AnswerHeaders, Wanted } from './exchange.ts'

/** What a provider is asked, and how its answer is read. */
export type OutwardRequest<Value> = Wanted & {
  /** Whether the provider takes a repeated request for the same one, and charges it once. */
  readonly isRepeatable: boolean
  readonly read: (answer: ProviderAnswer) => Read<Value>
}

/** What an answer says: a value, a fault, or that the provider is still at work and where to ask for what it finds. */
export type Read<Value> = Called<Value> | Pending<Value>
export type Pending<Value> = { readonly kind: 'pending'; readonly next: OutwardRequest<Value> }

/** An answer with its JSON; undefined where there is none, which only a refusal may do without. */
export type ProviderAnswer = {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly json: unknown
}

export type Called<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'failed'; readonly fault: CallFault }

export const readAs = <Value>(value: Value): Called<Value> => ({ kind: 'read', value })
export const failedBy = (fault: CallFault): { readonly kind: 'failed'; readonly fault: CallFault } => ({
  kind: 'failed',
  fault,
})

/** What was read, and how long the provider wants to be left at work. */
export type Sent<Value> = Called<Value> | (Pending<Value> & { readonly afterMs: number })

export const isAskedToWait = (read: Read<unknown>): boolean =>
  read.kind === 'failed' && read.fault === 'rate_limited'
