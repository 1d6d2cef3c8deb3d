import type { TSchema } from 'typebox'
import { webhookMessage } from '../alerts/webhook-operations.ts'
import { type ExampleSchema, schemaExample } from '../examples/schema-example.ts'
import { type Answer, failureHeaders, type Header, type Operation, requestIdHeader } from '../operation.ts'
import { Problem, type ProblemCode, problems } from '../problems/problems.ts'
import type { Language, Text } from '../text.ts'
import { contractVersion } from '../version.ts'
import { answerExample, problemExample, requestExample } from './body-examples.ts'
import { Components, type Json } from './components.ts'
import { securityOf, securitySchemes } from './security.ts'
import { tagName } from './tag-name.ts'

/** The OpenAPI 3.1 document of these operations, in one language. */
export function openApiDocument(operations: readonly Operation[], language: Language): Json {
  const components = new Components(language)
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
      version: contractVersion,
      description: aboutText[language],
      contact: { name: language === 'pt' ? 'Quem opera este serviço' : 'Whoever runs this service' },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [
      { url: '/', description: language === 'pt' ? 'Produção' : 'Production' },
      { url: '/sandbox', description: 'Sandbox' },
    ],
    tags: tagsOf(operations, language),
    paths,
    webhooks: { alerta: { post: parts.webhook(webhookMessage) } },
    components: { schemas: components.all(), securitySchemes: securitySchemes(language) },
  }
}

export const aboutText: Text = {
  pt: 'Serviço aberto de relatórios de crédito: consultas por CPF e CNPJ. Toda folha de um relatório é um texto; o que não se sabe está ausente.',
  en: 'An open credit-report service: queries by CPF and CNPJ. Every leaf of a report is a string; what is not known is absent.',
}

const asked = ({ name, isRequired }: Header): Json => ({
  name,
  ...(isRequired !== undefined && { required: isRequired }),
})

/** Programs are made of the names, which are plain letters in any language; people read the titles. */
function tagsOf(operations: readonly Operation[], language: Language): Json[] {
  const tags = new Map(operations.map(({ tag }) => [tagName(tag), tag[language]]))
  return [...tags].map(([name, title]) => ({ name, description: title, 'x-displayName': title }))
}

const textBody: Json = { schema: { type: 'string' } }

const documentBody = (mediaType: string, example: string | undefined): Json => ({
  ...(mediaType.startsWith('text/') ? textBody : { schema: { type: 'string', format: 'binary' } }),
  ...(example !== undefined && { example }),
})

/** Writes operations as the document has them, and puts every named schema among its components. */
function partsOf(language: Language, components: Components) {
  const schema = (of: TSchema): unknown => components.refer(of)
  const header = (of: Header): Json => ({ description: of.text[language], schema: schema(of.schema) })
  const headers = (own: readonly Header[] = []): Json =>
    Object.fromEntries([requestIdHeader, ...own].map((of) => [of.name, header(of)]))

  const success = (of: Operation, status: string, answer: Answer): Response => ({
    description: answer.text[language],
    headers: headers(answer.headers),
    ...((answer.schema !== undefined || answer.mediaType !== undefined) && {
      content: {
        [answer.mediaType ?? 'application/json']:
          answer.schema === undefined
            ? textBody
            : {
                schema: components.referAnswer(of.id, answer.schema),
                example: answerExample(of, status, answer),
              },
        ...Object.fromEntries(
          (answer.documents ?? []).map((type) => [type, documentBody(type, answer.documentExamples?.[type])]),
        ),
      },
    }),
  })

  const failure = (status: number, codes: readonly ProblemCode[], [code] = codes): Response => ({
    description: codes.map((one) => `\`${one}\`: ${problems[one].title[language]}`).join('\n\n'),
    headers: headers(failureHeaders[status]),
    content: {
      'application/problem+json': {
        schema: schema(Problem),
        ...(code !== undefined && { example: problemExample(code, language) }),
      },
    },
  })

  const responses = (of: Operation): Json => {
    const byStatus: Record<string, Response> = {}
    for (const [status, answer] of Object.entries(of.answers)) {
      byStatus[status] = success(of, status, answer)
    }
    for (const [status, codes] of Map.groupBy(of.problems, (code) => problems[code].status)) {
      byStatus[status] = either(byStatus[status], failure(status, codes))
    }
    return byStatus
  }

  const requestBody = (of: NonNullable<Operation['request']>): Json => ({
    required: of.required,
    content: Object.fromEntries(
      of.mediaTypes.map((type) => [type, { schema: schema(of.schema), example: requestExample(of) }]),
    ),
  })

  const operation = (of: Operation): Json => ({
    operationId: of.id,
    tags: [tagName(of.tag)],
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
      ...(of.query ?? []).map((one) => ({ in: 'query', ...asked(one), ...header(one) })),
      ...of.headers.map((one) => ({ in: 'header', ...asked(one), ...header(one) })),
    ],
    ...(of.request !== undefined && { requestBody: requestBody(of.request) }),
    responses: responses(of),
  })
  /** What we send, and what we make of the answers. */
  const webhook = (of: typeof webhookMessage): Json => ({
    operationId: 'alerta',
    tags: [tagName(of.tag)],
    summary: of.summary[language],
    description: of.description[language],
    security: [],
    parameters: of.headers.map((one) => ({ in: 'header', name: one.name, required: true, ...header(one) })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: schema(of.schema),
          example: schemaExample(of.schema as ExampleSchema),
        },
      },
    },
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
