import { type Static, type TSchema, Type } from 'typebox'
import type { Text } from './text.ts'

/**
 * The leaves of a report. All are strings: a reader never has to ask whether a zero was a number,
 * and a code never loses its leading zeros.
 */
export const leaf = {
  text: (text: Text) => Type.String({ minLength: 1, ...described(text) }),
  date: (text: Text) =>
    Type.String({ format: 'date', pattern: datePattern, examples: ['2026-03-10'], ...described(text) }),
  month: (text: Text) =>
    Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-03'], ...described(text) }),
  money: (text: Text) => Type.String({ pattern: moneyPattern, examples: ['1520.33'], ...described(text) }),
  instant: (text: Text) =>
    Type.String({ format: 'date-time', examples: ['2026-03-10T12:00:00-03:00'], ...described(text) }),
  sum: (text: Text) => Type.String({ pattern: sumPattern, examples: ['1520.33'], ...described(text) }),
  count: (text: Text) => Type.String({ pattern: '^\\d+$', examples: ['3'], ...described(text) }),
  flag: (text: Text) => Type.Enum(['true', 'false'], { ...described(text) }),
  percent: (text: Text) =>
    Type.String({ pattern: '^\\d{1,3}\\.\\d{2}$', examples: ['33.33'], ...described(text) }),
}

export const datePattern = '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$'

/** One line with something to read in it. A NUL or another control sign is nothing that a store or a screen takes. */
export const linePattern = '^[^\\S\\x00-\\x1f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$'

/** What somebody says, line breaks included. */
export const prosePattern = '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f]*$'

/** Up to ten trillion reais: more than any debt, less than where a double loses a cent. */
export const moneyPattern = '^\\d{1,13}\\.\\d{2}$'

/** The sum of a hundred thousand of the largest amounts still fits. */
export const sumPattern = '^\\d{1,18}\\.\\d{2}$'

/** One line with something in it: controls have no place in a name or a contract, and no store keeps them all. */
export const oneLine = (lengthMax: number, of: Text, example?: string) =>
  Type.String({
    minLength: 1,
    maxLength: lengthMax,
    pattern: linePattern,
    ...(example !== undefined && { examples: [example] }),
    ...described(of),
  })

/** The Portuguese text rides in the schema; the OpenAPI document keeps the one its reader asked for. */
export const described = (text: Text) => ({ description: text.en, 'x-descricao': text.pt })

/** A group of leaves. Any of them may be absent: the source document promises only what is known. */
export const group = <Properties extends Record<string, TSchema>>(properties: Properties, text?: Text) =>
  Type.Partial(Type.Object(properties), text === undefined ? {} : described(text))

export const SectionError = Type.Object(
  {
    code: Type.String({
      examples: ['source_timeout'],
      ...described({ pt: 'Código estável da falha.', en: 'Stable code of the fault.' }),
    }),
    message: Type.String(
      described({ pt: 'O que houve, para uma pessoa.', en: 'What happened, for a person to read.' }),
    ),
  },
  described({
    pt: 'Esta seção não pôde ser respondida, ou só em parte (section_incomplete); as demais valem.',
    en: 'This section could not be answered, or only in part (section_incomplete); the others stand.',
  }),
)
export type SectionError = Static<typeof SectionError>

/** Of a section that a stored copy answers: when the source said it. */
export const copiedAt = leaf.instant({
  pt: 'Quando a fonte disse isto, se é uma cópia guardada que responde; ausente fora disso.',
  en: 'When the source said this, where a stored copy answers; absent otherwise.',
})

/** Present in a section whose sources have only part of the data; absent if they have all of it. */
export const coverage = Type.Enum(['partial'], {
  ...described({
    pt: 'partial quando as fontes consultadas têm só parte dos dados: contagens e somas são valores mínimos, e uma lista vazia não quer dizer que nada conste. Ausente quando a cobertura é completa.',
    en: 'partial when the sources consulted have only part of the data: counts and sums are minimums, and an empty list does not mean that nothing is on file. Absent when coverage is complete.',
  }),
})

/** The number of creditors that a partial section covers. */
export const creditors = leaf.count({
  pt: 'Número de credores deste serviço, quando a seção só tem as dívidas deles.',
  en: 'The number of creditors of this service, when the section has only their debts.',
})

/** The same schema, refusing every member it does not name, at every depth. */
export function sealed<Schema extends TSchema>(schema: Schema): Schema {
  const seal = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(seal)
    if (typeof node !== 'object' || node === null) return node
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, seal(value)]))
    return copy.type === 'object' && copy.properties !== undefined
      ? { ...copy, additionalProperties: false }
      : copy
  }
  return seal(schema) as Schema
}
