import { searchLettersMin } from '@lastro/contract/companies/company-codes.ts'
import { nameWords } from '@lastro/rules/subjects/name-words.ts'
import { checkDocument } from '../parts/forms/document-check.ts'

/**
 * Whether a text in the field of a document is a name: enough letters, and either no digit or more than one word. A
 * CNPJ may hold letters, but it never comes without digits.
 */
export function isCompanyName(text: string): boolean {
  if (checkDocument(text).kind === 'document') return false
  const words = nameWords(text)
  const letters = words.join('').replace(/\d/g, '')
  return letters.length >= searchLettersMin && (!/\d/.test(text) || words.length > 1) && !isMasked(text)
}

/** `12.ABC.345/01DE-35` on its way: pieces of a CNPJ, joined by its own marks. */
const isMasked = (text: string): boolean => /\d/.test(text) && !/\s/.test(text.trim())
