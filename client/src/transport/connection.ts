import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Clock } from './clock.ts'

/** Where the service is, and how to speak with it. */
export type Connection = {
  /** As `https://credito.exemplo.com.br`: without the environment, which is said apart. */
  readonly baseUrl: string
  readonly environment: Environment
  /** Of titles, details and messages; `pt` when absent. */
  readonly language?: Language | undefined
  readonly fetch?: typeof fetch | undefined
  /** For each try; 30 seconds when absent. */
  readonly timeoutMs?: number | undefined
  /** How often what failed in passing is tried again; 3 times when absent, 0 for never. */
  readonly retries?: number | undefined
  readonly clock?: Clock | undefined
}

/** What every operation takes besides its own. */
export type CallOptions = {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly retries?: number | undefined
  readonly language?: Language | undefined
  /** Comes back in the answer and stands in the trail; 8 to 64 letters, digits, `.`, `-` or `_`. */
  readonly requestId?: string | undefined
  /** For this call in the place of the connection's: one that tells how much of a body is sent, for example. */
  readonly fetch?: typeof fetch | undefined
}

/** Of what creates or is billed: a key is made for each call where the caller gives none. */
export type KeyedOptions = CallOptions & { readonly idempotencyKey?: string | undefined }

/** One operation, asked for. */
export type OperationCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** The path is the same whatever the environment. */
  readonly atRoot?: true
  /** Anyone may ask: no credentials are sent, nor fetched. */
  readonly isOpen?: true
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined
  readonly headers?: Readonly<Record<string, string | undefined>> | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is. */
  readonly content?: Content | undefined
  readonly accept?: string | undefined
  readonly repeats: Repeats
  readonly options?: KeyedOptions | undefined
}

/** `freely`: a second time changes nothing. `keyed`: under an Idempotency-Key. `never`: a lost answer stays lost. */
export type Repeats = 'freely' | 'keyed' | 'never'

export type Content = {
  readonly type: string
  /** Called for each try. */
  readonly open: () => string | Blob | ReadableStream<Uint8Array>
  /** What is open already can be sent once. */
  readonly isOneShot: boolean
}

/** A call with the key that it keeps through all of its tries. */
export type Call = OperationCall & { readonly key: string | undefined }

export const callOf = (asked: OperationCall): Call => ({
  ...asked,
  key: asked.repeats === 'keyed' ? (asked.options?.idempotencyKey ?? newKey()) : undefined,
})

/** The address without its last slash. It throws on what cannot be one: that is a mistake in a program. */
export function baseOf({ baseUrl }: Connection): string {
  const { protocol, origin, pathname, username, password } = new URL(baseUrl)
  const isSpoken = protocol === 'https:' || protocol === 'http:'
  if (!isSpoken || username !== '' || password !== '')
    throw new TypeError('baseUrl is an http or https address without a user or password.')
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

export function addressOf(connection: Connection, { path, atRoot, query = {} }: OperationCall): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  const prefix = atRoot || connection.environment === 'production' ? '' : '/sandbox'
  return `${baseOf(connection)}${prefix}${path}${search}`
}

export function headersOf(connection: Connection, call: Call): Record<string, string> {
  const headers = {
    Accept: call.accept ?? 'application/json',
    'Accept-Language': languageOf(connection, call),
    'Content-Type': call.content?.type ?? (call.body === undefined ? undefined : 'application/json'),
    'Idempotency-Key': call.key,
    'X-Request-Id': call.options?.requestId,
    ...call.headers,
  }
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

export const languageOf = (connection: Connection, { options }: OperationCall): Language =>
  options?.language ?? connection.language ?? 'pt'

/** A step of a path, whatever it holds. */
export const step = (text: string): string => {
  // fetch would take these for steps up, and ask for something else.
  if (text === '' || text === '.' || text === '..') throw new TypeError('An id is missing.')
  return encodeURIComponent(text)
}

/** For a call, or for several that are one to their caller. Pages that came over plain http have no crypto.randomUUID. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
