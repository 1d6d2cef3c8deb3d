import type { Operation } from '@lastro/contract/operation.ts'
import { examplePerson, sampleBody } from '../samples/sample-call.ts'
import type { JsonSchema } from './schema-fields.ts'

/** What a success looks like, made of the examples that the fields have; undefined where it is no JSON. */
export function answerExample(operation: Operation): AnswerExample | undefined {
  const [status, answer] = Object.entries(operation.answers)[0] ?? []
  if (status === undefined || answer?.schema === undefined) return undefined
  const sent = sampleBody(operation)?.text ?? ''
  const known = { ...alwaysKnown, ...(sent.startsWith('{') ? (JSON.parse(sent) as Known) : {}) }
  const value = exampleOf(answer.schema as ExampleSchema, known)
  return { status, text: JSON.stringify(value, null, 2) }
}

export type AnswerExample = { readonly status: string; readonly text: string }

type ExampleSchema = JsonSchema & {
  readonly minimum?: number
}

/** What a field of this name has, where its own schema has no example: most of what is answered was sent. */
type Known = Readonly<Record<string, unknown>>

const alwaysKnown: Known = { document: examplePerson, documentNumber: examplePerson, id: 'ID' }

function exampleOf(schema: ExampleSchema, known: Known): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  if (schema.anyOf?.[0] !== undefined) return exampleOf(schema.anyOf[0], known)
  if (schema.items !== undefined) return [exampleOf(schema.items, known)]
  if (schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, one]) => [name, memberOf(name, one, known)]),
    )
  return leafExample(schema)
}

function memberOf(name: string, schema: ExampleSchema, known: Known): unknown {
  const own = exampleOf(schema, known)
  return own === unknownText && typeof known[name] === 'string' ? known[name] : own
}

const unknownText = '…'

/** Of a type that has no value of its own here, a text. */
function leafExample({ type = 'string', format, minimum }: ExampleSchema): unknown {
  const ofType: Readonly<Record<string, unknown>> = {
    integer: minimum ?? 1,
    number: minimum ?? 1,
    boolean: true,
    object: {},
    array: [],
  }
  return ofType[type] ?? (format === 'date' ? '2026-03-10' : unknownText)
}
