import type { TSchema } from 'typebox'
import { webhookMessage } from './alerts/webhook-operations.ts'
import { type Answer, failureHeaders, type Header, type Operation, requestIdHeader } from './operation.ts'
import { Problem, type ProblemCode, problems } from './problems/problems.ts'
import type { Language, Text } from './text.ts'
import { csrfHeaderName, hostSessionCookie, sessionCookie, sessionPath } from './users/sessions.ts'

type Json = { [key: string]: unknown }

/** The OpenAPI 3.1 document of these operations, in one language. */
export function openApiDocument(operations: readonly Operation[], language: Language): Json {
  const components = new Map<string, unknown>()
  const parts = partsOf(language, components)
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...(operation.environments === 'root' && { servers: [{ url: '/' }] }),
      ...paths[operation.path],
      [operation.method.toLowerCase()]: parts.operation(operation),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lastro',
      version: '2.0.0',
      description: aboutText[language],
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '/', description: language === 'pt' ? 'Produção' : 'Production' },
      { url: '/sandbox', description: 'Sandbox' },
    ],
    tags: [...new Set(operations.map((operation) => operation.tag[language]))].map((name) => ({ name })),
    paths,
    webhooks: { alerta: { post: parts.webhook(webhookMessage) } },
    components: { schemas: Object.fromEntries(components), securitySchemes: securitySchemes(language) },
  }
}

export const aboutText: Text = {
  pt: 'Serviço aberto de relatórios de crédito: consultas por CPF e CNPJ. Toda folha de um relatório é um texto; o que não se sabe está ausente.',
  en: 'An open credit-report service: queries by CPF and CNPJ. Every leaf of a report is a string; what is not known is absent.',
}

/** Writes operations as the document has them, and puts every named schema among its components. */
function partsOf(language: Language, components: Map<string, unknown>) {
  const schema = (of: TSchema): unknown => named(of, language, components)
  const header = (of: Header): Json => ({ description: of.text[language], schema: schema(of.schema) })
  const headers = (own: readonly Header[] = []): Json =>
    Object.fromEntries([requestIdHeader, ...own].map((of) => [of.name, header(of)]))

  const success = (answer: Answer): Response => ({
    description: answer.text[language],
    headers: headers(answer.headers),
    ...((answer.schema !== undefined || answer.mediaType !== undefined) && {
      content: {
        [answer.mediaType ?? 'application/json']:
          answer.schema === undefined ? {} : { schema: schema(answer.schema) },
        ...Object.fromEntries((answer.documents ?? []).map((type) => [type, {}])),
      },
    }),
  })

  const failure = (status: number, codes: readonly ProblemCode[]): Response => ({
    description: codes.map((code) => `\`${code}\`: ${problems[code].title[language]}`).join('\n\n'),
    headers: headers(failureHeaders[status]),
    content: { 'application/problem+json': { schema: schema(Problem) } },
  })

  const responses = (of: Operation): Json => {
    const byStatus: Record<string, Response> = {}
    for (const [status, answer] of Object.entries(of.answers)) byStatus[status] = success(answer)
    for (const [status, codes] of Map.groupBy(of.problems, (code) => problems[code].status)) {
      byStatus[status] = either(byStatus[status], failure(status, codes))
    }
    return byStatus
  }

  const operation = (of: Operation): Json => ({
    operationId: of.id,
    tags: [of.tag[language]],
    summary: of.summary[language],
    description: of.description[language],
    security: securityOf(of),
    parameters: [
      ...(of.pathParameters ?? []).map((one) => ({
        in: 'path',
        name: one.name,
        required: true,
        ...header(one),
      })),
      ...(of.query ?? []).map((one) => ({ in: 'query', name: one.name, ...header(one) })),
      ...of.headers.map((one) => ({ in: 'header', name: one.name, ...header(one) })),
    ],
    ...(of.request !== undefined && {
      requestBody: {
        required: of.request.required,
        content: Object.fromEntries(
          of.request.mediaTypes.map((type) => [type, { schema: schema(of.request?.schema as TSchema) }]),
        ),
      },
    }),
    responses: responses(of),
  })
  /** What we send, and what we make of the answers. */
  const webhook = (of: typeof webhookMessage): Json => ({
    operationId: 'alerta',
    tags: [of.tag[language]],
    summary: of.summary[language],
    description: of.description[language],
    security: [],
    parameters: of.headers.map((one) => ({ in: 'header', name: one.name, required: true, ...header(one) })),
    requestBody: { required: true, content: { 'application/json': { schema: schema(of.schema) } } },
    responses: Object.fromEntries(
      Object.entries(of.answers).map(([status, text]) => [status, { description: text[language] }]),
    ),
  })
  return { operation, webhook }
}

type Response = { readonly description: string; readonly headers: Json; readonly content?: Json }

/** A status that an operation answers in its own words, and the listener before it with a problem. */
function either(own: Response | undefined, problem: Response): Response {
  if (own === undefined) return problem
  return {
    description: `${own.description}\n\n${problem.description}`,
    headers: { ...own.headers, ...problem.headers },
    content: { ...own.content, ...problem.content },
  }
}

/** A schema with an `$id` becomes a component, once; the others stand where they are used. */
function named(schema: unknown, language: Language, components: Map<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => named(one, language, components))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $id, ...rest } = schema as Json
  if (typeof $id === 'string') {
    if (!components.has($id)) components.set($id, named(rest, language, components))
    return { $ref: `#/components/schemas/${$id}` }
  }
  return Object.fromEntries(
    Object.entries(rest)
      .filter(([key]) => key !== 'x-descricao')
      .map(([key, value]) => [
        key,
        key === 'description' && language === 'pt' && rest['x-descricao'] !== undefined
          ? rest['x-descricao']
          : named(value, language, components),
      ]),
  )
}

function securityOf({ credentials, method }: Operation): Json[] {
  // Reading needs the cookie alone: a foreign page can make a browser read, and cannot see what it read.
  const session = method === 'GET' ? { sessionCookie: [] } : { sessionCookie: [], csrfToken: [] }
  const security: Record<Operation['credentials'], Json[]> = {
    query: [{ accessToken: [], apiKey: [] }, session],
    client: [{ clientSecret: [] }, {}],
    session: [session],
    operator: [session],
    noticeReports: [{ noticeReportToken: [] }],
    none: [],
  }
  return security[credentials]
}

const securitySchemes = (language: Language): Json => ({
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: language === 'pt' ? 'Token de POST /oauth/token.' : 'Token from POST /oauth/token.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: language === 'pt' ? 'Chave do cliente.' : 'Key of the client.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description:
      language === 'pt'
        ? `Sessão de POST ${sessionPath}, sem Authorization. Sob https o cookie se chama ${hostSessionCookie}.`
        : `Session from POST ${sessionPath}, without Authorization. Under https the cookie is ${hostSessionCookie}.`,
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: csrfHeaderName,
    description: language === 'pt' ? 'O csrfToken da sessão.' : 'The csrfToken of the session.',
  },
  noticeReportToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      language === 'pt'
        ? 'O valor de LASTRO_NOTICE_REPORT_TOKEN.'
        : 'The value of LASTRO_NOTICE_REPORT_TOKEN.',
  },
  clientSecret: {
    type: 'http',
    scheme: 'basic',
    description:
      language === 'pt'
        ? 'clientId e clientSecret; também no corpo.'
        : 'clientId and clientSecret; also in the body.',
  },
})
