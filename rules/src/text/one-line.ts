/**
 * Somebody else's words take one line: line breaks, controls and marks that turn the direction of writing would let a
 * name write sentences of its own into what we send.
 */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
