import type { TSchema } from 'typebox'

/** Puts the members of a value in the contract's order, whatever the order they were loaded in. */
export type Arrange = (value: unknown) => unknown

/**
 * The order of a schema, at every depth. Read from the schema once, because it is applied to every
 * line of a load. Members without a value, and those the schema does not name, are left out.
 */
export function contractOrder(schema: TSchema): Arrange {
  return arrangeOf(schema as Shape) ?? ((value) => value)
}

type Shape = { readonly properties?: Readonly<Record<string, Shape>>; readonly items?: Shape }

/** Undefined for a leaf, which has nothing to arrange. */
function arrangeOf({ properties, items }: Shape): Arrange | undefined {
  if (properties !== undefined) return arrangeMembers(properties)
  const arrangeItem = items && arrangeOf(items)
  return arrangeItem && ((value) => (value as readonly unknown[]).map(arrangeItem))
}

function arrangeMembers(properties: Readonly<Record<string, Shape>>): Arrange {
  const members = Object.entries(properties).map(([name, shape]) => ({ name, arrange: arrangeOf(shape) }))
  return (value) => {
    const from = value as Readonly<Record<string, unknown>>
    const arranged: Record<string, unknown> = {}
    for (const { name, arrange } of members) {
      const held = from[name]
      if (held !== undefined) arranged[name] = arrange === undefined ? held : arrange(held)
    }
    return arranged
  }
}
