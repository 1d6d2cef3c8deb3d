import type { Language, Text } from '@lastro/contract/text.ts'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ServiceAnswer, ToldProblem } from './ask-service.ts'

/** What a tool has to say: what a program reads, and a sentence for the model and whoever reads along. */
export type ToolOutcome = ToolSuccess | Extract<ServiceAnswer, { kind: 'refused' }>

export type ToolSuccess = { readonly kind: 'told'; readonly content: object; readonly text: Text }

/** An outcome as the protocol carries it. A refusal is an answer of the tool, never a fault of the protocol. */
export function toolResult(outcome: ToolOutcome, language: Language): CallToolResult {
  if (outcome.kind === 'refused') {
    return { isError: true, content: texts(problemText(outcome.problem, language), outcome.problem) }
  }
  const { content, text } = outcome
  // Models whose programs do not read structured content get the same as text.
  return { content: texts(text[language], content), structuredContent: { ...content } }
}

const texts = (words: string, data: object): CallToolResult['content'] =>
  [words, JSON.stringify(data)].map((text) => ({ type: 'text', text }))

/** The catalogue's own words, which say what to change, and when it is worth another try. */
function problemText(
  { code, title, detail, errors = [], retryAfterSeconds }: ToldProblem,
  language: Language,
): string {
  const fields = errors.map(({ field, message }) => `${field}: ${message}`)
  const retry: Text = {
    pt: `Tente de novo em ${retryAfterSeconds} s.`,
    en: `Try again in ${retryAfterSeconds} s.`,
  }
  return [
    `${title} (${code}). ${detail}`,
    ...fields,
    ...(retryAfterSeconds === undefined ? [] : [retry[language]]),
  ].join('\n')
}
