import { type TSchema, Type } from 'typebox'
import { alertOperations, pageParameters } from '../alerts/alert-operations.ts'
import { ConsultationsAnswer, consultationsPath } from '../clients/consultations.ts'
import { RevokeRequest, TokenAnswer, TokenError, TokenRequest } from '../clients/credentials.ts'
import { UsageAnswer } from '../clients/usage.ts'
import { batchOperations } from '../listings/batch-operations.ts'
import { listingOperations } from '../listings/listing-operations.ts'
import { ClockAnswer, ClockRequest } from '../listings/listings.ts'
import { noticeOperations } from '../listings/notice-operations.ts'
import { operatorOperations } from '../operator/operator-operations.ts'
import type { ProblemCode } from '../problems/problems.ts'
import { type Product, productPath } from '../reports/products.ts'
import { purposes } from '../reports/purposes.ts'
import {
  AdditionalsAnswer,
  AdditionalsRequest,
  DemonstrationRequest,
  QueryRequest,
  queryAnswer,
} from '../reports/queries.ts'
import { SandboxDocumentsAnswer } from '../sandbox/sandbox-documents.ts'
import type { Text } from '../text.ts'
import { sessionOperations } from '../users/session-operations.ts'
import type { Role } from '../users/sessions.ts'
import type { SharedParts } from './drawn-operations.ts'

export type Header = { readonly name: string; readonly text: Text; readonly schema: TSchema }

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
  readonly headers?: readonly Header[]
}

/** A report laid out for reading. */
export const reportDocuments: readonly string[] = ['text/html', 'application/pdf']

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

const purposeHeader: Header = {
  name: 'x-finalidade',
  text: {
    pt: 'Finalidade da consulta; a do contrato quando ausente.',
    en: "Purpose of the query; the contract's default when absent.",
  },
  schema: Type.Enum(Object.keys(purposes)),
}

const degradedHeader: Header = {
  name: 'X-Report-Sections-Degraded',
  text: { pt: 'Seções que não foram respondidas pela fonte.', en: 'Sections not answered by their source.' },
  schema: Type.String(),
}

const idempotencyHeader: Header = {
  name: 'Idempotency-Key',
  text: {
    pt: 'Repete a primeira resposta, sem cobrar de novo, por 24 horas.',
    en: 'Repeats the first answer, without billing again, for 24 hours.',
  },
  schema: Type.String({ minLength: 1, maxLength: 128 }),
}

const billedHeader: Header = {
  name: 'X-Billed',
  text: { pt: 'Se esta consulta foi cobrada.', en: 'Whether this query was billed.' },
  schema: Type.Enum(['true', 'false']),
}

const billingReasonHeader: Header = {
  name: 'X-Billing-Reason',
  text: {
    pt: 'new_query; repeat_within_window, já paga há pouco; not_answered, falhas nunca se cobram.',
    en: 'new_query; repeat_within_window, paid for a while ago; not_answered, failures are never billed.',
  },
  schema: Type.Enum(['new_query', 'repeat_within_window', 'not_answered']),
}

const replayedHeader: Header = {
  name: 'Idempotency-Replayed',
  text: { pt: 'true quando é a repetição de uma resposta.', en: 'true when it repeats an earlier answer.' },
  schema: Type.Enum(['true']),
}

/** By which consultation a report was given: of answers under a key, and of documents. */
const givenHeaders: readonly Header[] = [
  {
    name: 'X-Consultation-Id',
    text: {
      pt: 'O X-Request-Id da consulta que deu o relatório; o da primeira, quando a resposta se repete. Vem com Idempotency-Key, e em HTML e PDF.',
      en: 'The X-Request-Id of the consultation that gave the report; of the first, when an answer is repeated. Comes with an Idempotency-Key, and in HTML and PDF.',
    },
    schema: Type.String(),
  },
  {
    name: 'X-Check-Code',
    text: {
      pt: 'O código pelo qual a trilha a reconhece; vem com X-Consultation-Id.',
      en: 'The code by which the trail knows it again; comes with X-Consultation-Id.',
    },
    schema: Type.String({ examples: ['MP39-M7MW-VBF4'] }),
  },
]

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

const everywhere: readonly ProblemCode[] = [
  'request_malformed',
  'header_repeated',
  'method_not_allowed',
  'not_acceptable',
  'request_timeout',
  'headers_too_large',
  'overloaded',
  'internal_error',
]
const withBody: readonly ProblemCode[] = [
  'json_invalid',
  'body_invalid',
  'body_too_large',
  'media_type_unsupported',
]
const withSession: readonly ProblemCode[] = [
  'session_missing',
  'csrf_token_invalid',
  'origin_not_allowed',
  'role_not_allowed',
  'store_unavailable',
]
const withCredentials: readonly ProblemCode[] = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'api_key_missing',
  'api_key_invalid',
  'api_key_wrong_environment',
  'credentials_mismatch',
  ...withSession,
  'session_wrong_environment',
  'network_not_allowed',
]

