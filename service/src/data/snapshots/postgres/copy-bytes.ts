import type { RecordBatch } from '../snapshot-writer.ts'

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const headerBytes = signature.length + 8
const trailerBytes = 2
const lengthBytes = 4
const numberBytes = lengthBytes + 8

/** The records of a batch as PostgreSQL's binary COPY takes them: key, order where there is one, record. */
export function copyBytes({ count, keys, orders, ends, bytes }: RecordBatch): Buffer {
  const rowBytes = 2 + numberBytes + (orders === undefined ? 0 : numberBytes) + lengthBytes
  const used = count === 0 ? 0 : (ends[count - 1] as number)
  const copy = Buffer.allocUnsafe(headerBytes + count * rowBytes + used + trailerBytes)
  signature.copy(copy)
  copy.fill(0, signature.length, headerBytes)
  let at = headerBytes
  let start = 0
  for (let row = 0; row < count; row++) {
    const end = ends[row] as number
    at = copy.writeInt16BE(orders === undefined ? 2 : 3, at)
    at = writeNumber(copy, keys[row] as number, at)
    if (orders !== undefined) at = writeNumber(copy, orders[row] as number, at)
    at = copy.writeInt32BE(end - start, at)
    copy.set(bytes.subarray(start, end), at)
    at += end - start
    start = end
  }
  copy.writeInt16BE(-1, at)
  return copy
}

/** A whole number of eight bytes; a safe integer has no more than 53 bits, so no BigInt is needed. */
function writeNumber(copy: Buffer, number: number, at: number): number {
  const high = Math.floor(number / 2 ** 32)
  copy.writeInt32BE(8, at)
  copy.writeUInt32BE(high, at + 4)
  return copy.writeUInt32BE(number - high * 2 ** 32, at + 8)
}
