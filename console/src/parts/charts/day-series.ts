/** Days as a chart and a table show them: a row for each, in it a figure for each part. */
export type DaySeries = {
  /** Codes of what each day is made of. */
  readonly parts: readonly string[]
  readonly days: readonly {
    readonly day: string
    readonly values: readonly number[]
    readonly total: number
  }[]
  /** The largest day. */
  readonly peak: number
}
