import type { Product } from '@lastro/contract/reports/products.ts'
import { type DocumentNumber, documentType, parseDocument } from '@lastro/rules/documents/document-number.ts'
import type { Caller } from '../../http/caller.ts'
import { documentInvalid, type Refusal } from '../../http/reply.ts'
import type { Call } from '../../http/route.ts'

/** Undefined when the caller's contract and token open this product. */
export function productRefusal(product: Product, caller: Caller): Refusal | undefined {
  if (caller.scopes.has(product.code)) return undefined
  return { code: 'product_not_contracted', values: { product: product.code } }
}

/** The document sent, when it is one and the product takes its type. */
export function productDocument(
  product: Product,
  sent: string,
  { language }: Call,
): DocumentNumber | Refusal {
  const parsed = parseDocument(sent)
  if (parsed.kind === 'fault') return documentInvalid(parsed.fault, language)
  const type = documentType(parsed.document)
  if (product.documentTypes.includes(type)) return parsed.document
  return {
    code: 'document_type_not_accepted',
    values: { accepted: product.documentTypes.join(', '), sent: type },
  }
}
