import type { Merger, Parts } from '../data-set.ts'
import { takeByteNumber } from '../packing/packed-bytes.ts'
import { type PackedReader, type PackedRecord, packedReader, takeNumber } from '../packing/packed-reader.ts'
import { putBytes, putNumber } from '../packing/packed-writer.ts'

/**
 * A snapshot that has one table: under the key of a company all that the files say of it, entry after entry. Every
 * part begins with a packed day, by which entries are ordered, the newest first.
 */
export const entryTables = [{ name: 'entry', hasOrder: false }] as const

/** What makes two parts the same entry; the whole part, where nothing else is said. */
export type EntryIdentity = (parts: Parts, part: number) => string

/** Of parts with one identity the last is kept, and the others are counted as merged. */
export function entryMerger(identityOf: EntryIdentity = wholePart): Merger {
  return (key, parts, records) => {
    const kept = new Map<string, number>()
    for (let part = 0; part < parts.count; part++) {
      const identity = `${parts.kind[part]} ${identityOf(parts, part)}`
      const before = kept.get(identity)
      if (before !== undefined) records.merged(before)
      kept.set(identity, part)
    }
    for (const { part } of newestFirst(parts, [...kept.values()])) {
      putNumber(records.writer, parts.kind[part] as number)
      putBytes(records.writer, parts.bytes, parts.start[part] as number, parts.end[part] as number)
    }
    records.commit(0, key)
  }
}

const wholePart: EntryIdentity = ({ bytes, start, end }, part) =>
  bytes.toString('latin1', start[part], end[part])

function newestFirst(
  { bytes, start }: Parts,
  listed: readonly number[],
): readonly { readonly part: number }[] {
  const dayOf = (part: number): number => takeByteNumber({ bytes, at: start[part] as number })
  return listed
    .map((part) => ({ part, day: dayOf(part) }))
    .toSorted((a, b) => b.day - a.day || a.part - b.part)
}

/** The entries of a record, each read from its own bytes by its kind. */
export function takeEntries<Entry>(
  record: PackedRecord,
  take: (reader: PackedReader, kind: number) => Entry,
): readonly Entry[] {
  const reader = packedReader(record)
  const entries: Entry[] = []
  while (reader.at < reader.text.length) {
    const kind = takeNumber(reader)
    const length = takeNumber(reader)
    const end = reader.at + length
    entries.push(take({ text: reader.text.slice(0, end), at: reader.at }, kind))
    reader.at = end
  }
  return entries
}
