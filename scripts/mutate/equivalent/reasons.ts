/** A survivor that somebody has looked at, and why it may live. */
export type Reviewed = {
  readonly file: string
  /** The line on which it stands, as it is written, or as it begins: then it ends in an ellipsis. */
  readonly line: string
  /** What is replaced by what; every mutant of the line when it is not said. */
  readonly mutations?: readonly string[]
  /** `equivalent`: no caller can tell. `accepted`: one could, and nothing that was promised is lost. */
  readonly kind: 'equivalent' | 'accepted'
  readonly reason: string
}

export type Place = readonly [line: string, ...mutations: string[]]

const because =
  (kind: Reviewed['kind'], reason: string) =>
  (file: string, ...places: readonly Place[]): readonly Reviewed[] =>
    places.map(([line, ...mutations]) => ({
      file,
      line,
      kind,
      reason,
      ...(mutations.length > 0 && { mutations }),
    }))

export const cache = because(
  'equivalent',
  'A shortcut for what was asked before, or comes bare: without it the same is worked out again.',
)

export const compiler = because(
  'equivalent',
  'Only the compiler asks for it: what it stands in for is always there, or is never looked at.',
)

export const never = because('equivalent', 'No value that gets here can tell the two apart.')

export const checked = because('equivalent', 'An assertion of what the lines before it make sure of.')

export const compared = because(
  'equivalent',
  'A hash that is compared with others made in the same way, and shown to nobody: any encoding and any beginning serve.',
)

export const sorted = because(
  'equivalent',
  'A sort asks for the sign alone, and of those that are equal each may come first.',
)

export const lock = because(
  'equivalent',
  'It reads, or holds, more rows than it must, and uses the same ones.',
)

export const hashing = because(
  'accepted',
  'Any mixing of bits serves a hash table, as long as its places fill evenly.',
)

export const pace = because(
  'accepted',
  'The same is answered: a turn of one connection takes a little longer.',
)
