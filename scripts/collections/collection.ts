import { requestExamples } from '@lastro/contract/examples/request-examples.ts'
import type { Header, Operation } from '@lastro/contract/operation.ts'
import { operations } from '@lastro/contract/operations.ts'
import { problems } from '@lastro/contract/problems/problems.ts'
import { products } from '@lastro/contract/reports/products.ts'
import type { Text } from '@lastro/contract/text.ts'
import { folders, type Step } from './steps.ts'

/** One request of a collection, whatever program it is written for. `{{name}}` stands for a variable. */
export type CollectedRequest = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly method: string
  readonly url: string
  readonly needsToken: boolean
  readonly headers: readonly Named[]
  /** To be switched on by whoever wants them. */
  readonly query: readonly Named[]
  readonly body?: { readonly kind: 'json' | 'form' | 'lines'; readonly text: string }
  readonly statuses: readonly number[]
  readonly keeps: NonNullable<Step['keeps']>
}

export type Named = { readonly name: string; readonly value: string; readonly description: string }
export type Folder = { readonly name: string; readonly requests: readonly CollectedRequest[] }

const language = 'pt'
const said = (text: Text): string => text[language]

/** What whoever uses the collection fills in, and what its requests fill in for one another. */
export const variables: Readonly<Record<string, string>> = {
  host: 'http://127.0.0.1:8080',
  environment: '/sandbox',
  clientId: '',
  clientSecret: '',
  apiKey: '',
  webhookUrl: String(requestExamples.WebhookRequest?.url),
}

/** Every operation of a client, in an order in which each finds what it needs. */
export function collectedFolders(): readonly Folder[] {
  const byId = new Map(operations(products).map((one) => [one.id, one]))
  return folders.map(({ name, steps }) => ({
    name,
    requests: steps.map((step) => {
      const operation = byId.get(step.operation)
      if (operation === undefined) throw new Error(`There is no operation ${step.operation}`)
      return requestOf(operation, step)
    }),
  }))
}

function requestOf(operation: Operation, step: Step): CollectedRequest {
  const { id, method, summary, description, credentials, environments, headers, query = [] } = operation
  const needsToken = credentials === 'query'
  const body = bodyOf(operation, step)
  const types = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    lines: 'application/x-ndjson',
  }
  return {
    id,
    name: said(summary),
    description: said(description),
    method,
    url: `{{host}}${environments === 'both' ? '{{environment}}' : ''}${pathOf(operation, step)}${queryOf(step)}`,
    needsToken,
    headers: [
      ...(needsToken ? [named('x-api-key', '{{apiKey}}')] : []),
      ...(body === undefined ? [] : [named('Content-Type', types[body.kind])]),
      ...headers.filter((one) => one.isRequired).map((one) => described(one, step.headers?.[one.name] ?? '')),
    ],
    query: query.filter((one) => !one.isRequired).map((one) => described(one, exampleOf(one))),
    ...(body !== undefined && { body }),
    statuses: statusesOf(operation),
    keeps: step.keeps ?? {},
  }
}

const named = (name: string, value: string): Named => ({ name, value, description: '' })
const described = ({ name, text }: Header, value: string): Named => ({ name, value, description: said(text) })

type Written = {
  readonly examples?: readonly string[]
  readonly enum?: readonly string[]
  readonly default?: string | number
}

const exampleOf = ({ schema }: Header): string => {
  const { examples, enum: choices, default: usual } = schema as Written
  return String(examples?.[0] ?? choices?.[0] ?? usual ?? '')
}

const pathOf = ({ path }: Operation, { path: filled = {} }: Step): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => `{{${filled[name] ?? name}}}`)

/** What the operation cannot do without is in the address already. */
const queryOf = ({ query = {} }: Step): string => {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** The contract's example, with what this collection knows better. */
function bodyOf({ request }: Operation, { body }: Step): CollectedRequest['body'] {
  if (request === undefined) return undefined
  const { $id = '' } = request.schema as { $id?: string }
  const example = requestExamples[$id]
  if (example === undefined) throw new Error(`${$id} has no example`)
  const sent = Object.fromEntries(
    Object.entries({ ...example, ...body }).map(([name, value]) => [name, merged(example[name], value)]),
  )
  if (request.mediaTypes.includes('application/x-ndjson'))
    return { kind: 'lines', text: `${JSON.stringify(sent)}\n` }
  if (request.mediaTypes.includes('application/json') && !('client_id' in sent)) {
    return { kind: 'json', text: JSON.stringify(sent, null, 2) }
  }
  return { kind: 'form', text: new URLSearchParams(sent as Record<string, string>).toString() }
}

const statusesOf = ({ answers, problems: refusals }: Operation): readonly number[] =>
  [
    ...new Set([...Object.keys(answers).map(Number), ...refusals.map((code) => problems[code].status)]),
  ].toSorted((a, b) => a - b)

/** What a step says of a member that has members is said over the example's own. */
const merged = (example: unknown, said: unknown): unknown =>
  isObject(example) && isObject(said) ? { ...example, ...said } : said

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
