import { type ColumnMapping, lineWriter } from './column-mapping.ts'
import { isBlankRow } from './csv-records.ts'
import { chunksOf } from './file-chunks.ts'
import type { LineField } from './line-field.ts'
import { type CsvFile, rowsOf } from './line-file.ts'

/** What is sent for a file. */
export type Body = {
  readonly content: Blob
  /** Lines that will be answered. */
  readonly lineCount: number
  /** Equal for equal bodies: a body that was cut is known again, also after the page was loaded anew. */
  readonly checksum: string
}

/** The person's file in the columns of the service. Nothing is judged here, and no line is left out. */
export async function csvBody(
  csv: CsvFile,
  mapping: ColumnMapping,
  fields: readonly LineField[],
  onRead: (line: number) => void = () => undefined,
): Promise<Body> {
  const { heading, lineOf } = lineWriter(mapping, fields, csv.cellCount)
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const sum = checksum()
  let lineCount = 0
  for await (const records of rowsOf(csv)) {
    const lines = records.map((record) => {
      if (record.line < csv.headingLine) return ''
      if (record.line === csv.headingLine) return heading
      if (!isBlankRow(record)) lineCount += 1
      return lineOf(record)
    })
    const last = records.at(-1)
    if (last === undefined) continue
    const part = encoder.encode(`${lines.join('\n')}\n`)
    sum.add(part)
    parts.push(part)
    onRead(last.line)
  }
  return { content: new Blob(parts), lineCount, checksum: sum.text() }
}

/** NDJSON goes as it is. */
export async function ndjsonBody(file: Blob): Promise<Body> {
  const sum = checksum()
  let lineCount = 0
  let isBegun = false
  for await (const bytes of chunksOf(file.stream())) {
    sum.add(bytes)
    for (const byte of bytes) {
      if (byte === newline) {
        if (isBegun) lineCount += 1
        isBegun = false
      } else if (!blanks.includes(byte)) isBegun = true
    }
  }
  return { content: file, lineCount: lineCount + (isBegun ? 1 : 0), checksum: sum.text() }
}

const newline = 0x0a
/** A return, a tab, a space. */
const blanks: readonly number[] = [0x0d, 0x09, 0x20]

/** Tells one body from another, and keeps nothing of either: FNV-1a twice, and the length. Pages over plain http have no SHA. */
function checksum() {
  let one = 0x811c9dc5
  let other = 0x1234567
  let length = 0
  return {
    add: (bytes: Uint8Array) => {
      for (const byte of bytes) {
        one = Math.imul(one ^ byte, 0x01000193)
        other = Math.imul(other ^ byte, 0x5bd1e995) ^ (other >>> 15)
      }
      length += bytes.length
    },
    text: () => [one >>> 0, other >>> 0, length].map((part) => part.toString(36)).join('-'),
  }
}
