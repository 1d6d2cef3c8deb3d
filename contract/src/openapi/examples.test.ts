import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, test } from 'vitest'
import { requestExamples } from '../examples/request-examples.ts'
import { sealed } from '../leaves.ts'
import { operations } from '../operations.ts'
import { products } from '../reports/products.ts'
import { languages } from '../text.ts'
import { openApiDocument } from './openapi.ts'
import { inVersion30 } from './version-3-0.ts'

type Body = {
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>
}
type Written = { readonly requestBody?: Body; readonly responses: Readonly<Record<string, Body>> }
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Written>>>> }

/** Every body and answer of the document, with what it is of. */
const bodiesIn = (document: object) =>
  Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'servers')
      .flatMap(([method, { requestBody, responses }]) =>
        Object.entries({ request: requestBody ?? {}, ...responses }).flatMap(([part, { content = {} }]) =>
          Object.entries(content).map(([type, { schema, example }]) => ({
            name: `${method} ${path} ${part} ${type}`,
            type,
            schema,
            example,
          })),
        ),
      ),
  )

describe('the examples of the contract', () => {
  for (const language of languages) {
    test(`every body and answer has one that fits it, to the last member: ${language}`, () => {
      const document = openApiDocument(operations(products), language)
      const ajv = new Ajv2020({ strict: false, validateFormats: false })
      const components = JSON.parse(JSON.stringify(document.components)) as {
        schemas: Record<string, object>
      }
      ajv.addSchema({ $id: 'lastro:', components: { schemas: sealedAll(components.schemas) } })
      const checks = new Map<string, ValidateFunction>()
      const checkOf = (schema: object): ValidateFunction => {
        const key = JSON.stringify(schema)
        const check = checks.get(key) ?? ajv.compile(within(schema))
        checks.set(key, check)
        return check
      }
      const structured = bodiesIn(document).filter(({ type }) => /json|form|csv/.test(type))
      assert.ok(structured.length > 500, String(structured.length))
      const faults = structured.flatMap(({ name, schema, example }) => {
        if (example === undefined) return [`${name} has none`]
        const check = checkOf(schema)
        return check(example) ? [] : [`${name}: ${ajv.errorsText(check.errors)}`]
      })
      assert.deepEqual(faults, [])
    })
  }

  test('the document for generators has the same', () => {
    const exact = openApiDocument(operations(products), 'en')
    const examplesIn = (document: object) =>
      new Map(bodiesIn(document).map(({ name, example }) => [name, example]))
    const every = examplesIn(exact)
    for (const [name, example] of examplesIn(inVersion30(exact)))
      assert.deepEqual(example, every.get(name), name)
  })

  test('every request of the contract has a body that somebody thought of, and there is no other', () => {
    const ids = operations(products).flatMap(({ request }) =>
      request === undefined ? [] : [String((request.schema as { $id?: string }).$id)],
    )
    assert.deepEqual(Object.keys(requestExamples).toSorted(), [...new Set(ids)].toSorted())
  })
})

/** Its references lead to the document. */
const within = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"lastro:#/')) as object

/** A member that the contract does not name is a mistake in an example, too. */
const sealedAll = (schemas: Record<string, object>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, sealed(schema as never)]))
