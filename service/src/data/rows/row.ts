/**
 * A row as it lies in a buffer, without its quotes; overwritten by the next. A field is the bytes from `start` until
 * `end`, in the publisher's encoding.
 */
export type Row = {
  bytes: Buffer
  count: number
  readonly start: Uint32Array
  readonly end: Uint32Array
  /** The line of the file on which it begins, from 1. */
  line: number
  /** What was repaired on the way: taken out, or made a blank. */
  nulCount: number
  lineBreakCount: number
  strayQuoteCount: number
}

/** More columns than any file has; a row with more is wrong, whatever it holds. */
export const columnCountMax = 256

export const emptyRow = (): Row => ({
  bytes: Buffer.alloc(0),
  count: 0,
  start: new Uint32Array(columnCountMax),
  end: new Uint32Array(columnCountMax),
  line: 0,
  nulCount: 0,
  lineBreakCount: 0,
  strayQuoteCount: 0,
})

/** A field as text. The publishers write Latin-1. */
export const textOf = (row: Row, column: number): string =>
  row.bytes.toString('latin1', row.start[column], row.end[column])
