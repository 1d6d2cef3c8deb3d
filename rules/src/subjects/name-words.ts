/**
 * The words of a company's name as a search compares them: A to Z and digits, whatever their case and accents. The
 * digits of a CPF that a sole trader's name shows between asterisks are no words: nobody is found by them.
 */
export const nameWords = (text: string): readonly string[] =>
  text
    .replace(maskedCpf, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .match(/[A-Z0-9]+/g) ?? []

const maskedCpf = /\*{3}\d{6}\*{2}/g

/** A word shorter than this is meant whole; a longer one may be the beginning of a longer word. */
export const cutWordLengthMin = 3

/** Whether every word that is asked for is one of a name's, or begins one; in any order. */
export const hasWords = (held: readonly string[], asked: readonly string[]): boolean =>
  asked.every((word) =>
    word.length < cutWordLengthMin ? held.includes(word) : held.some((one) => one.startsWith(word)),
  )
