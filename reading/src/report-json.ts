import { type ValueKind, valueText } from './value-text.ts'

/** The members of what should be an object; none when it is anything else. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

/** The items of what should be a list of objects. */
export const itemsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(membersOf) : []

/** A leaf in words; undefined when it is absent. */
export function textAt(
  of: Readonly<Record<string, unknown>>,
  member: string,
  kind: ValueKind = 'text',
  language: 'pt' | 'en' = 'pt',
): string | undefined {
  const value = of[member]
  return typeof value === 'string' && value !== '' ? valueText(value, kind, language) : undefined
}

/** What stands at a path of a report; undefined where a step is missing. */
export const at = (report: Readonly<Record<string, unknown>>, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, step) => membersOf(value)[step], report)
