import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** A text, or its bytes in UTF-8, or the bytes of a bytea: on the wire of COPY there is no difference. */
export type CopiedField = string | Uint8Array

/** Copies rows into a table of PostgreSQL, in its binary form: nothing is escaped, and nothing is parsed. */
export async function copyRows(
  client: PoolClient,
  { into, rows }: { readonly into: string; readonly rows: readonly (readonly CopiedField[])[] },
): Promise<void> {
  if (rows.length === 0) return
  const stream = client.query(copyFrom(`copy ${into} from stdin (format binary)`))
  // It tells of a failure twice, and of the second nobody would be listening.
  stream.on('error', () => undefined)
  await pipeline([copyBytesOf(rows)], stream)
}

const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const countBytes = 2
const lengthBytes = 4

function copyBytesOf(rows: readonly (readonly CopiedField[])[]): Buffer {
  const bytes = Buffer.allocUnsafe(rows.reduce((sum, row) => sum + rowBytes(row), header.length + countBytes))
  let at = header.copy(bytes)
  for (const row of rows) {
    at = bytes.writeInt16BE(row.length, at)
    for (const field of row) at = writeField(bytes, field, at)
  }
  bytes.writeInt16BE(endOfRows, at)
  return bytes
}

const endOfRows = -1

export function bigintField(value: number): Uint8Array {
  const field = Buffer.allocUnsafe(8)
  field.writeBigInt64BE(BigInt(value))
  return field
}

const rowBytes = (row: readonly CopiedField[]): number =>
  row.reduce((sum, field) => sum + lengthBytes + Buffer.byteLength(field), countBytes)

function writeField(bytes: Buffer, field: CopiedField, at: number): number {
  const start = at + lengthBytes
  const length = typeof field === 'string' ? bytes.write(field, start) : field.length
  if (typeof field !== 'string') bytes.set(field, start)
  bytes.writeInt32BE(length, at)
  return start + length
}