/** Only queries are counted. */
const withCount: readonly ProblemCode[] = ['rate_limited', 'quota_exceeded']

const reports: Text = { pt: 'Relatórios', en: 'Reports' }
const credentials: Text = { pt: 'Credenciais', en: 'Credentials' }
const account: Text = { pt: 'Conta', en: 'Account' }
const sandbox: Text = { pt: 'Sandbox', en: 'Sandbox' }
const running: Text = { pt: 'Operação do serviço', en: 'Running the service' }

const shared: SharedParts = {
  problems: { everywhere, withBody, withCredentials, withSession },
  headers: { languageHeader, requestIdHeader, idempotencyHeader, replayedHeader },
}

export function operations(products: readonly Product[]): readonly Operation[] {
  return [
    ...products.flatMap(reportOperations),
    ...listingOperations(shared),
    ...batchOperations(shared),
    ...noticeOperations(shared),
    ...alertOperations(shared),
    ...accountOperations,
    ...credentialOperations,
    ...sessionOperations(shared),
    ...operatorOperations(shared),
    ...sandboxOperations,
    ...products.slice(0, 1).map(demonstrationOperation),
    ...serviceOperations,
  ]
}

function reportOperations(product: Product): Operation[] {
  return [queryOperation(product), additionalsOperation(product)]
}

function queryOperation(product: Product): Operation {
  const schema = queryAnswer(product)
  return {
    id: `${product.code}Consulta`,
    method: 'POST',
    path: `${productPath(product)}/consulta`,
    tag: reports,
    summary: product.name,
    description: product.description,
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: [purposeHeader, idempotencyHeader, languageHeader, requestIdHeader],
    request: { schema: QueryRequest, required: true, mediaTypes: ['application/json'] },
    answers: {
      200: {
        text: {
          pt: 'Toda seção pedida foi respondida pela fonte, mesmo que nada conste.',
          en: 'Every requested section was answered by its source, "nothing on file" included.',
        },
        schema,
        documents: reportDocuments,
        headers: [billedHeader, billingReasonHeader, replayedHeader, ...givenHeaders],
      },
      203: {
        text: {
          pt: 'Relatório utilizável, com seção que traz error.',
          en: 'A usable report, with a section that carries error.',
        },
        schema,
        documents: reportDocuments,
        headers: [degradedHeader, billedHeader, billingReasonHeader, replayedHeader, ...givenHeaders],
      },
    },
    problems: [
      ...everywhere,
      ...withBody,
      ...withCredentials,
      ...withCount,
      'product_not_contracted',
      'feature_unknown',
      'idempotency_key_invalid',
      'idempotency_key_reused',
      'idempotency_key_in_flight',
      'feature_not_contracted',
      'purpose_not_allowed',
      'document_not_in_sandbox',
      'document_invalid',
      'document_type_not_accepted',
      'feature_not_for_document',
      'sources_unavailable',
      'deadline_exceeded',
    ],
  }
}

function additionalsOperation(product: Product): Operation {
  const takesBody = product.additionalsMethod === 'POST'
  return {
    id: `${product.code}Adicionais`,
    method: product.additionalsMethod,
    path: `${productPath(product)}/adicionais`,
    tag: reports,
    summary: { pt: `${product.name.pt}: adicionais`, en: `${product.name.en}: additionals` },
    description: {
      pt: 'Os adicionais que a consulta aceita em features.',
      en: 'The additionals that the query accepts in features.',
    },
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: [languageHeader, requestIdHeader],
    ...(takesBody && {
      request: { schema: AdditionalsRequest, required: false, mediaTypes: ['application/json'] },
    }),
    answers: { 200: { text: { pt: 'Os adicionais.', en: 'The additionals.' }, schema: AdditionalsAnswer } },
    problems: [
      ...everywhere,
      ...withCredentials,
      'product_not_contracted',
      ...(takesBody ? [...withBody, 'document_invalid' as const, 'document_type_not_accepted' as const] : []),
    ],
  }
}

const formAndJson = ['application/x-www-form-urlencoded', 'application/json']
const tokenFailures = Object.fromEntries(
  [400, 401, 413, 415, 503].map((status) => [
    status,
    {
      text: { pt: 'Falha (RFC 6749, 5.2).', en: 'Failure (RFC 6749, 5.2).' },
      schema: TokenError,
      headers: failureHeaders[status] ?? [],
    },
  ]),
)

