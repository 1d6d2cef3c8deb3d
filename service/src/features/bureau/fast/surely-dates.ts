import type { TSchema } from 'typebox'

/** The same schema, with one pattern for a date that surely is one, in the place of a pattern and a format. */
export function surelyDates(schema: TSchema): TSchema {
  const change = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(change)
    if (typeof node !== 'object' || node === null) return node
    if ('format' in node && node.format === 'date') return { type: 'string', pattern: sureDate }
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, change(value)]))
  }
  return change(schema) as TSchema
}

/** Every day but 29 February, of which the year decides. */
const sureDate =
  '^\\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)$'
