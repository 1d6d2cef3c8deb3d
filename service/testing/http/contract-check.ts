import assert from 'node:assert/strict'
import { sealed } from '@lastro/contract/leaves.ts'
import { openApiDocument } from '@lastro/contract/openapi/openapi.ts'
import { operations } from '@lastro/contract/operations.ts'
import { Problem } from '@lastro/contract/problems/problems.ts'
import { type Product, products } from '@lastro/contract/reports/products.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { matchPath } from '../../src/http/path-pattern.ts'

export type Answered = {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly contentType: string
  readonly headers: Headers
  readonly text: string
}

type Content = Record<string, { schema?: TSchema }>
type OpenApi = {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Content }> }>>
  components: { schemas: Record<string, TSchema> }
}

/** Holds an answer against the OpenAPI document: known status, known type, no member that it does not name. */
export function contractCheck(catalogue: readonly Product[] = products): (answered: Answered) => void {
  const { document, validatorOf } = readContract(catalogue)

  const validate = (name: string, schema: TSchema, value: unknown) => {
    const check = validatorOf(schema)
    assert.ok(check(value), `${name} answered outside its schema: ${JSON.stringify(check.errors)}`)
  }

  return ({ method, path, status, contentType, headers, text }) => {
    assert.ok(headers.get('x-request-id'), `${method} ${path} ${status} has no X-Request-Id`)
    assert.ok(!/\bat .+(?:\.[cm]?[jt]s|node:[\w/]+):\d+:\d+/.test(text), `${method} ${path} shows a stack`)
    const bare = path.split('?')[0] ?? ''
    const item = itemAt(document, bare) ?? itemAt(document, bare.replace(/^\/sandbox/, ''))
    const operation = item?.[method === 'HEAD' ? 'get' : method.toLowerCase()]
    if (operation === undefined) return validate('a problem', Problem, JSON.parse(text))
    const response = operation.responses[status]
    assert.ok(response, `${method} ${bare} answered ${status}, which its contract does not have`)
    if (response.content === undefined || text === '') return
    const [type = ''] = contentType.split(';')
    const content = response.content[type]
    assert.ok(content, `${method} ${bare} ${status} answered ${type}, which its contract does not have`)
    // Of a page or a file its type is all that there is to hold it to.
    if (content.schema === undefined || !type.includes('json')) return
    // Of an answer in lines, each is held against the schema.
    const values = type === 'application/x-ndjson' ? text.trimEnd().split('\n') : [text]
    for (const value of values)
      validate(`${method} ${bare} ${status} ${type}`, content.schema, JSON.parse(value))
  }
}

type ReadContract = {
  readonly document: OpenApi
  readonly validatorOf: (schema: TSchema) => ValidateFunction
}

const contracts = new Map<readonly Product[], ReadContract>()

/** Where the validator knows the document by, so that each of its components is compiled once for all answers. */
const documentId = 'contract'

/** Of our own schemas, which a test of the contract holds to be schemas; hundreds of processes compile them. */
const quickToCompile = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  meta: false,
  messages: false,
  inlineRefs: false,
  code: { optimize: false },
} as const

/** A file of tests starts many services: the document is made once for all, and each of its schemas compiled once. */
function readContract(catalogue: readonly Product[]): ReadContract {
  const known = contracts.get(catalogue)
  if (known !== undefined) return known
  const document = openApiDocument(operations(catalogue), 'en') as unknown as OpenApi
  const ajv = new Ajv2020(quickToCompile)
  ajv.addSchema({ components: sealed(document.components as unknown as TSchema) }, documentId)
  const validators = new Map<TSchema, ValidateFunction>()
  const validatorOf = (schema: TSchema) => {
    const validator = validators.get(schema) ?? ajv.compile(pointed(sealed(schema)))
    validators.set(schema, validator)
    return validator
  }
  const contract = { document, validatorOf }
  contracts.set(catalogue, contract)
  return contract
}

/** The same schema outside the document, its references pointing into it. */
const pointed = (schema: TSchema): TSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${documentId}#/`))

const itemAt = (document: OpenApi, path: string) =>
  document.paths[path] ??
  Object.entries(document.paths).find(([pattern]) => matchPath(pattern, path) !== undefined)?.[1]