const credentialOperations: readonly Operation[] = [
  {
    id: 'token',
    method: 'POST',
    path: '/oauth/token',
    tag: credentials,
    summary: { pt: 'Gerar ou renovar um token', en: 'Generate or refresh a token' },
    description: {
      pt: 'RFC 6749: client_credentials gera, refresh_token renova. Vale 600 segundos; a renovação, 86400.',
      en: 'RFC 6749: client_credentials generates, refresh_token refreshes. Lasts 600 seconds; the refresh, 86400.',
    },
    credentials: 'client',
    environments: 'both',
    headers: [languageHeader, requestIdHeader],
    request: { schema: TokenRequest, required: true, mediaTypes: formAndJson },
    answers: { 200: { text: { pt: 'O token.', en: 'The token.' }, schema: TokenAnswer }, ...tokenFailures },
    problems: everywhere,
  },
  {
    id: 'revoke',
    method: 'POST',
    path: '/oauth/revoke',
    tag: credentials,
    summary: { pt: 'Revogar um token', en: 'Revoke a token' },
    description: {
      pt: 'RFC 7009. Revogar um refresh_token revoga toda a sua família. Um token desconhecido também responde 200.',
      en: 'RFC 7009. Revoking a refresh_token revokes its whole family. An unknown token answers 200 too.',
    },
    credentials: 'client',
    environments: 'both',
    headers: [languageHeader, requestIdHeader],
    request: { schema: RevokeRequest, required: true, mediaTypes: formAndJson },
    answers: {
      200: { text: { pt: 'Revogado.', en: 'Revoked.' }, schema: Type.Object({}) },
      ...tokenFailures,
    },
    problems: everywhere,
  },
]

const monthParameter: Header = {
  name: 'month',
  text: {
    pt: 'O mês, como 2026-03; o corrente quando ausente.',
    en: 'The month, such as 2026-03; the current one when absent.',
  },
  schema: Type.String({ pattern: '^\\d{4}-\\d{2}$' }),
}

const mineParameter: Header = {
  name: 'mine',
  text: {
    pt: 'true para só as do usuário da sessão.',
    en: "true for those of the session's user alone.",
  },
  schema: Type.Enum(['true', 'false']),
}

const accountOperations: readonly Operation[] = [
  {
    id: 'consumo',
    method: 'GET',
    path: '/conta/v2/consumo',
    tag: account,
    summary: { pt: 'Meu consumo', en: 'My usage' },
    description: {
      pt: 'As consultas respondidas de um mês, por dia, produto e adicionais, cobradas e não cobradas.',
      en: "A month's answered queries by day, product and features, billed and not.",
    },
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: [languageHeader, requestIdHeader],
    query: [monthParameter],
    answers: { 200: { text: { pt: 'O consumo.', en: 'The usage.' }, schema: UsageAnswer } },
    problems: [...everywhere, ...withCredentials, 'query_invalid'],
  },
  {
    id: 'consultas',
    method: 'GET',
    path: consultationsPath,
    tag: account,
    summary: { pt: 'Minhas consultas', en: 'My queries' },
    description: {
      pt: 'As consultas do cliente, da mais nova para a mais antiga, por páginas; com mine=true, só as do usuário da sessão.',
      en: "The client's queries, newest first, by pages; with mine=true only those of the session's user.",
    },
    credentials: 'query',
    roles: ['analyst'],
    environments: 'both',
    headers: [languageHeader, requestIdHeader],
    query: [mineParameter, ...pageParameters],
    answers: { 200: { text: { pt: 'As consultas.', en: 'The queries.' }, schema: ConsultationsAnswer } },
    problems: [...everywhere, ...withCredentials, 'query_invalid'],
  },
]

