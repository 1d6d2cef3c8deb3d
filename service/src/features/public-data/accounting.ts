/** What became of the rows of an import, file by file. In each, `read` is exactly the sum of the next three. */
export type Accounting = {
  readonly files: readonly FileAccount[]
}

export type FileAccount = {
  readonly zip: string
  readonly file: string
  /** What the file holds, as the data set calls it. */
  readonly kind: string
  readonly read: number
  readonly kept: number
  /** Rows that repeat another of the same key, also of another file: one of them is kept. */
  readonly merged: number
  readonly quarantined: number
  /** Why rows were quarantined. */
  readonly quarantinedBy: Readonly<Record<string, number>>
  /** Fields of kept rows that were repaired or left out, by reason; blank lines, which are no rows, among them. */
  readonly fields: Readonly<Record<string, number>>
}

export type RowCounts = Pick<FileAccount, 'read' | 'kept' | 'merged' | 'quarantined'>

/** The sums over all files. */
export const totalsOf = ({ files }: Accounting): RowCounts =>
  files.reduce(
    (sum, one) => ({
      read: sum.read + one.read,
      kept: sum.kept + one.kept,
      merged: sum.merged + one.merged,
      quarantined: sum.quarantined + one.quarantined,
    }),
    { read: 0, kept: 0, merged: 0, quarantined: 0 },
  )
