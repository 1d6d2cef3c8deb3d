import type { DocumentFault } from '@lastro/contract/problems/problems.ts'
import type { DocumentType } from '@lastro/contract/reports/sections.ts'

/** A CPF or CNPJ, bare and checked. Only `parseDocument` makes one. */
export type DocumentNumber = string & { readonly kind: DocumentType }

export type ParsedDocument =
  | { readonly kind: 'document'; readonly document: DocumentNumber }
  | { readonly kind: 'fault'; readonly fault: DocumentFault }

/** Strips exactly the mask and outer blanks, upper-cases, and refuses anything else. Never pads. */
export function parseDocument(text: string): ParsedDocument {
  // Nearly all come bare, and need not be stripped.
  if (bareFault(text) === undefined) return { kind: 'document', document: text as DocumentNumber }
  const bare = unmasked(text)
  if (bare === undefined) return fault('characters')
  const found = bareFault(bare)
  return found === undefined ? { kind: 'document', document: bare as DocumentNumber } : fault(found)
}

const bareFault = (bare: string): DocumentFault | undefined =>
  bare.length === 11 ? cpfFault(bare) : bare.length === 14 ? cnpjFault(bare) : 'length'

function unmasked(text: string): string | undefined {
  const bare = text.trim().replace(/[./-]/g, '')
  return /^[0-9A-Za-z]*$/.test(bare) ? bare.toUpperCase() : undefined
}

export const documentType = (document: DocumentNumber): DocumentType =>
  document.length === 11 ? 'CPF' : 'CNPJ'

