/** As often as a person can see a number change. */
export const pauseMs = 200

export type Paced<Value> = {
  readonly tell: (value: Value) => void
  /** Nothing that was held back is told any more. */
  readonly end: () => void
}

/** Tells the first at once and then the newest, after a pause each: what a sending comes to a halt at is told too. */
export function paced<Value>(tell: (value: Value) => void): Paced<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let held: { readonly value: Value } | undefined
  const say = (value: Value) => {
    tell(value)
    held = undefined
    timer = setTimeout(() => {
      timer = undefined
      if (held !== undefined) say(held.value)
    }, pauseMs)
  }
  return {
    tell: (value) => {
      if (timer === undefined) say(value)
      else held = { value }
    },
    end: () => {
      clearTimeout(timer)
      held = undefined
    },
  }
}
