import { hash } from 'node:crypto'
import { type Link, readRecord } from './chain.ts'

type ReadRecord = ReturnType<typeof readRecord>

/**
 * A link most of whose records are in an archive and no longer here. The line of each that left is empty, so that the
 * others stand in their places, and the hashes of all are still there. Undefined where nothing stays.
 */
export function cutLink(link: Link, stays: (record: ReadRecord) => boolean): Link | undefined {
  let isAnyLeft = false
  const lines = link.records.split('\n').map((text) => {
    const isLeft = text !== '' && stays(readRecord(text))
    isAnyLeft ||= isLeft
    return isLeft ? text : ''
  })
  return isAnyLeft ? { ...link, records: lines.join('\n') } : undefined
}

/** The records of a link that are here, with their places. */
export function* recordsIn({
  records,
}: Pick<Link, 'records'>): Generator<{ readonly place: number; readonly text: string }> {
  for (const [place, text] of records.split('\n').entries()) if (text !== '') yield { place, text }
}

const hashBytes = 32

/** Whether every record that is left of a link is what was hashed. That the hashes are, its archive tells. */
export function isSoundCut(link: Link): boolean {
  if (link.recordHashes.length !== link.records.split('\n').length * hashBytes) return false
  for (const { place, text } of recordsIn(link)) {
    const kept = link.recordHashes.subarray(place * hashBytes, (place + 1) * hashBytes)
    if (!hash('sha256', text, 'buffer').equals(kept)) return false
  }
  return true
}

/** What stays in the store of links that left, as one text for the sum of all: each record with its place. */
export const keptText = (link: Link): string =>
  Array.from(recordsIn(link), ({ place, text }) => `${link.number} ${link.hash} ${place} ${text}\n`).join('')