/** How a person may see a document without learning it: ***.456.789-** or **.345.678/0001-**. */
export function maskDocument(document: DocumentNumber): string {
  return documentType(document) === 'CPF'
    ? `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
    : `**.${document.slice(2, 5)}.${document.slice(5, 8)}/${document.slice(8, 12)}-**`
}

/**
 * Whether a caller's free text carries a document: the digits of one anywhere inside it, in whatever script NFKC makes
 * digits of, or one with letters that stands by itself, masked or not. Words that only together have fourteen
 * characters are left alone: of all such, one in a hundred would be taken for a CNPJ. So are ids of chance, by
 * themselves or after a prefix: one in some hundreds has the digits of a CPF, and they are nobody's.
 */
export function holdsDocument(text: string): boolean {
  if (oneIdOfChance.test(text)) return false
  const plain = text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  // What holds none with its ids holds none without them, and most texts hold none.
  return looksLikeOne(plain) && looksLikeOne(plain.replace(idsOfChance, '#'))
}

const looksLikeOne = (plain: string): boolean => holdsBareDocument(plain) || holdsSpacedDocument(plain)

function holdsBareDocument(text: string): boolean {
  for (const [digits] of text.replace(/[._/-]/g, '').matchAll(/\d{11,}/g)) {
    for (let at = 0; at + 11 <= digits.length; at++) {
      if (isDocument(digits.slice(at, at + 11)) || isDocument(digits.slice(at, at + 14))) return true
    }
  }
  const standing = text.toUpperCase().matchAll(standingCnpj)
  return [...standing].some(([found]) => isDocument(found.replace(/[._/-]/g, '')))
}

const standingCnpj =
  /(?<![0-9A-Z])[0-9A-Z]{2}[._]?[0-9A-Z]{3}[._]?[0-9A-Z]{3}[/_]?[0-9A-Z]{4}[-_]?\d{2}(?![0-9A-Z])/g

/**
 * One with blanks or other signs between its digits: in the groups of its mask, or whole by itself. Looking at any
 * eleven digits in a row would take dates and amounts that follow each other for one.
 */
function holdsSpacedDocument(text: string): boolean {
  const grouped = [spacedCpf, spacedCnpj].flatMap((form) =>
    [...text.matchAll(form)].map(([, found]) => found),
  )
  const whole = [...text.matchAll(spacedDigits)].map(([found]) => found)
  return [...grouped, ...whole].some((found) => isDocument((found ?? '').replace(/\D/g, '')))
}

const apart = String.raw`[\s.,_/\p{Pd}]{0,3}`

/** A UUID of version 4, or of 7 as the service makes them. */
const idOfChance = String.raw`[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}`
const oneIdOfChance = new RegExp(`^${idOfChance}$`, 'i')
/** Where digits go on before or after one, it may be there to break a document apart. */
const idsOfChance = new RegExp(String.raw`(?<![a-z]|\d${apart})${idOfChance}(?![a-z]|${apart}\d)`, 'giu')

const inGroups = (...sizes: readonly number[]): RegExp =>
  // A look ahead, so that one may begin inside what only looked like another.
  new RegExp(String.raw`(?<!\d)(?=(${sizes.map((size) => `\\d{${size}}`).join(apart)})(?!\d))`, 'gu')
const spacedCpf = inGroups(3, 3, 3, 2)
const spacedCnpj = inGroups(2, 3, 3, 4, 2)
const spacedDigits = new RegExp(String.raw`\d(?:${apart}\d){10,}`, 'gu')

const isDocument = (bare: string): boolean => bareFault(bare) === undefined

function cpfFault(bare: string): DocumentFault | undefined {
  if (!/^\d{11}$/.test(bare)) return 'characters'
  if (isOneCharacter(bare)) return 'repeated'
  return checkDigitsMatch(bare, cpfWeights) ? undefined : 'check_digits'
}

function isOneCharacter(bare: string): boolean {
  for (let at = 1; at < bare.length; at++) if (bare.charCodeAt(at) !== bare.charCodeAt(0)) return false
  return true
}

function cnpjFault(bare: string): DocumentFault | undefined {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(bare)) return 'characters'
  if (bare === '00000000000000') return 'repeated'
  return checkDigitsMatch(bare, cnpjWeights) ? undefined : 'check_digits'
}

/** The weights of the second check digit; the first uses them without the leading one. */
const cpfWeights = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
const cnpjWeights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

function checkDigitsMatch(bare: string, weights: readonly number[]): boolean {
  const length = bare.length
  return (
    checkDigit(bare, weights, 1) === bare.charCodeAt(length - 2) - 48 &&
    checkDigit(bare, weights, 0) === bare.charCodeAt(length - 1) - 48
  )
}

/** A character's value is its ASCII code less 48, so A counts 17 and Z counts 42. */
function checkDigit(bare: string, weights: readonly number[], skipped: number): number {
  let sum = 0
  for (let at = skipped; at < weights.length; at++) {
    sum += (weights[at] ?? 0) * (bare.charCodeAt(at - skipped) - 48)
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** The two check digits that make a document of its first characters; for invented documents in samples. */
export function withCheckDigits(stem: string): DocumentNumber {
  const weights = stem.length === 9 ? cpfWeights : cnpjWeights
  const first = `${stem}${checkDigit(stem, weights, 1)}`
  const parsed = parseDocument(`${first}${checkDigit(first, weights, 0)}`)
  if (parsed.kind !== 'document') throw new Error(`No document starts with these ${stem.length} characters`)
  return parsed.document
}

/** The CNPJ of an establishment, from a root and an order that are known to be such. */
export function cnpjOf(root: string, order: string): DocumentNumber {
  const stem = root + order
  if (stem.length !== 12) throw new Error('A CNPJ has a root of eight characters and an order of four')
  const first = stem + checkDigit(stem, cnpjWeights, 1)
  return (first + checkDigit(first, cnpjWeights, 0)) as DocumentNumber
}

const fault = (code: DocumentFault): ParsedDocument => ({ kind: 'fault', fault: code })

/** A text that was not written by us, with whatever looks like a document taken out; for logs. */
export const hideDocuments = (text: string): string =>
  text.replace(
    /\d{3}[._]?\d{3}[._]?\d{3}[-_]?\d{2}|[0-9A-Z]{2}[._]?[0-9A-Z]{3}[._]?[0-9A-Z]{3}[/_]?[0-9A-Z]{4}[-_]?\d{2}/gi,
    '[document]',
  )

/** Somebody else's words with the documents in them masked: the name of a sole trader's company ends in its CPF. */
export const maskDocumentsIn = (text: string): string =>
  text.replace(standingDocument, (found) => {
    const parsed = parseDocument(found)
    return parsed.kind === 'fault' ? found : maskDocument(parsed.document)
  })

const standingDocument =
  /(?<![0-9A-Z])(?:\d{3}\.?\d{3}\.?\d{3}-?\d{2}|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2})(?![0-9A-Z])/gi
