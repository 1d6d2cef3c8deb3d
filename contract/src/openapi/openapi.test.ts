import assert from 'node:assert/strict'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, test } from 'vitest'
import { operations } from '../operations.ts'
import { products } from '../reports/products.ts'
import { languages } from '../text.ts'
import type { Json } from './components.ts'
import { openApiDocument } from './openapi.ts'
import { inVersion30 } from './version-3-0.ts'

type Body = { readonly content?: Readonly<Record<string, { readonly schema?: Json }>> }
type Written = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Json }[]
}
type Document = {
  readonly tags: readonly { readonly name: string; readonly 'x-displayName': string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Written>>>>
}

const exact = openApiDocument(operations(products), 'en')
const forGenerators = inVersion30(exact)

const operationsIn = (document: Json): readonly Written[] =>
  Object.values((document as Document).paths).flatMap((path) =>
    Object.values(path).filter((one) => one.operationId !== undefined),
  )

/** Every schema and part of one, with where it stands. */
function* schemasIn(node: unknown, path: string): Generator<readonly [string, Json]> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) yield [path, node as Json]
  for (const [key, value] of Object.entries(node)) yield* schemasIn(value, `${path}/${key}`)
}

describe('the contract for programs', () => {
  for (const [name, document] of Object.entries({ exact, forGenerators })) {
    test(`every body of JSON is a component with a name of its own, in the ${name} one`, () => {
      for (const { operationId, requestBody, responses } of operationsIn(document)) {
        for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
          for (const [type, { schema }] of Object.entries(content)) {
            assert.ok(schema, `${operationId} ${type}`)
            if (!type.includes('json')) continue
            assert.match(String(schema.$ref), /^#\/components\/schemas\/[A-Z]\w+$/, `${operationId} ${type}`)
          }
        }
      }
    })
  }

  test('an answer of the same thing has the same name, whoever gives it', () => {
    const refOf = (id: string, status: string) =>
      operationsIn(exact).find(({ operationId }) => operationId === id)?.responses[status]?.content?.[
        'application/json'
      ]?.schema?.$ref
    assert.equal(refOf('dividasSituacao', '200'), '#/components/schemas/ListingStatusAnswer')
    assert.equal(refOf('dividasSituacao', '200'), refOf('avalistasSituacao', '200'))
    assert.equal(refOf('relatoConsulta', '203'), '#/components/schemas/RelatoConsultaAnswer')
  })

  test('tags are plain letters in every language, with a title to read', () => {
    const namesIn = (language: (typeof languages)[number]) =>
      (openApiDocument(operations(products), language) as Document).tags.map(({ name }) => name)
    const names = namesIn('en')
    assert.deepEqual(namesIn('pt'), names)
    for (const { name, 'x-displayName': title } of (exact as Document).tags) {
      assert.match(name, /^[a-z]+(-[a-z]+)*$/)
      assert.ok(title.length > 0)
    }
    assert.ok(operationsIn(exact).every(({ tags }) => tags.every((tag) => names.includes(tag))))
  })

  test('what stands in an address or a header says what it may look like', () => {
    const free = new Set(['Accept-Language', 'X-Request-Id'])
    for (const { operationId, parameters } of operationsIn(exact)) {
      for (const { name, schema } of parameters) {
        const bounds = ['enum', 'pattern', 'minimum', 'maxLength'].filter((bound) => bound in schema)
        assert.ok(free.has(name) || bounds.length > 0, `${operationId} ${name}`)
      }
    }
  })
})

describe('the contract in OpenAPI 3.0', () => {
  test('validates as 3.0, in every language', async () => {
    for (const language of languages) {
      const document = inVersion30(openApiDocument(operations(products), language))
      const { valid, errors } = await new Validator().validate(structuredClone(document))
      assert.ok(valid, JSON.stringify(errors))
      assert.equal(document.openapi, '3.0.3')
    }
  })

  test('has none of the forms that break a generator', () => {
    assert.equal('webhooks' in forGenerators, false)
    for (const [path, node] of schemasIn(forGenerators, '')) {
      // The members of an object may be called anything.
      if (path.endsWith('/properties')) continue
      for (const form of [
        'const',
        'examples',
        'patternProperties',
        'prefixItems',
        'uniqueItems',
        '$id',
        'x-descricao',
      ]) {
        assert.ok(!(form in node), `${path} has ${form}`)
      }
      if ('$ref' in node) assert.deepEqual(Object.keys(node), ['$ref'], path)
      if (node.format === 'date') assert.equal(node.pattern, undefined, path)
      if (Array.isArray(node.enum)) assert.equal(typeof node.type, 'string', path)
      assert.ok(!Array.isArray(node.type) && node.type !== 'null', path)
    }
  })

  test('takes a form as a form alone', () => {
    const types = operationsIn(forGenerators).map(({ requestBody }) =>
      Object.keys(requestBody?.content ?? {}),
    )
    const form = 'application/x-www-form-urlencoded'
    assert.ok(types.some((some) => some.includes(form)))
    assert.ok(types.every((some) => !some.includes(form) || some.length === 1))
  })

  test('has every operation and every component of the exact one, but what we send', () => {
    const idsIn = (document: Json) => operationsIn(document).map(({ operationId }) => operationId)
    assert.deepEqual(idsIn(forGenerators), idsIn(exact))
    const namesIn = ({ components }: Json) => Object.keys((components as { schemas: Json }).schemas)
    assert.deepEqual(namesIn(forGenerators), namesIn(exact))
  })
})
