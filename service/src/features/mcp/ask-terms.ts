import { type Product, productPath } from '@lastro/contract/reports/products.ts'
import type { AskService, ServiceAnswer } from './ask-service.ts'

/** What the caller's contract says of a product: its additionals, prices and purposes. */
export function askTerms({ ask, products }: TermsDeps, code: string): Promise<ServiceAnswer> {
  const product = products.find((one) => one.code === code)
  if (product === undefined) throw new Error('The schema of the tool takes products of the catalogue only.')
  const { additionalsMethod: method } = product
  const path = `${productPath(product)}/adicionais`
  return ask(method === 'POST' ? { method, path, body: {} } : { method, path })
}

export type TermsDeps = { readonly ask: AskService; readonly products: readonly Product[] }
