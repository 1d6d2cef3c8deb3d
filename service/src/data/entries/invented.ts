import { type DocumentNumber, withCheckDigits } from '@lastro/rules/documents/document-number.ts'
import type { SampleRequest } from '../data-set.ts'
import { inventCompany } from '../receita/sample/invent-company.ts'
import { type Draw, whole } from '../sample/draws.ts'

/** The head office of a company that the sample of `receita` invents from the same seed. */
export const inventedCnpj = ({ seed }: SampleRequest, index: number): DocumentNumber =>
  withCheckDigits(`${inventCompany(seed, index, false).root}0001`)

/** dd/mm/yyyy, from the first of the years until the last. */
export function slashedDate(draw: Draw, years: { readonly from: number; readonly until: number }): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(whole(draw, 1, 28))}/${two(whole(draw, 1, 12))}/${whole(draw, years.from, years.until)}`
}
