import { chainStart } from './chain.ts'

/**
 * A lane is a chain that one process at a time writes. Its number stands in the numbers of its links: lane 3 has the
 * links 300000000001, 300000000002 and so on. Lane 0 is the chain of before there were lanes, with the numbers it
 * always had.
 */
export const linksPerLane = 100_000_000_000

/** So many lanes have numbers that a cursor of fifteen digits holds. */
export const laneMax = 9_999

/** The lane of a link. A number that no link has belongs to the first, where it is noticed. */
export const laneOf = (linkNumber: number): number => Math.max(0, Math.floor(linkNumber / linksPerLane))

/** What the first link of a lane is chained to. */
export const laneStart = (lane: number): { readonly number: number; readonly hash: string } => ({
  number: lane * linksPerLane,
  hash: chainStart,
})

/** Where a link stands in its lane: 1 is the first. */
export const positionOf = (linkNumber: number): number => linkNumber - laneOf(linkNumber) * linksPerLane
