import { maskCpfs } from '@lastro/rules/documents/mask-cpfs.ts'
import type { CountField } from '../data-set.ts'

/** A text without control characters, blanks around it, and CPFs: in this order, or a line break would hide a CPF. */
export function cleanText(text: string, count?: CountField, mask = maskCpfs): string {
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  const masked = mask(plain)
  if (masked !== plain) count?.('cpf_masked')
  return masked
}

/** What a CPF may take, with signs between its digits. */
const cpfLengthMax = 64

/**
 * The beginning of a text that may be very long, cleaned. It is masked before it is cut, or a cut CPF would be no CPF
 * any more; and after it, as what is left of a longer number may be one.
 */
export function cleanBeginning(text: string, lengthMax: number, count?: CountField, mask = maskCpfs): string {
  const looked = text.slice(0, lengthMax + cpfLengthMax)
  const clean = cleanText(looked, count, mask)
  if (looked.length === text.length && clean.length <= lengthMax) return clean
  // Only so much is looked at, so its end may be in the middle of one too, and masking has moved it forward.
  const whole = looked.length < text.length ? clean.slice(0, -cpfLengthMax) : clean
  return mask(whole.slice(0, lengthMax))
}