const sandboxOperations: readonly Operation[] = [
  {
    id: 'sandboxDocumentos',
    method: 'GET',
    path: '/sandbox/documentos',
    tag: sandbox,
    summary: { pt: 'Documentos de teste', en: 'Test documents' },
    description: {
      pt: 'Os documentos que o sandbox aceita e o que cada um mostra.',
      en: 'The documents the sandbox accepts and what each one shows.',
    },
    credentials: 'none',
    environments: 'root',
    headers: [languageHeader, requestIdHeader],
    answers: { 200: { text: { pt: 'A lista.', en: 'The list.' }, schema: SandboxDocumentsAnswer } },
    problems: everywhere,
  },
  {
    id: 'sandboxRelogio',
    method: 'POST',
    path: '/sandbox/relogio',
    tag: sandbox,
    summary: { pt: 'Adiantar o relógio', en: 'Move the clock forward' },
    description: {
      pt: 'Adianta o relógio do seu sandbox. O que vence no caminho já aconteceu quando responde.',
      en: 'Moves the clock of your sandbox forward. What falls due on the way has happened when it answers.',
    },
    credentials: 'query',
    roles: ['analyst', 'creditor'],
    environments: 'root',
    headers: [languageHeader, requestIdHeader],
    request: { schema: ClockRequest, required: true, mediaTypes: ['application/json'] },
    answers: { 200: { text: { pt: 'A hora nova.', en: 'The new time.' }, schema: ClockAnswer } },
    problems: [...everywhere, ...withBody, ...withCredentials, 'clock_backward'],
  },
]

/** The first report on sale, to be tried by anybody on the page at `/`. */
function demonstrationOperation(product: Product): Operation {
  const { answers } = queryOperation(product)
  return {
    id: 'demonstracaoConsulta',
    method: 'POST',
    path: '/demonstracao/v2/consulta',
    tag: sandbox,
    summary: { pt: 'Consulta de demonstração', en: 'Demonstration query' },
    description: {
      pt: 'Um documento de teste, respondido como no sandbox, sem credenciais. Poucas consultas por minuto e endereço.',
      en: 'A test document, answered as in the sandbox, without credentials. Few queries a minute for an address.',
    },
    credentials: 'none',
    environments: 'root',
    headers: [languageHeader, requestIdHeader],
    request: {
      schema: DemonstrationRequest,
      required: true,
      mediaTypes: ['application/json', 'application/x-www-form-urlencoded'],
    },
    answers,
    problems: [
      ...everywhere,
      ...withBody,
      'store_unavailable',
      'demonstration_limited',
      'document_not_in_sandbox',
      'document_invalid',
      'document_type_not_accepted',
      'sources_unavailable',
      'deadline_exceeded',
    ],
  }
}

const Health = Type.Object({ status: Type.String() })

const probe = (
  path: string,
  id: string,
  summary: Text,
  answers: Operation['answers'],
  own: readonly ProblemCode[] = [],
): Operation => ({
  id,
  method: 'GET',
  path,
  tag: running,
  summary,
  description: summary,
  credentials: 'none',
  environments: 'root',
  headers: [requestIdHeader],
  answers,
  // However busy the service is, it says whether it lives.
  problems: [
    ...(path.endsWith('z') ? everywhere.filter((code) => code !== 'overloaded') : everywhere),
    ...own,
  ],
})

const serviceOperations: readonly Operation[] = [
  probe(
    '/healthz',
    'healthz',
    { pt: 'O processo vive', en: 'The process lives' },
    {
      200: { text: { pt: 'Vive.', en: 'It lives.' }, schema: Health },
    },
  ),
  probe(
    '/readyz',
    'readyz',
    { pt: 'O serviço atende', en: 'The service can answer' },
    {
      200: { text: { pt: 'Atende.', en: 'It can.' }, schema: Health },
      503: { text: { pt: 'Ainda não, ou já não.', en: 'Not yet, or no longer.' }, schema: Health },
    },
  ),
  probe(
    '/metrics',
    'metrics',
    { pt: 'Métricas (Prometheus)', en: 'Metrics (Prometheus)' },
    {
      200: { text: { pt: 'As métricas.', en: 'The metrics.' }, mediaType: 'text/plain' },
    },
    ['metrics_not_allowed'],
  ),
  probe(
    '/',
    'inicio',
    {
      pt: 'O que é o serviço, com uma consulta para experimentar',
      en: 'What the service is, with a query to try',
    },
    {
      200: { text: { pt: 'A página.', en: 'The page.' }, mediaType: 'text/html' },
    },
  ),
  probe(
    '/inicio.js',
    'inicioScript',
    { pt: 'O programa da página inicial', en: 'The program of the first page' },
    {
      200: { text: { pt: 'O programa.', en: 'The program.' }, mediaType: 'text/javascript' },
    },
  ),
  probe(
    '/openapi.json',
    'openapi',
    { pt: 'Este contrato (OpenAPI 3.1)', en: 'This contract (OpenAPI 3.1)' },
    {
      200: { text: { pt: 'O documento.', en: 'The document.' }, mediaType: 'application/json' },
    },
  ),
  probe(
    '/docs',
    'docs',
    { pt: 'Esta referência, para ler', en: 'This reference, to read' },
    {
      200: { text: { pt: 'A página.', en: 'The page.' }, mediaType: 'text/html' },
    },
  ),
]
