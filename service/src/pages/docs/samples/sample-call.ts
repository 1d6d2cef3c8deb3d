import { requestExample } from '@lastro/contract/openapi/body-examples.ts'
import type { Operation } from '@lastro/contract/operation.ts'
import { productPath, products } from '@lastro/contract/reports/products.ts'
import { csrfHeaderName, sessionCookie } from '@lastro/contract/users/sessions.ts'
import { exampleBase } from '../../reading/own-base.ts'

/** A call that could be made, whatever the language it is written in. */
export type SampleCall = {
  readonly method: Operation['method']
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
}

/** A call of this operation, in the sandbox where it has one. What the caller has to put in is in capitals. */
export function sampleCall(operation: Operation): SampleCall {
  const prefix = operation.environments === 'both' ? '/sandbox' : ''
  const body = sampleBody(operation)
  return {
    method: operation.method,
    url: `${exampleBase}${prefix}${filledPath(operation.path)}`,
    headers: [
      ...credentialHeaders(operation),
      ...versionHeader(operation),
      ...(body === undefined ? [] : [['Content-Type', body.mediaType] as const]),
    ],
    ...(body !== undefined && { body: body.text }),
  }
}

const filledPath = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => name.replace(/([A-Z])/g, '_$1').toUpperCase())

type Headers = SampleCall['headers']

function credentialHeaders({ credentials, method }: Operation): Headers {
  switch (credentials) {
    case 'query':
      return [
        ['Authorization', 'Bearer ACCESS_TOKEN'],
        ['x-api-key', 'API_KEY'],
      ]
    case 'session':
    case 'operator':
      return [
        ['Cookie', `${sessionCookie}=SESSION`],
        ...(method === 'GET' ? [] : [[csrfHeaderName, 'CSRF_TOKEN'] as const]),
      ]
    case 'noticeReports':
      return [['Authorization', 'Bearer NOTICE_REPORT_TOKEN']]
    // The client's own id and secret go in the body.
    case 'client':
    case 'none':
      return []
  }
}

/** The version that a change must name. */
const versionHeader = ({ headers }: Operation): Headers =>
  headers.some((one) => one.name === 'If-Match') ? [['If-Match', '"1"']] : []

export type SampleBody = { readonly mediaType: string; readonly text: string }

/** What is sent, in the first of the forms that the operation takes. */
export function sampleBody(operation: Operation): SampleBody | undefined {
  const { request, credentials } = operation
  const [mediaType] = request?.mediaTypes ?? []
  if (request === undefined || mediaType === undefined) return undefined
  const own = credentials === 'client' ? { client_id: 'CLIENT_ID', client_secret: 'CLIENT_SECRET' } : {}
  const example = requestExample(request) as Values
  const company = isForCompanies(operation) && { documento: exampleCompany }
  const values = { ...example, ...company, ...own }
  return { mediaType, text: mediaType.includes('json') ? JSON.stringify(values) : formText(values) }
}

type Values = Readonly<Record<string, unknown>>

const formText = (values: Values): string =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()

/** The person and the company that the examples query: both are test documents of the sandbox. */
export const examplePerson = '52998224725'
export const exampleCompany = '99999001000159'

/** A report on companies refuses a person. */
function isForCompanies({ path }: Operation): boolean {
  const product = products.find((one) => path.startsWith(`${productPath(one)}/`))
  return product !== undefined && !product.documentTypes.includes('CPF')
}
