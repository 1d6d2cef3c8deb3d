import { contractHas } from '@lastro/contract/clients/client-contract.ts'
import { type Product, productPath } from '@lastro/contract/reports/products.ts'
import type { Purpose } from '@lastro/contract/reports/purposes.ts'
import type { QueryRequest } from '@lastro/contract/reports/queries.ts'
import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { speakable } from '@lastro/rules/text/member-names.ts'
import type { Awaitable } from '../../../awaitable.ts'
import type { Clock } from '../../../clock.ts'
import type { Caller } from '../../../http/caller.ts'
import { fieldError, type Refusal } from '../../../http/reply.ts'
import type { Call } from '../../../http/route.ts'
import { productDocument } from '../product-access.ts'
import { type FeatureRefusal, readFeatures } from './plan-report.ts'
import { purposeOf, type QueryContext } from './query-context.ts'

export type AdmitDeps = {
  readonly clock: Clock
  /** The rate of the caller's contract; a refusal when it has used it up. */
  readonly admitRate: (caller: Caller, nowMs: number) => Awaitable<Refusal | undefined>
  /** Its quota, which a report that only goes out again does not use. */
  readonly admitQuota: (caller: Caller, nowMs: number) => Awaitable<Refusal | undefined>
  /** Told how a query that was admitted ended. */
  readonly release: (caller: Caller, isAnswered: boolean) => void
}

/** Checks document, features and contract of a query. Limits are checked last. */
export function readQuery(
  context: QueryContext,
  caller: Caller,
  query: QueryRequest,
): DocumentNumber | Refusal {
  const document = readRequest(context, query)
  if (typeof document === 'object') return document
  return contractRefusal(context, caller) ?? document
}

/** Counts a report that is about to be made; what goes out again under its key never comes here. */
export async function admitToQuota(
  { admitQuota, clock }: AdmitDeps,
  context: QueryContext,
  caller: Caller,
): Promise<Refusal | undefined> {
  // Whoever waited for its rate or its key is counted when it comes: the month may be another.
  const limited = await admitQuota(caller, clock.nowMs())
  context.isAdmitted = limited === undefined
  return limited
}

/** Gives back what a query held, once: only one that was answered uses up a quota. */
export function releaseQuery({ release }: AdmitDeps, context: QueryContext): void {
  const { isAdmitted, isAnswered, caller } = context
  context.endUnderWay?.()
  if (!isAdmitted || caller === undefined) return
  context.isAdmitted = false
  release(caller, isAnswered)
}

/** Reads what the body asks for, and writes each thing down as soon as it is known. */
function readRequest(context: QueryContext, query: QueryRequest): DocumentNumber | Refusal {
  const { product, call } = context
  const document = productDocument(product, query.documento, call)
  if (typeof document === 'object') return document
  context.document = document
  if (query.features === undefined || query.features.length === 0) return document
  const type = documentType(document)
  const wanted = readFeatures(product, query.features, type)
  if ('code' in wanted) return featureRefusal(wanted, product, type, call)
  context.features = wanted
  return document
}

/** What the contract does not open. */
export function contractRefusal(
  { features, call }: Pick<QueryContext, 'features' | 'call'>,
  { contract }: Pick<Caller, 'contract'>,
): Refusal | undefined {
  const missing = features.filter((code) => !contractHas(contract.features, code))
  if (missing.length > 0) return { code: 'feature_not_contracted', values: { features: missing.join(', ') } }
  if (contract.purposes.includes(purposeOf(call, contract) as Purpose)) return undefined
  return { code: 'purpose_not_allowed', values: { purposes: contract.purposes.join(', ') } }
}

export function featureRefusal(
  refused: FeatureRefusal,
  product: Product,
  sent: DocumentType,
  { language }: Call,
): Refusal {
  if (refused.code === 'feature_not_for_document') {
    return { code: refused.code, values: { features: refused.features.join(', '), sent } }
  }
  const errors = refused.unknown.map(({ at, sent: code, nearest }) =>
    fieldError(`features[${at}]`, 'feature_unknown', language, { sent: speakable(code), nearest }),
  )
  const additionals = `${product.additionalsMethod} ${productPath(product)}/adicionais`
  return { code: refused.code, values: { additionals }, errors }
}
