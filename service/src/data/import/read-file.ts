import { rmSync } from 'node:fs'
import type { DataSet, FileKind, ReaderContext } from '../data-set.ts'
import type { Row } from '../rows/row.ts'
import { rowSplitter } from '../rows/row-splitter.ts'
import { inflateEntry } from '../zip/inflate-entry.ts'
import type { ZipEntry } from '../zip/zip-entries.ts'
import { isLeftOut } from './left-out.ts'
import { quarantine } from './quarantine.ts'
import type { Spill } from './spill/spill.ts'
import { type SpillMemory, spillWriter } from './spill/spill-writer.ts'

/** An inner file of an import: where it is, what it holds, and how its columns lie. */
export type PlannedFile = {
  readonly number: number
  readonly kind: string
  readonly entry: ZipEntry
  readonly columnCount: number
  readonly hasHeader: boolean
  readonly places: readonly number[]
}

/** What became of the rows of a file, before those that repeat others are known. */
export type ReadCounts = {
  readonly read: number
  readonly quarantinedBy: Readonly<Record<string, number>>
  readonly fields: Readonly<Record<string, number>>
}

export type ReadFile = ReadCounts & { readonly spill: Spill; readonly quarantinePath: string }

export type ReadTask = {
  readonly file: PlannedFile
  readonly domains: ReaderContext['domains']
  readonly spillPath: string
  readonly memoryBytes: number
}

/** The first pass over one file: rows become parts under keys, in a spill file. */
export async function readFileParts(
  dataSet: DataSet,
  { file, domains, spillPath }: ReadTask,
  memory: SpillMemory,
  onProgress: (rows: number, bytes: number) => void,
): Promise<ReadFile> {
  const quarantinePath = `${spillPath}.quarantine`
  const setAside = quarantine(quarantinePath, `${file.entry.zip}/${file.entry.name}`)
  const spill = spillWriter(spillPath, memory)
  try {
    const counts = await readRows(
      kindOf(dataSet, file),
      file,
      { domains, places: file.places },
      {
        parts: spill,
        nextRow: spill.nextRow,
        onQuarantined: (line, reason, row) => {
          if (!isLeftOut(reason)) setAside.add(line, reason, row)
        },
        onProgress,
      },
    )
    const { runs, counted } = spill.finish()
    const quarantined = Object.values(counts.quarantinedBy).reduce((sum, one) => sum + one, 0)
    // Whatever a reader does wrong is found here, not in somebody's report.
    if (counted + quarantined !== counts.read)
      throw new Error(`${file.kind}: a row was lost, or counted twice`)
    return { ...counts, spill: { path: spillPath, runs }, quarantinePath }
  } catch (error) {
    rmSync(spillPath, { force: true })
    throw error
  } finally {
    spill.close()
    setAside.close()
  }
}

export function kindOf(dataSet: DataSet, { kind }: Pick<PlannedFile, 'kind'>): FileKind {
  const found = dataSet.files.find((one) => one.name === kind)
  if (found === undefined) throw new Error(`${dataSet.name} has no files of the kind ${kind}`)
  return found
}

type RowOutput = {
  readonly parts: Parameters<ReturnType<FileKind['reader']>>[1]
  readonly nextRow: () => void
  readonly onQuarantined: (line: number, reason: string, row: Buffer) => void
  readonly onProgress: (rows: number, bytes: number) => void
}

/** Reads every row of a file and counts what becomes of it. */
export async function readRows(
  kind: FileKind,
  file: PlannedFile,
  context: ReaderContext,
  { parts, nextRow, onQuarantined, onProgress }: RowOutput,
): Promise<ReadCounts> {
  const reader = kind.reader(context)
  const fields = new Map<string, number>()
  const quarantinedBy = new Map<string, number>()
  const count = (reason: string): void => void fields.set(reason, (fields.get(reason) ?? 0) + 1)
  let read = 0
  let isHeader = file.hasHeader
  const quarantineRow = (line: number, reason: string, row: Buffer) => {
    read++
    quarantinedBy.set(reason, (quarantinedBy.get(reason) ?? 0) + 1)
    onQuarantined(line, reason, row)
  }
  const splitter = rowSplitter(file.columnCount, {
    onRow: (row) => {
      if (isHeader) {
        isHeader = false
        return
      }
      nextRow()
      const reason = reader(row, parts, count)
      if (reason === undefined) read++
      else quarantineRow(row.line, reason, bytesOf(row))
    },
    onBadLine: quarantineRow,
  })
  let [toldRows, toldBytes, bytes] = [0, 0, 0]
  for await (const chunk of inflateEntry(file.entry)) {
    splitter.push(chunk)
    bytes += chunk.length
    if (bytes - toldBytes < progressEveryBytes) continue
    onProgress(read - toldRows, bytes - toldBytes)
    toldRows = read
    toldBytes = bytes
  }
  splitter.end()
  onProgress(read - toldRows, bytes - toldBytes)
  const blankLines = splitter.blankLineCount()
  if (blankLines > 0) fields.set('blank_line', blankLines)
  return { read, quarantinedBy: Object.fromEntries(quarantinedBy), fields: Object.fromEntries(fields) }
}

const progressEveryBytes = 8 << 20

/** A row as it is in the file, including the quotes around its first and last field. */
function bytesOf({ bytes, start, end, count }: Row): Buffer {
  const [first = 0, last = 0] = [start[0], end[count - 1]]
  return bytes.subarray(
    bytes[first - 1] === quote ? first - 1 : first,
    bytes[(start[count - 1] as number) - 1] === quote ? last + 1 : last,
  )
}

const quote = 0x22
