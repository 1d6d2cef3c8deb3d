import { hash } from 'node:crypto'
import { recordText } from './chain.ts'
import type { Billing, Consultation, ConsultationDraft } from './consultation.ts'

/** The code that a report's document carries: it stands for the very text that the trail has chained. */
export const checkCode = (draft: ConsultationDraft, billing: Billing): string =>
  recordCode(recordText(draft, billing))

/** The same code, of a record that was read back. */
export const codeOfRecorded = (of: Consultation): string =>
  checkCode({ ...of, priceCents: of.cents, repeatWindowMs: 0 }, of.billed ? 'billed' : 'unbilled')

/** Digits and letters of which no two look alike: no I, L, O or U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Sixty bits: nobody meets another record of theirs with the same code, and it is read over a telephone. */
const codeLength = 12

/** The beginning of the record's SHA-256, in groups of four. */
export function recordCode(record: string): string {
  const bits = BigInt(`0x${hash('sha256', record, 'hex').slice(0, (codeLength * 5) / 4)}`)
  const signs = Array.from({ length: codeLength }, (_, at) => {
    const sign = (bits >> BigInt((codeLength - 1 - at) * 5)) & 31n
    return alphabet[Number(sign)]
  })
  return signs.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** A code as somebody typed it: in any case, with or without its hyphens, O for 0 and I or L for 1. */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/(.{4})(?=.)/g, '$1-')
