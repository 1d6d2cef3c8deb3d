import { wholeNumber } from '../cleaning/clean-fields.ts'
import { cleanText } from '../cleaning/clean-text.ts'
import type { DataSet, PartSink, RowReader } from '../data-set.ts'
import { packedWriter } from '../packing/packed-writer.ts'
import { textOf } from '../rows/row.ts'
import { quarantine } from './quarantine.ts'
import { kindOf, type PlannedFile, type ReadCounts, readRows } from './read-file.ts'

export type ReadDomain = ReadCounts & {
  readonly file: PlannedFile
  readonly merged: number
  readonly quarantinePath: string
}

export type Domains = ReadonlyMap<string, ReadonlyMap<number, string>>

/** Domain tables: code and text. They are small, and every other file is read against them. */
export async function readDomains(
  dataSet: DataSet,
  files: readonly PlannedFile[],
  quarantinePath: (file: PlannedFile) => string,
): Promise<{ readonly domains: Domains; readonly read: readonly ReadDomain[] }> {
  const domains = new Map<string, Map<number, string>>()
  const read: ReadDomain[] = []
  for (const file of files) {
    const kind = kindOf(dataSet, file)
    if (kind.domain === undefined) continue
    const texts = domains.get(kind.domain) ?? new Map<number, string>()
    domains.set(kind.domain, texts)
    const path = quarantinePath(file)
    const setAside = quarantine(path, `${file.entry.zip}/${file.entry.name}`)
    let merged = 0
    const reader = domainReader(texts, () => merged++)
    const counts = await readRows(
      { ...kind, reader: () => reader },
      file,
      { domains, places: [] },
      {
        parts: noParts,
        nextRow: () => undefined,
        onQuarantined: setAside.add,
        onProgress: () => undefined,
      },
    )
    setAside.close()
    read.push({ ...counts, file, merged, quarantinePath: path })
  }
  return { domains, read }
}

/** Of a code that comes twice the last text is kept. */
function domainReader(texts: Map<number, string>, onMerged: () => void): RowReader {
  return (row, _, count) => {
    const from = row.start[0] as number
    const length = (row.end[0] as number) - from
    const code = wholeNumber(row.bytes, from, length)
    if (code < 0 || length === 0) return 'code_invalid'
    if (texts.has(code)) onMerged()
    texts.set(code, cleanText(textOf(row, 1), count))
    return undefined
  }
}

const noParts: PartSink = { writer: packedWriter(16), commit: () => undefined }
