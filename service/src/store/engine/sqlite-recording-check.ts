import { constants } from 'node:fs'
import { access, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import type { Awaitable } from '../../awaitable.ts'
import type { NotReady } from '../../http/health/readiness.ts'
import { sqliteOutage } from './outage-reason.ts'

/** How long a measurement of free space is valid. */
const reserveMs = 1_000

export type DiskReserve = () => Awaitable<NotReady | undefined>

/** `disk_full` below `LASTRO_DISK_FREE_MIN_MB`. Measured once a second at most, however often it is asked. */
export function diskReserve(directory: string, freeMinBytes: number): DiskReserve {
  let measuredAtMs = Number.NEGATIVE_INFINITY
  let found: NotReady | undefined
  let measuring: Promise<NotReady | undefined> | undefined
  const measure = async () => {
    // A missing directory is another fault, which the actual work will report.
    const freeBytes = await diskFreeBytes(directory).catch(() => Number.POSITIVE_INFINITY)
    measuredAtMs = performance.now()
    found = freeBytes < freeMinBytes ? 'disk_full' : undefined
    measuring = undefined
    return found
  }
  return () => {
    if (performance.now() - measuredAtMs < reserveMs) return found
    measuring ??= measure()
    return measuring
  }
}

/** Whether the data directory would accept a record now: it has space, is writable, and the trail is not locked. */
export function sqliteRecordingCheck(
  dataDirectory: string,
  reserve: DiskReserve,
): () => Promise<NotReady | undefined> {
  const written = ['.', 'lastro.db', 'trail.db'].map((name) => join(dataDirectory, name))
  return async () => {
    try {
      await Promise.all(written.map((path) => access(path, constants.W_OK)))
    } catch {
      return 'read_only'
    }
    return (
      (await reserve()) ?? (await trialWrite(dataDirectory)) ?? trialLock(join(dataDirectory, 'trail.db'))
    )
  }
}

export async function diskFreeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** The size of a few records. */
const trialBytes = Buffer.alloc(64 * 1024)

/** A quota, or a full disk without a reserve, is only detected by writing. */
async function trialWrite(directory: string): Promise<NotReady | undefined> {
  const path = join(directory, `readiness-${process.pid}.tmp`)
  try {
    await writeFile(path, trialBytes)
    return undefined
  } catch (error) {
    return /^(ENOSPC|EDQUOT)$/.test(String((error as NodeJS.ErrnoException).code)) ? 'disk_full' : 'read_only'
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

/** A commit holds the lock for milliseconds; the whole check has two seconds. */
const lockTriesMax = 30
const lockPauseMs = 50

async function trialLock(path: string): Promise<NotReady | undefined> {
  using db = new DatabaseSync(path, { timeout: 0 })
  for (let tries = 1; ; tries++) {
    try {
      db.exec('begin immediate')
      db.exec('rollback')
      return undefined
    } catch (error) {
      const reason = sqliteOutage(error)
      if (reason !== 'commits_stalled' || tries >= lockTriesMax) return reason ?? 'store_unavailable'
      await wait(lockPauseMs)
    }
  }
}
