/** Memory to work in, read and written a byte or a word at a time. */
export type Room = { readonly bytes: Buffer; readonly view: DataView }

/**
 * Memory that begins with some bytes and holds at least so many. The same is given again and again, so that there is
 * little to collect; what is larger than usual has its own.
 */
export function rooms({
  usualBytes,
  begin = new Uint8Array(),
}: {
  readonly usualBytes: number
  readonly begin?: Uint8Array
}): (bytes: number) => Room {
  const usual = roomOf(usualBytes, begin)
  return (bytes) => (bytes <= usualBytes ? usual : roomOf(bytes, begin))
}

function roomOf(bytes: number, begin: Uint8Array): Room {
  const buffer = Buffer.alloc(bytes + spareBytes)
  buffer.set(begin)
  return { bytes: buffer, view: new DataView(buffer.buffer, buffer.byteOffset, buffer.length) }
}

/** Whoever works in words reaches a little past the end. */
const spareBytes = 16
