import { hash } from 'node:crypto'
import { isBlank, type Line, readLines } from './read-lines.ts'

type BodyReading<Read> = {
  readonly lineBytesMax: number
  readonly lineCountMax: number
  /** What a line says. After an `unreadable` one the others have no meaning. */
  readonly read: (line: Line) => Read
  /** What the first line past the limit is read as: unreadable. */
  readonly past: Read
}

/** A line that is to be answered. */
export type BodyLine<Read> = {
  readonly line: number
  /** Stands for this line and all before it: two bodies with the same digest here begin with the same lines. */
  readonly digest: string
  readonly read: Exclude<Read, Heading>
}

type Heading = { readonly kind: 'heading' }

/**
 * The lines of a body as they come, without blank ones and the heading of a CSV. Blank ones count toward the limit; the
 * heading is nobody's line, and takes no place. It ends before its time after a line that leaves those behind it
 * without meaning: a heading that cannot be read, or one line more than a body may have.
 */
export async function* readBody<Read extends { readonly kind: string }>(
  body: AsyncIterable<Buffer>,
  { lineBytesMax, lineCountMax, read, past }: BodyReading<Read>,
): AsyncGenerator<BodyLine<Read>[]> {
  let digest = ''
  let last = lineCountMax
  for await (const lines of readLines(body, { lineBytesMax })) {
    const found: BodyLine<Read>[] = []
    for (const line of lines) {
      const isPast = line.number > last
      // A blank line is told by the number of the next.
      if (!isPast && isBlank(line)) continue
      digest = linked(digest, line)
      const outcome = isPast ? past : read(line)
      if (!isLine(outcome)) {
        last += 1
        continue
      }
      found.push({ line: line.number, digest, read: outcome })
      if (outcome.kind !== 'unreadable') continue
      yield found
      return
    }
    yield found
  }
}

const isLine = <Read extends { readonly kind: string }>(read: Read): read is Exclude<Read, Heading> =>
  read.kind !== 'heading'

const linked = (digest: string, { number, bytes }: Line): string => {
  const before = Buffer.from(`${digest} ${number}\n`)
  return hash('sha256', bytes === undefined ? before : Buffer.concat([before, bytes]), 'base64url')
}
