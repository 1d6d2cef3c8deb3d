import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Authenticate, Caller } from '../../../http/caller.ts'
import { matchPath, pathOf } from '../../../http/path-pattern.ts'
import type { Refusal } from '../../../http/reply.ts'
import { type Call, isRefusal } from '../../../http/route.ts'
import { productRefusal } from '../product-access.ts'
import { contractRefusal, featureRefusal } from '../query/admit-query.ts'
import { readFeatures } from '../query/plan-report.ts'
import type { QueryContext } from '../query/query-context.ts'
import type { KeptQueryBatch, QueryBatchStore } from './query-batch-store.ts'

type Question = {
  readonly product: Product
  readonly features: readonly string[]
  /** Where purpose and language are read. */
  readonly call: Call
}

/** Why a caller may not ask this of any document; undefined when it may. What one document does not fit is its line's. */
export function batchRefusal({ product, features, call }: Question, caller: Caller): Refusal | undefined {
  const closed = productRefusal(product, caller)
  if (closed !== undefined) return closed
  for (const type of product.documentTypes) {
    const read = readFeatures(product, features, type)
    if ('code' in read && read.code === 'feature_unknown') return featureRefusal(read, product, type, call)
  }
  return contractRefusal({ features: features as QueryContext['features'], call }, caller)
}

/** A call on one batch of its caller's own. */
export type AskedOfBatch = {
  readonly call: Call
  readonly caller: Caller
  readonly environment: Environment
  readonly batch: KeptQueryBatch
}

export type BatchAccessDeps = {
  readonly authenticate: Authenticate
  readonly queryBatches: Pick<QueryBatchStore, 'find'>
}

/** Lets in whoever has credentials, and finds the batch that the path names: another client's is unknown. */
export async function ownBatch(
  { authenticate, queryBatches }: BatchAccessDeps,
  call: Call,
  { environment, path }: { readonly environment: Environment; readonly path: string },
): Promise<AskedOfBatch | Refusal> {
  const caller = await authenticate(call, environment)
  if (isRefusal(caller)) return caller
  const { id = '' } = matchPath(path, pathOf(call.request.url)) ?? {}
  const batch = await queryBatches.find({ environment, clientId: caller.clientId, id })
  if (batch === undefined) return { code: 'batch_unknown' }
  if (caller.scopes.has(batch.terms.product)) return { call, caller, environment, batch }
  return { code: 'product_not_contracted', values: { product: batch.terms.product } }
}
