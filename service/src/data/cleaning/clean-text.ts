import type { CountField } from '../data-set.ts'
import { maskCpfs } from './mask-cpfs.ts'

/** A text without control characters, blanks around it, and CPFs: in this order, or a line break would hide a CPF. */
export function cleanText(text: string, count?: CountField, mask = maskCpfs): string {
  const plain = text.replace(/\p{Cc}+/gu, ' ').trim()
  const masked = mask(plain)
  if (masked !== plain) count?.('cpf_masked')
  return masked
}
