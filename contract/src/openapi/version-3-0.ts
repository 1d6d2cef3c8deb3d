import type { Json } from './components.ts'

/**
 * The same contract in OpenAPI 3.0, for generators of clients: they read 3.0 best, and each of the forms that are
 * replaced here breaks one of them. Nothing is looser for a person who reads it; a few patterns are left out.
 */
export function inVersion30(document: Json): Json {
  const { webhooks: _, ...rest } = document
  return { ...(convert(rest) as Json), openapi: '3.0.3' }
}

/** Walks to the schemas; everything around them is the same in both versions. */
function convert(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(convert)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'schema') return [key, schemaIn30(value as Json)]
      if (key === 'schemas') return [key, mapped(value as Json, schemaIn30)]
      if (key === 'example') return [key, value]
      if (key === 'requestBody') return [key, inOneForm(convert(value) as Json)]
      return [key, convert(value)]
    }),
  )
}

/** What may be sent as a form or as JSON is sent as a form: generated programs write the one and say the other. */
function inOneForm(body: Json): Json {
  const form = 'application/x-www-form-urlencoded'
  const content = body.content as Json
  return form in content ? { ...body, content: { [form]: content[form] } } : body
}

const mapped = (of: Json, each: (value: Json) => Json): Json =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, each(value as Json)]))

function schemaIn30(schema: Json): Json {
  const { $ref, ...own } = schema
  if ($ref !== undefined) return Object.keys(own).length === 0 ? schema : { ...own, allOf: [{ $ref }] }
  // Of a list without repeats a Java client is made that does not compile.
  const { const: only, examples, patternProperties, properties, items, anyOf, uniqueItems: _, ...rest } = own
  const [example] = (examples as unknown[] | undefined) ?? []
  const [values] = Object.values((patternProperties as Json | undefined) ?? {})
  return {
    ...typed(rest),
    // A flag that is always the same is one all the same; of a text, the one that it may be.
    ...(only !== undefined && typeof only !== 'boolean' && { type: typeof only, enum: [only] }),
    ...(example !== undefined && { example }),
    ...(values !== undefined && { additionalProperties: schemaIn30(values as Json) }),
    ...(properties !== undefined && { properties: mapped(properties as Json, schemaIn30) }),
    ...(items !== undefined && { items: schemaIn30(items as Json) }),
    ...(anyOf !== undefined && oneOfThese(anyOf as Json[])),
  }
}

/** What may be null besides is said by a word of its own. */
function oneOfThese(choices: readonly Json[]): Json {
  const others = choices.filter(({ type }) => type !== 'null').map(schemaIn30)
  const [only] = others
  return {
    ...(others.length === 1 ? only : { anyOf: others }),
    ...(others.length < choices.length && { nullable: true }),
  }
}

/** Values that are listed have a type, and a date says with its format alone what it looks like. */
function typed({ pattern, ...schema }: Json): Json {
  const listed = schema.enum as unknown[] | undefined
  const isDated = schema.format === 'date' || schema.format === 'date-time'
  return {
    ...schema,
    ...(pattern !== undefined && !isDated && { pattern }),
    ...(listed !== undefined && schema.type === undefined && { type: typeof listed[0] }),
  }
}
