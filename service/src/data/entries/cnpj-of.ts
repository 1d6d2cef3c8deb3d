import { companyRoot, orderOf } from '@lastro/rules/documents/company-key.ts'
import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'

/** A CNPJ made again from the keys that it was kept under. Only those with right check digits were kept. */
export const cnpjOf = (key: number, order: number): DocumentNumber =>
  withCheckDigits(`${companyRoot(key)}${orderOf(order)}`)
