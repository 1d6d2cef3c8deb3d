import { type Effort, spent } from './effort.ts'

/**
 * A box is a set of states for each value, by the place of the value; a value that it does not name may be in any. A
 * condition is a union of boxes. Values are taken to be independent: a box may hold what no report shows, so that what
 * is found empty is empty, and not everything that is empty is found.
 */
export type Box = ReadonlyMap<number, bigint>

/** More boxes of one condition than this are not looked through: it takes one that nobody can read either. */
const boxCountMax = 200

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

export function allOf(all: readonly Boxes[], effort: Effort): Boxes {
  let boxes: readonly Box[] = everything
  for (const one of all) {
    if (one === undefined || boxes.length * one.length > boxCountMax * 10) return undefined
    if (!spent(effort, stepsOf(boxes, one))) return undefined
    boxes = boxes.flatMap((box) => one.flatMap((other) => shared(box, other) ?? []))
    if (boxes.length > boxCountMax) return undefined
  }
  return boxes
}

/** What it takes to hold each of some boxes against each of others: every value of both. */
export const stepsOf = (some: readonly Box[], others: readonly Box[]): number =>
  sizeOf(some) * others.length + sizeOf(others) * some.length

const sizeOf = (boxes: readonly Box[]): number => boxes.reduce((sum, { size }) => sum + 1 + size, 0)

/** What two boxes have in common; undefined when nothing. */
export function shared(one: Box, other: Box): Box | undefined {
  if (!meets(one, other)) return undefined
  const both = new Map(one)
  for (const [place, states] of other) both.set(place, (both.get(place) ?? states) & states)
  return both
}

function meets(one: Box, other: Box): boolean {
  for (const [place, states] of other) if (((one.get(place) ?? states) & states) === 0n) return false
  return true
}

/** What is left of boxes outside another; `all` says which states a value has. */
export function outside(
  boxes: readonly Box[],
  cut: Box,
  all: (place: number) => bigint,
  effort: Effort,
): Boxes {
  if (!spent(effort, stepsOf(boxes, [cut]))) return undefined
  const left: Box[] = []
  for (const box of boxes) {
    if (!meets(box, cut)) left.push(box)
    // Each piece is a copy of its box.
    else if (!spent(effort, cut.size * (1 + box.size))) return undefined
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
