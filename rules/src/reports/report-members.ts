/** A report's JSON as it is walked: leaves are strings, lists hold items, everything else has members. */
export type Json = string | readonly Json[] | Members
export type Members = { readonly [name: string]: Json }

export const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && !Array.isArray(value)

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

/** The members of what should be an object; none where it is anything else, or absent. */
export const membersOf = (value: Json | undefined): Members => (isMembers(value) ? value : {})

/** A leaf; undefined where it is absent, or is no leaf. */
export const leafOf = (value: Json | undefined, name: string): string | undefined => {
  const leaf = membersOf(value)[name]
  return typeof leaf === 'string' ? leaf : undefined
}

/** The same text for the same value, whatever the order of its members. */
export function canonicalText(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalText).join()}]`
  const members = Object.entries(value as Members).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonicalText(one)}`).join()}}`
}

export const isEqual = (one: Json | undefined, other: Json | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && canonicalText(one) === canonicalText(other))

/** The day by which a list is sorted, of those lists that have one. */
export const dayOf = (item: Json): string | undefined =>
  leafOf(item, 'occurrenceDate') ?? leafOf(item, 'inscriptionDate')

/**
 * Which of `items` are also in `others`: as many of equal ones as there are there. What is left of `others` comes
 * along.
 */
export function matchEqual(
  items: readonly Json[],
  others: readonly Json[],
): { readonly isMatched: readonly boolean[]; readonly left: readonly Json[] } {
  const waiting = Map.groupBy(others, canonicalText)
  const isMatched = items.map((item) => waiting.get(canonicalText(item))?.shift() !== undefined)
  return { isMatched, left: [...waiting.values()].flat() }
}
