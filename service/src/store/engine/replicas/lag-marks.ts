/** Where the log of the primary stood at a moment. */
export type LagMark = { readonly atMs: number; readonly position: number }

/** More than a minute of them, which is the most that a replica may be allowed to lag. */
const markCountMax = 256

export type LagMarks = {
  readonly add: (mark: LagMark) => void
  /** The last moment of which a replica that stands here has surely replayed everything; undefined is long ago. */
  readonly reachedAtMs: (position: number) => number | undefined
}

/**
 * Remembers where the primary's log stood when. A replica that has replayed up to a mark shows everything that was
 * committed before it, so the mark's age is the most that the replica lags. The time of the last transaction that it
 * has replayed would not say so: while the primary rests it grows old, and while a replica is cut off it says nothing.
 */
export function lagMarks(): LagMarks {
  let marks: readonly LagMark[] = []
  return {
    add: (mark) => {
      marks = [...marks.slice(1 - markCountMax), mark]
    },
    reachedAtMs: (position) => marks.findLast((mark) => mark.position <= position)?.atMs,
  }
}
