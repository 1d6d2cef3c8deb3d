import answers from '../examples/answers.json' with { type: 'json' }
import { requestExamples } from '../examples/request-examples.ts'
import { type ExampleSchema, schemaExample } from '../examples/schema-example.ts'
import { ndjson } from '../listings/batches.ts'
import type { Answer, Operation } from '../operation.ts'
import { type ProblemCode, problems } from '../problems/problems.ts'
import type { Language } from '../text.ts'

/** What a sandbox answered to the examples: `npm run examples` writes it, and a test holds it against the service. */
const recorded: Readonly<Record<string, Readonly<Record<string, unknown>>>> = answers

/** The body of a request; of one in lines, a line. */
export function requestExample({ schema }: NonNullable<Operation['request']>): unknown {
  const { $id = '' } = schema as { $id?: string }
  return requestExamples[$id] ?? schemaExample(schema as ExampleSchema)
}

/** The body of an answer, or its first line: what the sandbox answered, or else something that fits. */
export function answerExample({ id }: Operation, status: string, { schema, mediaType }: Answer): unknown {
  const answered = recorded[id]?.[status]
  const example = mediaType === ndjson && Array.isArray(answered) ? answered[0] : answered
  return example ?? schemaExample((schema ?? {}) as ExampleSchema)
}

/** A failure as the catalogue words it. What fills its text depends on the call. */
export function problemExample(code: ProblemCode, language: Language) {
  const { status, title, detail } = problems[code]
  return {
    error: true,
    type: `/docs#${code}`,
    title: title[language],
    status,
    detail: detail[language].replace(/\{\w+\}/g, '…'),
    code,
    requestId: '0fc0ccc4-c1f9-4f01-b655-d835738f3c0d',
  }
}
