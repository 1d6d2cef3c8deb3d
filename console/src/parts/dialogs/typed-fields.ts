/** What of a field of a form tells whether somebody has changed it. */
export type Typed = {
  readonly type: string
  readonly value: string
  readonly checked?: boolean
  readonly isConnected: boolean
}

/**
 * Remembers what the fields of a form held when they were first seen, and says whether any of them holds something
 * else now. Who types and takes it back has typed nothing; a field that is gone is no longer counted.
 */
export function typedFields<Field extends Typed>() {
  const first = new Map<Field, string>()
  return {
    see: (fields: Iterable<Field>): void => {
      for (const field of fields) if (!first.has(field)) first.set(field, heldBy(field))
    },
    isTyped: (): boolean => [...first].some(([field, held]) => field.isConnected && heldBy(field) !== held),
  }
}

const heldBy = ({ type, value, checked }: Typed): string =>
  type === 'checkbox' || type === 'radio' ? String(checked) : value
