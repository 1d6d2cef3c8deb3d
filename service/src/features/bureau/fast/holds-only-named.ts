import type { TSchema } from 'typebox'

/**
 * Whether a value holds no member that its schema does not name, at any depth: by counting those that it does, where
 * the validator compares each name with all. Of a value from JSON that fits the schema otherwise.
 */
export const holdsOnlyNamed = (schema: TSchema): Test => testOf(schema as Shape) ?? (() => true)

type Test = (value: unknown) => boolean

type Shape = { readonly properties?: Readonly<Record<string, Shape>>; readonly items?: Shape }

/** Undefined for a leaf, which holds no members. */
function testOf({ properties, items }: Shape): Test | undefined {
  if (properties !== undefined) return testMembers(properties)
  const testItem = items && testOf(items)
  return testItem && ((value) => (value as readonly unknown[]).every(testItem))
}

function testMembers(properties: Readonly<Record<string, Shape>>): Test {
  const members = Object.entries(properties).map(([name, shape]) => ({ name, test: testOf(shape) }))
  // What every object has would be counted where it is not.
  if (members.some(({ name }) => name in {})) return () => false
  return (value) => {
    const held = value as Readonly<Record<string, unknown>>
    let named = 0
    for (const { name, test } of members) {
      const member = held[name]
      if (member === undefined) continue
      if (test !== undefined && !test(member)) return false
      named += 1
    }
    return named === Object.keys(held).length
  }
}
