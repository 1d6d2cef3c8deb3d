import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'

export type PinnedFile = { readonly address: string; readonly sha256: string }

/** The largest has 31 MB. */
const downloadTimeoutMs = 300_000

/** A file that is known by its sum, fetched once, to the user's cache; where it is. */
export async function pinnedFile({ address, sha256 }: PinnedFile): Promise<string> {
  const isIt = (bytes: Buffer): boolean => hash('sha256', bytes, 'hex') === sha256
  const cache = join(homedir(), '.cache', 'lastro')
  const kept = join(cache, basename(address))
  if (existsSync(kept) && isIt(readFileSync(kept))) return kept
  process.stdout.write(`Fetching ${address}\n`)
  const answer = await fetch(address, { signal: AbortSignal.timeout(downloadTimeoutMs) })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (!isIt(bytes)) throw new Error(`What came from ${address} (status ${answer.status}) is something else`)
  mkdirSync(cache, { recursive: true })
  const partial = `${kept}.${process.pid}.partial`
  writeFileSync(partial, bytes)
  renameSync(partial, kept)
  return kept
}

export const mavenCentral = 'https://repo1.maven.org/maven2'
