import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Awaitable } from '../awaitable.ts'
import type { CallHeaders } from './headers/call-headers.ts'
import type { Refusal, Reply } from './reply.ts'
import type { ArrivedRequest } from './request.ts'

/** One request on its way through, with what every handler needs of it. */
export type Call = {
  readonly request: ArrivedRequest
  readonly headers: CallHeaders
  readonly requestId: string
  readonly language: Language
  readonly mediaType: string
  /** The id of the operation that is asked for. */
  readonly operation: string
}

export type Outcome = Reply | Refusal

/** An operation as the service answers it. A returned refusal becomes a problem in the caller's language. */
export type Route = {
  /** The operation's id in the contract, which metrics and logs know it by. */
  readonly operation: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{id}` stands for any one step, which a handler reads with `pathParameters`; a last `**` for any number. */
  readonly path: string
  readonly produces: readonly string[]
  /** Whether it does its work whatever its caller would like to read: the act counts, not the answer. */
  readonly isDoneAnyway?: boolean
  /** Answered even under overload and without a working store. */
  readonly isProbe?: true
  /** `false`: also answered while the store accepts no more work. */
  readonly needsStore?: false
  readonly handle: (call: Call) => Awaitable<Outcome>
  /** Told in the place of `handle` when a call is refused for its headers alone, where that is worth a record. */
  readonly refuse?: (call: Call, refusal: Refusal) => Promise<Outcome>
}

/** Asked of every kind of object on a query's way, so it reads the member: looking for its name costs more. */
export const isRefusal = (outcome: object): outcome is Refusal =>
  (outcome as Partial<Refusal>).code !== undefined

/** Where each environment's paths begin. */
export const environmentPrefix: Readonly<Record<Environment, string>> = {
  production: '',
  sandbox: '/sandbox',
}

export const environments: readonly Environment[] = ['production', 'sandbox']
