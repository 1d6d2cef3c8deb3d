import { DataFault } from '../../data-fault.ts'

/** So many characters of two bytes each, and no other byte past ASCII, are no accident. */
const sequenceCountMin = 4

/**
 * Why bytes are not the Latin-1 that the publishers write. Any byte is Latin-1, so it is another encoding that is
 * recognized: a mark at the beginning, zeros in every other place, or accents that are all UTF-8.
 */
export function textFault(bytes: Buffer): ((zip: string) => DataFault) | undefined {
  const isMarked =
    (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) ||
    (bytes[0] === 0xff && bytes[1] === 0xfe) ||
    (bytes[0] === 0xfe && bytes[1] === 0xff)
  return isMarked || isWide(bytes) || isUtf8(bytes) ? notLatin1 : undefined
}

/** More than a third zeros: two bytes for each character. */
function isWide(bytes: Buffer): boolean {
  let zeros = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros++
  return bytes.length > 0 && zeros > bytes.length / 3
}

function isUtf8(bytes: Buffer): boolean {
  let sequences = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte < 0x80) continue
    const more =
      byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0
    if (more === 0) return false
    for (let next = 1; next <= more; next++) {
      // The last character may be cut off.
      if (at + next < bytes.length && ((bytes[at + next] as number) & 0xc0) !== 0x80) return false
    }
    sequences++
    at += more
  }
  return sequences >= sequenceCountMin
}

const notLatin1 = (zip: string): DataFault =>
  new DataFault({
    pt: `${zip} não está em Latin-1 (ISO-8859-1), como o publicador escreve. Baixe o original: nada foi guardado.`,
    en: `${zip} is not Latin-1 (ISO-8859-1), as the publisher writes it. Download the original: nothing was kept.`,
  })
