/** One line of a file, counted from 1. `undefined` bytes mean that it was too long to keep. */
export type Line = { readonly number: number; readonly bytes: Buffer | undefined }

const newline = 0x0a

/** Splits a stream into lines as it arrives, a handful at a time, in memory that does not grow with the file. */
export async function* readLines(
  stream: AsyncIterable<Buffer>,
  { lineBytesMax }: { readonly lineBytesMax: number },
): AsyncGenerator<Line[]> {
  let number = 0
  let pending: Buffer[] = []
  let pendingBytes = 0

  const take = (end: Buffer): Line => {
    number += 1
    const tooLong = pendingBytes + end.length > lineBytesMax
    const bytes = pendingBytes === 0 ? end : Buffer.concat([...pending, end])
    const line = { number, bytes: tooLong ? undefined : bytes }
    pending = []
    pendingBytes = 0
    return line
  }

  for await (const chunk of stream) {
    const lines: Line[] = []
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      lines.push(take(chunk.subarray(from, at)))
      from = at + 1
    }
    pendingBytes += chunk.length - from
    if (pendingBytes <= lineBytesMax) pending.push(chunk.subarray(from))
    else pending = []
    if (lines.length > 0) yield lines
  }
  if (pendingBytes > 0) yield [take(Buffer.alloc(0))]
}

/** Stops at the first byte that is not blank, which in a line with content is the very first. */
export const isBlank = (line: Line): boolean =>
  withoutMark(line)?.every((byte) => blankBytes.has(byte)) ?? false

/** The bytes of a line, without the mark that the first of a file may begin with. */
export const withoutMark = ({ number, bytes }: Line): Buffer | undefined =>
  number === 1 && bytes?.subarray(0, mark.length).equals(mark) ? bytes.subarray(mark.length) : bytes

/** The byte order mark that some programs begin a file with. */
const mark = Buffer.from('\uFEFF')

const blankBytes = new Set(Buffer.from(' \t\r'))
