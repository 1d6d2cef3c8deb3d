/**
 * What checking a policy may still cost, in steps of about a tenth of a microsecond: a comparison looked at in one
 * state, a value of a box held against another's. Whoever wrote it, a policy is checked within some 200 ms or refused.
 */
export type Effort = { left: number }

/** Fifty rules over twenty values take some ten thousand. */
export const effortMax = 1_000_000

export const newEffort = (): Effort => ({ left: effortMax })

/** Whether there is enough left for so many steps; where there is not, they are not to be made. */
export function spent(effort: Effort, steps: number): boolean {
  if (steps > effort.left) {
    effort.left = 0
    return false
  }
  effort.left -= steps
  return true
}
