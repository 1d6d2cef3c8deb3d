/** Why months were not archived, or an archive could not be read, for whoever asked to be told in words. */
export class ArchiveFault extends Error {
  readonly kind: ArchiveFaultKind
  /** The place, the month or the record that it is about; never anything that is kept. */
  readonly about: string

  constructor(kind: ArchiveFaultKind, about: string) {
    super(`${kind}: ${about}`)
    this.kind = kind
    this.about = about
  }
}

export type ArchiveFaultKind =
  /** There is no archive where one should be. */
  | 'no_archive'
  /** A file of an archive is missing, cut, or not what was written. */
  | 'damaged'
  /** The trail itself is broken there: whatever is archived has to be whole. */
  | 'trail_broken'
  /** There is an archive of that month already, and it does not hold what the trail has. */
  | 'taken'
  /** A month is on its way out, and its archive is not where it was said to be. */
  | 'elsewhere'
