import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import { documentType, parseDocument } from '@lastro/rules/documents/document-number.ts'

/** What a text in a document field is so far. */
export type DocumentCheck =
  | { readonly kind: 'empty' }
  /** Short of a CPF, or between a CPF and a CNPJ: nothing is wrong yet. */
  | { readonly kind: 'begun'; readonly missingCount: number; readonly type: DocumentType }
  | { readonly kind: 'document'; readonly document: string; readonly type: DocumentType }
  | { readonly kind: 'wrong'; readonly fault: DocumentWrong }

export type DocumentWrong = 'characters' | 'long' | 'cpfDigits' | 'cnpjDigits' | 'repeated'

const cpfLength = 11
const cnpjLength = 14

/** The rules are the service's own; only the patience while somebody is still typing is the field's. */
export function checkDocument(text: string): DocumentCheck {
  const typed = text.replace(/[\s./-]/g, '')
  if (typed === '') return { kind: 'empty' }
  const parsed = parseDocument(typed)
  if (parsed.kind === 'document') {
    return { kind: 'document', document: parsed.document, type: documentType(parsed.document) }
  }
  if (parsed.fault === 'length') return lengthOf(typed)
  if (parsed.fault !== 'check_digits') return { kind: 'wrong', fault: parsed.fault }
  return { kind: 'wrong', fault: typed.length === cpfLength ? 'cpfDigits' : 'cnpjDigits' }
}

function lengthOf(typed: string): DocumentCheck {
  if (typed.length > cnpjLength) return { kind: 'wrong', fault: 'long' }
  const isCpf = typed.length < cpfLength && /^\d+$/.test(typed)
  const missingCount = (isCpf ? cpfLength : cnpjLength) - typed.length
  return { kind: 'begun', missingCount, type: isCpf ? 'CPF' : 'CNPJ' }
}
