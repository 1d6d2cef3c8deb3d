import type { SectionAnswers } from '../../features/reports/source.ts'

/**
 * What this provider needs of whoever makes its calls: deadlines, limits and the breaker are theirs. A question of a
 * report is a `query`, which costs money; a login is a `call`, which does not.
 */
export type Call = <Value>(request: OutwardRequest<Value>) => Promise<Called<Value>>

export type OutwardRequest<Value> = {
  readonly method: 'GET' | 'POST'
  /** Nothing that names a person stands in it. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether a repeated request is charged once. */
  readonly isRepeatable: boolean
  readonly read: (answer: ProviderAnswer) => Called<Value>
}

/** `json` is undefined where the body is none. */
export type ProviderAnswer = { readonly status: number; readonly json: unknown }

export type Called<Value> =
  | { readonly kind: 'read'; readonly value: Value }
  | { readonly kind: 'failed'; readonly fault: SerasaFault }

/** Why a call gave nothing. Whoever makes the calls has more, and names each of these so. */
export type SerasaFault =
  | 'answer_malformed'
  | 'other_document'
  | 'server_error'
  | 'refused'
  | 'login_refused'
  | 'session_over'
  | 'rate_limited'
  | 'connection_lost'
  | 'timeout'

/** What a provider said of a document, as it names it. */
export type ProviderReport = { readonly document: string; readonly answers: SectionAnswers }

export type Session<Token> = { readonly token: Token; readonly endsAtMs: number }

export const readAs = <Value>(value: Value): Called<Value> => ({ kind: 'read', value })

export const failedBy = (fault: SerasaFault): { readonly kind: 'failed'; readonly fault: SerasaFault } => ({
  kind: 'failed',
  fault,
})
