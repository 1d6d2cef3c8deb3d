import { parseDocument } from './document-number.ts'

/**
 * A text with every full CPF in it masked as the publishers mask them, ***456789**: more than half of sole traders'
 * legal names end with one. Eleven digits that stand together, or are spelled as a CPF, are taken for one whatever their
 * check digits say; all others, with signs anywhere between and inside longer runs, by their check digits. A CNPJ is
 * public, and stays.
 */
export function maskCpfs(text: string): string {
  if (!hasDigitsOfCpf(text)) return text
  // The names of sole traders, by far the most: nothing else in them needs a look.
  if (oneRun.test(text)) return text.replace(standingRun, mask)
  return maskFound(text, () => true)
    .replace(spelledCpf, (_, middle: string, rest: string) => `***${middle}${rest}**`)
    .replace(standingRun, mask)
}

/**
 * The same for a text that is itself a number, of proceedings or of an inscription. Of its many digits eleven often pass
 * for a CPF, so that only those are masked that begin and end where a group of digits does, by their check digits.
 */
export const maskCpfsSetApart = (text: string): string =>
  hasDigitsOfCpf(text) ? maskFound(text, isSetApart) : text

/** Nearly all texts have fewer digits, and need no closer look. */
function hasDigitsOfCpf(text: string): boolean {
  let digits = 0
  for (let at = 0; at < text.length; at++) if (isDigit(text.charCodeAt(at))) digits++
  return digits >= 11
}

/** 123.456.789-09 and 123 456 789 09: with at least one sign between. */
const spelledCpf = /(?<!\d)\d{3}[. ]?(\d{3})[. ]?(\d{3})[-. /]\d{2}(?!\d)/g

const oneRun = /^\D*\d{11}\D*$/

const standingRun = /(?<!\d)\d{11}(?!\d)/g

const mask = (cpf: string): string => `***${cpf.slice(3, 9)}**`

/** Eleven of the digits of a text, by their places in it. */
type Found = (text: string, first: number, last: number) => boolean

const isSetApart: Found = (text, first, last) =>
  !isDigit(text.charCodeAt(first - 1)) && !isDigit(text.charCodeAt(last + 1))

/**
 * Every eleven digits in a row are looked at, also those that overlap: what happens to fit before a CPF must not hide
 * it. Signs between the digits of one are dropped.
 */
function maskFound(text: string, isMeant: Found): string {
  let signs: string[] | undefined
  for (const places of digitChains(text)) {
    let digits = ''
    for (const at of places) digits += text[at]
    for (let from = 0; from + 11 <= digits.length; from++) {
      if (!isDocument(digits.slice(from, from + 11))) continue
      const cpf = places.slice(from, from + 11)
      const [first, last] = [cpf[0] as number, cpf[10] as number]
      if (!isMeant(text, first, last)) continue
      signs ??= text.split('')
      for (let at = first; at <= last; at++) if (!isDigit(text.charCodeAt(at))) signs[at] = ''
      for (const hidden of [0, 1, 2, 9, 10]) signs[cpf[hidden] as number] = '*'
    }
  }
  return signs === undefined ? text : signs.join('')
}

/** The places of digits with at most three signs between them, neither letters nor of a number of another kind. */
function digitChains(text: string): readonly (readonly number[])[] {
  const chains = chainsIn(text)
  // Numbers of other kinds have more digits than a CPF; they are looked for only then.
  return chains.some(({ length }) => length > 12) ? chainsIn(text.replace(otherNumber, coverOther)) : chains
}

function chainsIn(text: string): readonly (readonly number[])[] {
  const chains: number[][] = []
  let chain: number[] = []
  for (let at = 0, gap = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) {
      chain.push(at)
      gap = 0
    } else if (chain.length > 0 && (++gap > gapMax || at === text.length || isLetter(code))) {
      if (chain.length >= 11) chains.push(chain)
      chain = []
    }
  }
  return chains
}

const gapMax = 3

/** Of Latin-1, in which the files are; the signs of ordinal numbers, ª and º, are letters by name only. */
const isLetter = (code: number): boolean =>
  (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || (code >= 192 && code !== 215 && code !== 247)

/** A CNPJ, and standing alone proceedings of a court and of an administration, an inscription: written as only these are. */
const otherNumber =
  /(?<!\d)(?:(\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2})|\d{7}-\d{2}\.\d{4}\.\d\.\d{2}\.\d{4}|\d{5}\.\d{6}\/\d{4}-\d{2}|\d{2} \d \d{2} \d{6}-\d{2})(?!\d)/g

const coverOther = (found: string, cnpj: string | undefined, at: number, text: string): string =>
  (cnpj === undefined ? isAlone(text, at, at + found.length) : isDocument(cnpj))
    ? 'X'.repeat(found.length)
    : found

/** Without digits so near that they would be of one chain: a part of them may be the rest of a CPF. */
const isAlone = (text: string, from: number, end: number): boolean =>
  !isNearDigit(text, from - 1, -1) && !isNearDigit(text, end, 1)

function isNearDigit(text: string, from: number, step: 1 | -1): boolean {
  for (let gap = 0, at = from; gap <= gapMax; gap++, at += step) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) return true
    if (Number.isNaN(code) || isLetter(code)) return false
  }
  return false
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

const isDocument = (digits: string): boolean => parseDocument(digits).kind === 'document'
