import type { Operation } from '@lastro/contract/operation.ts'
import { productPath, products } from '@lastro/contract/reports/products.ts'
import { csrfHeaderName, sessionCookie } from '@lastro/contract/users/sessions.ts'
import type { JsonSchema } from './schema-fields.ts'

/** A call of this operation that can be pasted into a terminal, in the sandbox where it has one. */
export function curlExample(operation: Operation): string {
  const prefix = operation.environments === 'both' ? '/sandbox' : ''
  return curl({
    path: `${prefix}${operation.path}`,
    credentials: operation.credentials,
    data: [...csrfFlags(operation), ...methodFlags(operation), ...bodyFlags(operation)],
  })
}

type Command = {
  readonly path: string
  readonly credentials: Operation['credentials']
  readonly data: readonly string[]
}

const exampleBase = 'http://127.0.0.1:8080'

export const curl = ({ path, credentials, data }: Command): string =>
  [`curl ${exampleBase}${path}`, ...credentialFlags[credentials], ...data].join(' \\\n  ')

const sessionFlag = `-b ${sessionCookie}=SESSION`

const csrfFlags = ({ credentials, method }: Operation): string[] =>
  (credentials === 'session' || credentials === 'operator') && method !== 'GET'
    ? [`-H '${csrfHeaderName}: CSRF_TOKEN'`]
    : []

const credentialFlags: Readonly<Record<Operation['credentials'], readonly string[]>> = {
  query: [`-H 'Authorization: Bearer ACCESS_TOKEN'`, `-H 'x-api-key: API_KEY'`],
  client: ['-u CLIENT_ID:CLIENT_SECRET'],
  session: [sessionFlag],
  operator: [sessionFlag],
  noticeReports: [`-H 'Authorization: Bearer NOTICE_REPORT_TOKEN'`],
  none: [],
}

type Values = Readonly<Record<string, unknown>>

export const formFlags = (values: Values): string[] =>
  Object.entries(values).map(([name, value]) => `-d ${name}=${String(value)}`)

export const jsonFlags = (values: Values): string[] => [
  `-H 'Content-Type: application/json'`,
  `-d '${JSON.stringify(values).replaceAll("'", "'\\''")}'`,
]

/** What curl would not guess from the body, and the version that a change must name. */
function methodFlags({ method, request, headers }: Operation): string[] {
  const isGuessed = method === 'GET' || (method === 'POST' && request !== undefined)
  const needsVersion = headers.some((one) => one.name === 'If-Match')
  return [...(isGuessed ? [] : [`-X ${method}`]), ...(needsVersion ? [`-H 'If-Match: "1"'`] : [])]
}

function bodyFlags(operation: Operation): string[] {
  if (operation.request === undefined) return []
  const values = bodyExample(operation.request.schema as JsonSchema, exampleDocument(operation))
  return operation.request.mediaTypes[0] === 'application/json' ? jsonFlags(values) : formFlags(values)
}

/** What must be sent and what has an example; the rest would only make the command longer. */
function bodyExample({ properties = {}, required = [] }: JsonSchema, document: string): Values {
  const shown = Object.entries(properties).flatMap(([name, { examples, enum: values }]) => {
    if (name === 'documento') return [[name, document]]
    const value = examples?.[0] ?? (required.includes(name) ? (values?.[0] ?? name.toUpperCase()) : undefined)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(shown)
}

/** The person and the company that the examples query: both are test documents of the sandbox. */
export const examplePerson = '52998224725'
export const exampleCompany = '99999001000159'

/** A document that the operation accepts: a report on companies refuses a person. */
function exampleDocument({ path }: Operation): string {
  const product = products.find((one) => path.startsWith(`${productPath(one)}/`))
  return product === undefined || product.documentTypes.includes('CPF') ? examplePerson : exampleCompany
}
