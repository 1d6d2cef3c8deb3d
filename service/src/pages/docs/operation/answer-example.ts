import type { Operation } from '@lastro/contract/operation.ts'
import type { JsonSchema } from './schema-fields.ts'

/** What a success looks like, made of the examples that the fields have; undefined where it is no JSON. */
export function answerExample({ answers }: Operation): AnswerExample | undefined {
  const [status, answer] = Object.entries(answers)[0] ?? []
  if (status === undefined || answer?.schema === undefined) return undefined
  const value = exampleOf(answer.schema as ExampleSchema)
  return { status, text: JSON.stringify(value, null, 2) }
}

export type AnswerExample = { readonly status: string; readonly text: string }

type ExampleSchema = JsonSchema & {
  readonly minimum?: number
  readonly patternProperties?: unknown
}

function exampleOf(schema: ExampleSchema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.enum?.[0] !== undefined) return schema.enum[0]
  if (schema.anyOf?.[0] !== undefined) return exampleOf(schema.anyOf[0])
  if (schema.items !== undefined) return [exampleOf(schema.items)]
  if (schema.properties !== undefined)
    return Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, exampleOf(one)]))
  return leafExample(schema)
}

function leafExample({ type, format, minimum }: ExampleSchema): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return minimum ?? 1
    case 'boolean':
      return true
    case 'object':
      return {}
    case 'array':
      return []
    default:
      return format === 'date' ? '2026-03-10' : '…'
  }
}
