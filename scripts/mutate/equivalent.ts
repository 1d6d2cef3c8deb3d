/** A survivor that somebody has looked at, and why it may live. */
export type Reviewed = {
  readonly file: string
  /** The line on which it stands, as it is written. */
  readonly line: string
  /** What is replaced by what; every mutant of the line when it is not said. */
  readonly mutations?: readonly string[]
  /** `equivalent`: no caller can tell. `accepted`: one could, and nothing that was promised is lost. */
  readonly kind: 'equivalent' | 'accepted'
  readonly reason: string
}

export const reviewed: readonly Reviewed[] = []
