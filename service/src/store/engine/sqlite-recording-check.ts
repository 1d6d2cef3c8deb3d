import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { NotReady } from '../../http/health/readiness.ts'

/** Whether the data directory would take a record now: it can be written to, and has room. */
export function sqliteRecordingCheck(
  dataDirectory: string,
  diskFreeMinBytes: number,
): () => Promise<NotReady | undefined> {
  const written = ['.', 'lastro.db', 'trail.db'].map((name) => join(dataDirectory, name))
  return async () => {
    try {
      await Promise.all(written.map((path) => access(path, constants.W_OK)))
    } catch {
      return 'read_only'
    }
    return (await diskFreeBytes(dataDirectory)) < diskFreeMinBytes ? 'disk_full' : undefined
  }
}

export async function diskFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
