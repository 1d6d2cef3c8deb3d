/** Why a backup, a restore or a move did not happen, for whoever asked to be told in words. */
export class BackupFault extends Error {
  readonly kind: BackupFaultKind
  /** The file, the place or the program that it is about; never anything that is kept. */
  readonly about: string

  constructor(kind: BackupFaultKind, about: string) {
    super(`${kind}: ${about}`)
    this.kind = kind
    this.about = about
  }
}

export type BackupFaultKind =
  /** There is something already where the backup should be. */
  | 'target_taken'
  /** The disk is full, or may not be written to. */
  | 'unwritable'
  /** What was to be restored is no backup, or of a form that this release does not know. */
  | 'no_backup'
  /** A file of the backup may not be read by whoever restores it. */
  | 'unreadable'
  /** A file of the backup is not what it was. */
  | 'damaged'
  /** There is something already where a backup should be restored or a store moved to. */
  | 'place_taken'
  | 'in_use'
  | 'wrong_passphrase'
  /** The place holds another key than the backup. */
  | 'other_key'
  | 'other_engine'
  /** A newer release has been at work there, and this one cannot know all that is kept. */
  | 'newer_store'
  /** What was written does not say what was read. */
  | 'differs'
  /** A snapshot of public data was deleted while it was to be copied. */
  | 'snapshot_gone'
  /** It is spread over several servers, which no dump reads at one moment. */
  | 'distributed'
  | 'tool_missing'
  /** The programs are of a release that sets what the server does not know; about the server's release. */
  | 'tool_newer'
  /** The dump was written by such a release; about the server's. */
  | 'dump_newer'
  | 'tool_failed'

/** A fault of the place written to, as such; anything else as it is. */
export function asWriteFault(error: unknown, about: string): unknown {
  if (!(error instanceof Error)) return error
  const { code = '' } = error as NodeJS.ErrnoException
  const errcode = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
  return writeCodes.has(code) || sqliteWriteCodes.has(errcode)
    ? Object.assign(
        new BackupFault('unwritable', `${about} (${errcode === 0 ? code : `SQLite ${errcode}`})`),
        { cause: error },
      )
    : error
}

const writeCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR'])

/** Read-only, I/O error, disk full, cannot open. */
const sqliteWriteCodes = new Set([8, 10, 13, 14])
