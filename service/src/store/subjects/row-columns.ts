import type { SubjectRow } from '../../features/bureau/subject-store.ts'

/** Rows on their way to another thread or into a file: their bytes as one buffer, the rest in columns. */
export type RowColumns = {
  readonly documents: readonly SubjectRow['document'][]
  readonly validUntils: readonly SubjectRow['validUntil'][]
  readonly withDebts: readonly boolean[]
  readonly partners: readonly SubjectRow['partners'][]
  /** Of the sections of each row and of what is packed of it, by turns. */
  readonly lengths: readonly number[]
  readonly bytes: ArrayBuffer
}

export function columnsOf(rows: readonly SubjectRow[]): RowColumns {
  const parts = rows.flatMap(({ sections, packed }) => [sections, packed])
  return {
    documents: rows.map(({ document }) => document),
    validUntils: rows.map(({ validUntil }) => validUntil),
    withDebts: rows.map(({ hasDebts }) => hasDebts),
    partners: rows.map(({ partners }) => partners),
    lengths: parts.map(({ length }) => length),
    bytes: joinBytes(parts),
  }
}

export function rowsOf({
  documents,
  validUntils,
  withDebts,
  partners,
  lengths,
  bytes,
}: RowColumns): SubjectRow[] {
  const parts = splitBytes(bytes, lengths)
  return documents.map((document, at) => ({
    document,
    validUntil: validUntils[at] as SubjectRow['validUntil'],
    hasDebts: withDebts[at] === true,
    partners: partners[at] as SubjectRow['partners'],
    sections: parts[2 * at] as Buffer,
    packed: parts[2 * at + 1] as Buffer,
  }))
}

export function joinBytes(parts: readonly Uint8Array[]): ArrayBuffer {
  const all = new Uint8Array(parts.reduce((sum, one) => sum + one.length, 0))
  let from = 0
  for (const one of parts) {
    all.set(one, from)
    from += one.length
  }
  return all.buffer
}

export function splitBytes(bytes: ArrayBuffer, lengths: readonly (number | undefined)[]): Buffer[] {
  let from = 0
  return lengths.map((length = 0) => {
    from += length
    return Buffer.from(bytes, from - length, length)
  })
}
