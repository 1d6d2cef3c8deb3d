import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where a restore works inside a data directory until everything is there. */
export const restoreFolder = (dataDirectory: string): string => join(dataDirectory, 'restore-unfinished')

export class UnfinishedRestore extends Error {}

/** A directory whose restore was cut off is neither the old store nor a new one: nobody may go on with it. */
export function refuseUnfinishedRestore(dataDirectory: string): void {
  if (existsSync(restoreFolder(dataDirectory))) throw new UnfinishedRestore(dataDirectory)
}
