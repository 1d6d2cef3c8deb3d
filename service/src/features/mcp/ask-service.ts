import type { Problem } from '@lastro/contract/problems/problems.ts'

/**
 * Asks the service for one of its operations as the caller: over HTTP, or in its own process. Whichever it is, the
 * operation authenticates, admits, records and bills as for anybody else.
 */
export type AskService = (asked: AskedOperation) => Promise<ServiceAnswer>

export type AskedOperation = {
  readonly method: 'GET' | 'POST'
  /** Without the environment. */
  readonly path: string
  /** The path is the same whatever the environment. */
  readonly atRoot?: true
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: object
  /** Why it is asked, as `x-finalidade` says it. */
  readonly purpose?: string
  /** Sent as `Idempotency-Key`. */
  readonly key?: string
  /** Sent as `x-documento`: an address would end up in logs. */
  readonly document?: string
}

export type ServiceAnswer =
  | { readonly kind: 'answered'; readonly result: unknown; readonly headerOf: HeaderOf }
  | { readonly kind: 'refused'; readonly problem: ToldProblem }

export type HeaderOf = (name: ReportHeader) => string | undefined

/** What an answer tells beside its body. */
export type ReportHeader =
  | 'X-Billed'
  | 'X-Billing-Reason'
  | 'Idempotency-Replayed'
  | 'X-Consultation-At'
  | 'X-Consultation-Id'
  | 'X-Check-Code'
  | 'X-Report-Sections-Degraded'
  | 'X-Report-Sections-Not-Covered'

/** A refusal in the caller's language. The code is the catalogue's, or says that the service was not reached. */
export type ToldProblem = {
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly errors?: Problem['errors'] | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}
