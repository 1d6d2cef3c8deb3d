import { newKey } from '@lastro/client/transport/connection.ts'
import type { Memory } from './file/kept-columns.ts'

const storedAs = 'lastro.unfinished'

/** As long as the service goes on with a key. */
const keptMs = 24 * 60 * 60_000

const keptCountMax = 20

type Unfinished = { readonly checksum: string; readonly key: string; readonly atMs: number }

/**
 * The key of a body: the one it was begun under where its end never came, so that it goes on after a cut, a closed
 * window or a page that was loaded again; else a new one.
 */
export function keyOfBody(memory: Memory, checksum: string, nowMs: number): string {
  const open = allUnfinished(memory).filter(({ atMs }) => nowMs - atMs < keptMs)
  const begun = open.find((one) => one.checksum === checksum)
  if (begun !== undefined) return begun.key
  const key = newKey()
  keep(memory, [{ checksum, key, atMs: nowMs }, ...open])
  return key
}

/** Its end came, or the service will not go on with it: the same body again is a new sending. */
export const finishBody = (memory: Memory, checksum: string): void =>
  keep(
    memory,
    allUnfinished(memory).filter((one) => one.checksum !== checksum),
  )

function keep(memory: Memory, all: readonly Unfinished[]): void {
  try {
    memory.setItem(storedAs, JSON.stringify(all.slice(0, keptCountMax)))
  } catch {
    // Without it a sending goes on as long as its page is open.
  }
}

function allUnfinished(memory: Memory): readonly Unfinished[] {
  try {
    const kept: unknown = JSON.parse(memory.getItem(storedAs) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isUnfinished) : []
  } catch {
    return []
  }
}

const isUnfinished = (value: unknown): value is Unfinished =>
  typeof value === 'object' &&
  value !== null &&
  'checksum' in value &&
  typeof value.checksum === 'string' &&
  'key' in value &&
  typeof value.key === 'string' &&
  'atMs' in value &&
  typeof value.atMs === 'number'
