/**
 * A box is a set of states for each value, by the place of the value; a value that it does not name may be in any. A
 * condition is a union of boxes. Values are taken to be independent: a box may hold what no report shows, so that what
 * is found empty is empty, and not everything that is empty is found.
 */
export type Box = ReadonlyMap<number, bigint>

/** More boxes of one condition than this are not looked through: it takes one that nobody can read either. */
export const boxCountMax = 200

/** How many boxes may still be compared, so that checking a policy takes a second at most, whoever wrote it. */
export type Effort = { left: number }

export const effortMax = 200_000

/** Whether there is enough left for so many. */
export function spent(effort: Effort, count: number): boolean {
  effort.left -= count
  return effort.left >= 0
}

/** Undefined stands for too many. */
export type Boxes = readonly Box[] | undefined

export const everything: readonly Box[] = [new Map()]

export function eitherOf(all: readonly Boxes[]): Boxes {
  const boxes: Box[] = []
  for (const one of all) {
    if (one === undefined) return undefined
    boxes.push(...one)
  }
  return boxes.length > boxCountMax ? undefined : boxes
}

export function allOf(all: readonly Boxes[]): Boxes {
  let boxes: readonly Box[] = everything
  for (const one of all) {
    if (one === undefined || boxes.length * one.length > boxCountMax * 10) return undefined
    boxes = boxes.flatMap((box) => one.flatMap((other) => shared(box, other) ?? []))
    if (boxes.length > boxCountMax) return undefined
  }
  return boxes
}

/** What two boxes have in common; undefined when nothing. */
export function shared(one: Box, other: Box): Box | undefined {
  const both = new Map(one)
  for (const [place, states] of other) {
    const left = (both.get(place) ?? states) & states
    if (left === 0n) return undefined
    both.set(place, left)
  }
  return both
}

/** What is left of boxes outside another; `all` says which states a value has. */
export function outside(boxes: readonly Box[], cut: Box, all: (place: number) => bigint): Boxes {
  const left: Box[] = []
  for (const box of boxes) {
    if (shared(box, cut) === undefined) left.push(box)
    else left.push(...pieces(box, cut, all))
    if (left.length > boxCountMax) return undefined
  }
  return left
}

function pieces(box: Box, cut: Box, all: (place: number) => bigint): readonly Box[] {
  const rest = new Map(box)
  const found: Box[] = []
  for (const [place, states] of cut) {
    const own = rest.get(place) ?? all(place)
    const beyond = own & ~states
    if (beyond !== 0n) found.push(new Map(rest).set(place, beyond))
    rest.set(place, own & states)
  }
  return found
}
