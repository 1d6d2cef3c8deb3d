import type { TokenErrorCode } from '@lastro/contract/clients/credentials.ts'
import type { Problem, ProblemCode } from '@lastro/contract/problems/problems.ts'
import type { Language } from '@lastro/contract/text.ts'

/** Every code that the service refuses with; those of `POST /oauth/token` are RFC 6749's. */
export type LastroCode = ProblemCode | TokenErrorCode

/** The service answered, and its answer is no. `detail` says what to change. */
export class LastroProblem<Code extends LastroCode = LastroCode> extends Error {
  override readonly name = 'LastroProblem'
  readonly code: Code
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly requestId: string | undefined
  /** What is wrong with which field. */
  readonly errors: NonNullable<Problem['errors']>
  /** Of a debt that was not taken: the rule, and the record of the refusal. */
  readonly refusal: Problem['refusal']
  /** Of a registration that there is already: its id. */
  readonly existingId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** With this key the same call may be made again later: nothing is billed or created twice. */
  readonly idempotencyKey: string | undefined

  constructor(said: Said<Code>) {
    super(`${said.code} (${said.status}): ${said.detail}`)
    this.code = said.code
    this.status = said.status
    this.title = said.title
    this.detail = said.detail
    this.requestId = said.requestId
    this.errors = said.errors ?? []
    this.refusal = said.refusal
    this.existingId = said.existingId
    this.retryAfterSeconds = said.retryAfterSeconds
    this.idempotencyKey = said.idempotencyKey
  }
}

export type Said<Code extends LastroCode = LastroCode> = {
  readonly code: Code
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly requestId?: string | undefined
  readonly errors?: Problem['errors'] | undefined
  readonly refusal?: Problem['refusal'] | undefined
  readonly existingId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly idempotencyKey?: string | undefined
}

/** Why there is no answer of the service's. */
const unreachable = {
  network: {
    pt: 'O serviço não foi alcançado, ou a conexão caiu antes da resposta.',
    en: 'The service was not reached, or the connection broke before its answer.',
  },
  timeout: {
    pt: 'O serviço não respondeu a tempo.',
    en: 'The service did not answer in time.',
  },
  cut: {
    pt: 'A resposta veio cortada, ou não pôde ser lida.',
    en: 'The answer came cut off, or could not be read.',
  },
  not_lastro: {
    pt: 'Quem respondeu não foi o Lastro. Confira baseUrl e o que há no caminho.',
    en: 'It was not Lastro that answered. Check baseUrl and what stands between.',
  },
  redirected: {
    pt: 'O endereço redireciona para outro, e credenciais não o seguem. Corrija baseUrl.',
    en: 'The address redirects to another, and credentials do not follow. Correct baseUrl.',
  },
} as const

export type UnreachableReason = keyof typeof unreachable

/** There is no answer of the service's: whether it did the work is not known. */
export class LastroUnreachable extends Error {
  override readonly name = 'LastroUnreachable'
  readonly reason: UnreachableReason
  /** Of whoever answered in its place. */
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined
  readonly idempotencyKey: string | undefined

  constructor(failed: Failed) {
    super(unreachable[failed.reason][failed.language], { cause: failed.cause })
    this.reason = failed.reason
    this.status = failed.status
    this.retryAfterSeconds = failed.retryAfterSeconds
    this.idempotencyKey = failed.idempotencyKey
  }
}

export type Failed = {
  readonly reason: UnreachableReason
  readonly language: Language
  readonly cause?: unknown
  readonly status?: number | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly idempotencyKey?: string | undefined
}

/** `if (isProblem(error, 'rate_limited')) …`: without codes, any problem. */
export const isProblem = <Code extends LastroCode = LastroCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is LastroProblem<Code> =>
  error instanceof LastroProblem && (codes.length === 0 || codes.includes(error.code as Code))

export const isUnreachable = (error: unknown): error is LastroUnreachable =>
  error instanceof LastroUnreachable
