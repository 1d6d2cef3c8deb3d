import { type TSchema, Type } from 'typebox'
import { parameter } from './parameters.ts'
import type { ProblemCode } from './problems/problems.ts'
import type { Role } from './roles.ts'
import type { Text } from './text.ts'

/** One operation as a reader of the contract sees it. The service answers exactly these. */
export type Operation = {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{id}` stands for one step of the address, named in `pathParameters`. */
  readonly path: string
  readonly pathParameters?: readonly Header[]
  readonly tag: Text
  readonly summary: Text
  readonly description: Text
  /**
   * `query` needs a token and a key, or the session of a user of the client; `client` the client's own id and
   * secret; `session` the session of any user, `operator` that of an operator; `noticeReports` the token that
   * whoever reports on notices was given; `none` nothing.
   */
  readonly credentials: 'query' | 'client' | 'session' | 'operator' | 'noticeReports' | 'none'
  /** Of a `query` operation: the roles whose sessions open it. */
  readonly roles?: readonly Role[]
  /** `both` is served at the root for production and below /sandbox for the sandbox. */
  readonly environments: 'both' | 'root'
  readonly headers: readonly Header[]
  /** Parameters of the address, after the question mark. */
  readonly query?: readonly Header[]
  readonly request?: {
    readonly schema: TSchema
    readonly required: boolean
    readonly mediaTypes: readonly string[]
  }
  readonly answers: Readonly<Record<number, Answer>>
  readonly problems: readonly ProblemCode[]
}

export type Answer = {
  readonly text: Text
  readonly schema?: TSchema
  readonly mediaType?: string
  /** The same answer in forms for people, chosen by `Accept`. */
  readonly documents?: readonly string[]
  /** What such a form looks like, where it is text. */
  readonly documentExamples?: Readonly<Record<string, string>>
  readonly headers?: readonly Header[]
}

export type Header = {
  readonly name: string
  readonly text: Text
  readonly schema: TSchema
  readonly isRequired?: true
}

/** What an area says of one of its operations. What all operations share is added by `operationFrom`. */
export type OperationSpec = {
  readonly id: string
  readonly method: Operation['method']
  readonly path: string
  readonly summary: Text
  readonly description: Text
  readonly headers?: readonly Header[]
  readonly query?: readonly Header[]
  readonly request?: TSchema
  readonly answer: TSchema
  /** Answers 201. */
  readonly creates?: true
  readonly problems?: readonly ProblemCode[]
}

/** What the operations of an area have in common. */
export type OperationDefaults<Spec extends OperationSpec> = {
  readonly tag: Text
  readonly credentials: Operation['credentials']
  /** Of a `query` operation: the roles whose sessions open it. */
  readonly roles?: readonly Role[]
  readonly environments: (spec: Spec) => Operation['environments']
  readonly isKeyed: (spec: Spec) => boolean
  readonly parameterTexts: Readonly<Record<string, Text>>
  readonly answer: (spec: Spec, replayed: readonly Header[]) => Answer
  /** What any operation of the area may be refused with, besides its own. */
  readonly problems: (spec: Spec) => readonly ProblemCode[]
}

/** The whole operation, from what is its own and what its area has in common. */
export function operationFrom<Spec extends OperationSpec>(
  spec: Spec,
  defaults: OperationDefaults<Spec>,
): Operation {
  const isKeyed = defaults.isKeyed(spec)
  return {
    id: spec.id,
    method: spec.method,
    path: spec.path,
    tag: defaults.tag,
    summary: spec.summary,
    description: spec.description,
    credentials: defaults.credentials,
    ...(defaults.roles !== undefined && { roles: defaults.roles }),
    environments: defaults.environments(spec),
    headers: [...(spec.headers ?? []), ...(isKeyed ? [idempotencyHeader] : []), ...commonHeaders],
    ...(spec.query !== undefined && { query: spec.query }),
    pathParameters: pathParametersOf(spec.path, defaults.parameterTexts),
    ...(spec.request !== undefined && {
      request: { schema: spec.request, required: true, mediaTypes: ['application/json'] },
    }),
    answers: { [spec.creates ? 201 : 200]: defaults.answer(spec, isKeyed ? [replayedHeader] : []) },
    problems: [
      ...problemsOfCaller(defaults.credentials),
      ...(spec.request === undefined ? [] : problemsWithBody),
      ...(isKeyed ? problemsWithKey : []),
      ...defaults.problems(spec),
      ...(spec.problems ?? []),
    ],
  }
}

export const pathParametersOf = (path: string, texts: Readonly<Record<string, Text>>): readonly Header[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    text: texts[name] ?? { pt: name, en: name },
    schema: parameter.id(),
  }))

export const requestIdHeader: Header = {
  name: 'X-Request-Id',
  text: {
    pt: 'Identifica a chamada; o seu volta na resposta se tiver de 8 a 64 letras, dígitos, ponto, hífen ou sublinhado.',
    en: 'Identifies the call; yours comes back if it has 8 to 64 letters, digits, dots, hyphens or underscores.',
  },
  schema: Type.String(),
}

const languageHeader: Header = {
  name: 'Accept-Language',
  text: { pt: 'Idioma dos textos: pt (padrão) ou en.', en: 'Language of the texts: pt (default) or en.' },
  schema: Type.String(),
}

/** Every operation takes these. */
export const commonHeaders: readonly Header[] = [languageHeader, requestIdHeader]

export const idempotencyHeader: Header = {
  name: 'Idempotency-Key',
  text: {
    pt: 'Repete a primeira resposta, sem cobrar de novo, por 24 horas.',
    en: 'Repeats the first answer, without billing again, for 24 hours.',
  },
  schema: parameter.key(),
}

export const replayedHeader: Header = {
  name: 'Idempotency-Replayed',
  text: {
    pt: 'true quando é a repetição de uma resposta; os dados são de quando ela foi dada.',
    en: 'true when it repeats an earlier answer; the data is of when that was given.',
  },
  schema: Type.Enum(['true']),
}

const challengeHeader: Header = {
  name: 'WWW-Authenticate',
  text: {
    pt: 'A credencial que falta ou não serve.',
    en: 'The credential that is missing or does not serve.',
  },
  schema: Type.String(),
}

const allowHeader: Header = {
  name: 'Allow',
  text: { pt: 'Os métodos que o caminho aceita.', en: 'The methods that the path takes.' },
  schema: Type.String(),
}

const retryAfterHeader: Header = {
  name: 'Retry-After',
  text: { pt: 'Em quantos segundos tentar de novo.', en: 'In how many seconds to try again.' },
  schema: Type.String({ pattern: '^\\d+$' }),
}

const rateLimitHeaders: readonly Header[] = [
  {
    name: 'RateLimit',
    text: {
      pt: 'Quanto resta do limite e até quando.',
      en: 'How much of the limit is left, and until when.',
    },
    schema: Type.String({ examples: ['"second";r=0;t=1'] }),
  },
  {
    name: 'RateLimit-Policy',
    text: { pt: 'O limite do contrato que se esgotou.', en: 'The limit of the contract that ran out.' },
    schema: Type.String({ examples: ['"second";q=10;w=1'] }),
  },
]

/** The headers that a failure carries besides its body, by its status. */
export const failureHeaders: Readonly<Record<number, readonly Header[]>> = {
  401: [challengeHeader],
  405: [allowHeader],
  429: [retryAfterHeader, ...rateLimitHeaders],
  503: [retryAfterHeader],
}

/** Of what is asked by the month. */
export const monthParameter: Header = {
  name: 'month',
  text: {
    pt: 'O mês, como 2026-03; o corrente quando ausente.',
    en: 'The month, such as 2026-03; the current one when absent.',
  },
  schema: parameter.month(),
}

/** Of a list that comes by pages. */
export const pageParameters: readonly Header[] = [
  {
    name: 'limit',
    text: {
      pt: 'Quantos por página: de 1 a 200, 50 quando ausente.',
      en: 'How many a page: 1 to 200, 50 when absent.',
    },
    schema: parameter.pageSize(),
  },
  {
    name: 'cursor',
    text: { pt: 'O cursor da página anterior.', en: 'The cursor of the page before.' },
    schema: parameter.cursor(),
  },
]

/** What any operation may be refused with. */
export const problemsEverywhere: readonly ProblemCode[] = [
  'request_malformed',
  'header_repeated',
  'method_not_allowed',
  'not_acceptable',
  'request_timeout',
  'headers_too_large',
  'overloaded',
  'store_unavailable',
  'internal_error',
]

export const problemsWithBody: readonly ProblemCode[] = [
  'json_invalid',
  'body_invalid',
  'body_too_large',
  'media_type_unsupported',
]

const problemsWithSession: readonly ProblemCode[] = [
  'session_missing',
  'csrf_token_invalid',
  'origin_not_allowed',
  'role_not_allowed',
]

export const problemsWithCredentials: readonly ProblemCode[] = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'api_key_missing',
  'api_key_invalid',
  'api_key_wrong_environment',
  'credentials_mismatch',
  ...problemsWithSession,
  'session_wrong_environment',
  'network_not_allowed',
]

/** Of an operation that takes an Idempotency-Key. */
export const problemsWithKey: readonly ProblemCode[] = [
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'idempotency_key_in_flight',
]

/** What a caller may be refused with before an area is asked. */
export function problemsOfCaller(credentials: Operation['credentials'] = 'query'): readonly ProblemCode[] {
  if (credentials === 'query') {
    return [...problemsEverywhere, ...problemsWithCredentials, 'product_not_contracted']
  }
  const isSession = credentials === 'session' || credentials === 'operator'
  return [...problemsEverywhere, ...(isSession ? problemsWithSession : [])]
}
