/** What an import has packed and not put together yet: bytes among others, and no record. */
export type PackedBytes = { readonly bytes: Uint8Array; at: number }

/** A number as `putNumber` wrote it. */
export function takeByteNumber(packed: PackedBytes): number {
  const { bytes } = packed
  let value = 0
  let scale = 1
  for (;;) {
    const byte = bytes[packed.at++]
    if (byte === undefined) throw new Error('packed bytes end too early')
    value += (byte & 127) * scale
    if (byte < 128) return value
    scale *= 128
  }
}
