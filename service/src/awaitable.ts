/**
 * A value that may be at hand already. Whoever asks for one awaits it, either way; whoever has it at hand is not made
 * to promise it. Whether there is something to wait for is asked in this file only.
 */
export type Awaitable<Value> = Value | Promise<Value>

export const isAtHand = <Value>(value: Awaitable<Value>): value is Value => !(value instanceof Promise)

/** Goes on with a value: at once where it is at hand. */
export const andThen = <Value, Result>(
  value: Awaitable<Value>,
  goOn: (value: Value) => Awaitable<Result>,
): Awaitable<Result> => (value instanceof Promise ? value.then(goOn) : goOn(value))

/** Two that do not wait for each other. */
export const sideBySide = <One, Other>(
  one: Awaitable<One>,
  other: Awaitable<Other>,
): Awaitable<[One, Other]> =>
  one instanceof Promise || other instanceof Promise ? Promise.all([one, other]) : [one, other]
