import { type TSchema, Type } from 'typebox'
import { RevokeRequest, TokenAnswer, TokenError, TokenRequest } from './credentials.ts'
import { type ProblemCode, problems } from './problems.ts'
import { type Product, productPath } from './products.ts'
import { purposes } from './purposes.ts'
import { AdditionalsAnswer, AdditionalsRequest, QueryRequest, queryAnswer } from './queries.ts'
import { SandboxDocumentsAnswer } from './sandbox-documents.ts'
import type { Text } from './text.ts'

export type Header = { readonly name: string; readonly text: Text; readonly schema: TSchema }

/** One operation as a reader of the contract sees it. The service answers exactly these. */
export type Operation = {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly tag: Text
  readonly summary: Text
  readonly description: Text
  /** `query` needs a token and a key; `client` the client's own id and secret; `none` nothing. */
  readonly credentials: 'query' | 'client' | 'none'
  /** `both` is served at the root for production and below /sandbox for the sandbox. */
  readonly environments: 'both' | 'root'
  readonly headers: readonly Header[]
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
  readonly headers?: readonly Header[]
}

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
const withCredentials: readonly ProblemCode[] = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'api_key_missing',
  'api_key_invalid',
  'api_key_wrong_environment',
  'credentials_mismatch',
  'product_not_contracted',
  'network_not_allowed',
  'rate_limited',
  'quota_exceeded',
  'store_unavailable',
]

const reports: Text = { pt: 'Relatórios', en: 'Reports' }
const credentials: Text = { pt: 'Credenciais', en: 'Credentials' }
const sandbox: Text = { pt: 'Sandbox', en: 'Sandbox' }
const running: Text = { pt: 'Operação do serviço', en: 'Running the service' }

export function operations(products: readonly Product[]): readonly Operation[] {
  return [
    ...products.flatMap(reportOperations),
    ...credentialOperations,
    ...sandboxOperations,
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
    environments: 'both',
    headers: [purposeHeader, languageHeader, requestIdHeader],
    request: { schema: QueryRequest, required: true, mediaTypes: ['application/json'] },
    answers: {
      200: {
        text: {
          pt: 'Toda seção pedida foi respondida pela fonte, mesmo que nada conste.',
          en: 'Every requested section was answered by its source, "nothing on file" included.',
        },
        schema,
      },
      203: {
        text: {
          pt: 'Relatório utilizável, com seção que traz error.',
          en: 'A usable report, with a section that carries error.',
        },
        schema,
        headers: [degradedHeader],
      },
    },
    problems: [
      ...everywhere,
      ...withBody,
      ...withCredentials,
      'feature_unknown',
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
    environments: 'both',
    headers: [languageHeader, requestIdHeader],
    ...(takesBody && {
      request: { schema: AdditionalsRequest, required: false, mediaTypes: ['application/json'] },
    }),
    answers: { 200: { text: { pt: 'Os adicionais.', en: 'The additionals.' }, schema: AdditionalsAnswer } },
    problems: [
      ...everywhere,
      ...withCredentials,
      ...(takesBody ? [...withBody, 'document_invalid' as const, 'document_type_not_accepted' as const] : []),
    ],
  }
}

const formAndJson = ['application/x-www-form-urlencoded', 'application/json']
const tokenFailures = Object.fromEntries(
  [400, 401, 413, 415, 503].map((status) => [
    status,
    { text: { pt: 'Falha (RFC 6749, 5.2).', en: 'Failure (RFC 6749, 5.2).' }, schema: TokenError },
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
    problems: everywhere.filter((code) => problems[code].status !== 400 && problems[code].status !== 503),
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
    answers: { 200: { text: { pt: 'Revogado.', en: 'Revoked.' } }, ...tokenFailures },
    problems: everywhere.filter((code) => problems[code].status !== 400 && problems[code].status !== 503),
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
]

const Health = Type.Object({ status: Type.String() })

const probe = (path: string, id: string, summary: Text, answers: Operation['answers']): Operation => ({
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
  problems: everywhere,
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
