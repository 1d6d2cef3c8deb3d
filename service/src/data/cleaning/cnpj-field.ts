import { companyKey, orderKey } from '@lastro/rules/documents/company-key.ts'
import { documentType, parseDocument } from '@lastro/rules/documents/document-number.ts'
import { type Row, textOf } from '../rows/row.ts'

/** Whom a row is about: a company by the keys of its root and establishment, or why it is kept under none. */
export type CnpjField =
  | { readonly kind: 'company'; readonly key: number; readonly order: number }
  | { readonly kind: 'none'; readonly reason: 'left_out_person' | 'cnpj_invalid' }

/**
 * A column that holds a CNPJ, masked with signs or bare, or the CPF of a person, of which the publishers show the
 * middle only. People are left out by rule: what is masked is never a key, and a CPF that is shown by mistake is not
 * to be kept. A CNPJ is taken as it is written; digits that are missing are not made up.
 */
export function cnpjField(row: Row, column: number, isPerson: boolean): CnpjField {
  const text = textOf(row, column).trim()
  const parsed = parseDocument(text)
  if (parsed.kind === 'document' && documentType(parsed.document) === 'CNPJ') {
    const { document } = parsed
    return { kind: 'company', key: companyKey(document.slice(0, 8)), order: orderKey(document.slice(8, 12)) }
  }
  const isCpf = parsed.kind === 'document' || maskedCpf.test(text)
  return isPerson || isCpf ? person : invalid
}

/** ***456789**, XXX.456.789-XX, ***.456.789-**: by the sign that each publisher hides digits behind. */
const maskedCpf = /^[*Xx]{3}\.?\d{3}\.?\d{3}-?[*Xx]{2}$/

const person: CnpjField = { kind: 'none', reason: 'left_out_person' }
const invalid: CnpjField = { kind: 'none', reason: 'cnpj_invalid' }
