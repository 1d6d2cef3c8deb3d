import { randomUUID } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { csv, ndjson } from '@lastro/contract/listings/batches.ts'
import { queryBatchesPath } from '@lastro/contract/query-batches/query-batches.ts'
import {
  type FeatureCode,
  features as featureCatalogue,
  type Product,
} from '@lastro/contract/reports/products.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '../../../clock.ts'
import { bodyMediaType, bodyStream, discardRest } from '../../../http/body/body.ts'
import { allowLongBody } from '../../../http/body/long-body.ts'
import type { Authenticate, Caller } from '../../../http/caller.ts'
import { isKey, keptMs } from '../../../http/idempotency.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { type Refusal, success } from '../../../http/reply.ts'
import { type Call, environmentPrefix, isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import { coverageFor, uncoveredReport } from '../coverage.ts'
import { purposeOf } from '../query/query-context.ts'
import type { ReportEnvironment } from '../query/report-environment.ts'
import { batchRefusal } from './batch-access.ts'
import { batchView } from './batch-view.ts'
import type { BatchTerms, KeptQueryBatch, QueryBatchStore } from './query-batch-store.ts'
import { receiveDocuments, sendingClaimMs } from './receive-documents.ts'

export type SendBatchDeps = {
  readonly products: readonly Product[]
  readonly authenticate: Authenticate
  readonly queryBatches: QueryBatchStore
  readonly clock: Clock
  readonly newId: () => string
  readonly environments: Readonly<Record<Environment, ReportEnvironment>>
}

/** A batch is taken in whole, and answered before anything of it is asked. */
export const sendBatchRoute = (deps: SendBatchDeps, environment: Environment): Route => ({
  operation: 'consultasLotesEnvia',
  method: 'POST',
  path: `${environmentPrefix[environment]}${queryBatchesPath}`,
  produces: ['application/json'],
  handle: async (call) => {
    const caller = await deps.authenticate(call, environment)
    if (isRefusal(caller)) return caller
    const terms = readTerms(deps, call, caller)
    if (isRefusal(terms)) return terms
    const key = call.headers.idempotencyKey
    if (key !== undefined && !isKey(key)) return { code: 'idempotency_key_invalid' }
    return receive(deps, { call, caller, terms, key })
  },
})

function readTerms(
  { products, environments, clock }: SendBatchDeps,
  call: Call,
  caller: Caller,
): BatchTerms | Refusal {
  const query = new ListQuery(call, ['product', 'features'])
  const code = query.choice(
    'product',
    products.map((one) => one.code),
  )
  const product = products.find((one) => one.code === code)
  if (query.sent('product') === undefined) query.wrong('product', 'required')
  if (query.refusal !== undefined || product === undefined) return query.refusal ?? { code: 'query_invalid' }
  const features = [...new Set((query.sent('features') ?? '').split(',').filter((one) => one !== ''))]
  const refused = batchRefusal({ product, features, call }, caller)
  if (refused !== undefined) return refused
  const coverage = coverageFor(environments[caller.environment], caller.contract, dayAt(clock.nowMs()))
  const wanted = [
    ...product.sections,
    ...features.flatMap((one) => featureCatalogue[one as FeatureCode].adds),
  ]
  const uncovered = uncoveredReport(coverage, wanted, product.documentTypes)
  if (uncovered !== undefined)
    return { code: 'report_not_covered', values: { sections: uncovered.join(', ') } }
  const format = bodyMediaType(call.headers)
  if (format !== ndjson && format !== csv) {
    return { code: 'media_type_unsupported', values: { mediaTypes: `${ndjson}, ${csv}` } }
  }
  return {
    product: product.code,
    features,
    purpose: purposeOf(call, caller.contract),
    scopes: [...caller.scopes],
    language: call.language,
    address: caller.address,
    format,
  }
}

type Sent = {
  readonly call: Call
  readonly caller: Caller
  readonly terms: BatchTerms
  readonly key: string | undefined
}

async function receive(deps: SendBatchDeps, { call, caller, terms, key }: Sent): Promise<Outcome> {
  const { queryBatches, clock } = deps
  const { environment, clientId, userId } = caller
  const crowded = allowLongBody(call, clientId)
  if (crowded !== undefined) return crowded
  const claim = randomUUID()
  const nowMs = clock.nowMs()
  const opened = await queryBatches.open(
    {
      id: deps.newId(),
      environment,
      clientId,
      userId,
      key,
      keyExpiresAtMs: nowMs + keptMs,
      terms,
      claim,
      claimedUntilMs: nowMs + sendingClaimMs,
    },
    nowMs,
  )
  if (opened.kind === 'in_flight') return inFlight
  if (opened.kind === 'reused') return { code: 'idempotency_key_reused' }
  const { batch } = opened
  const received = await takeBody(deps, call, { batch, claim })
  if (received === 'reused') return { code: 'idempotency_key_reused' }
  if (received === 'lost') return inFlight
  if (received === 'broken_off') return { code: 'request_malformed' }
  const kept = await queryBatches.find({ environment, clientId, id: batch.id })
  return {
    ...success(batchView(kept ?? batch, clock.nowMs()), 202),
    headers: {
      Location: `${environmentPrefix[environment]}${queryBatchesPath}/${batch.id}`,
      ...(batch.state !== 'receiving' && { 'Idempotency-Replayed': 'true' }),
    },
  }
}

const inFlight: Refusal = { code: 'idempotency_key_in_flight', headers: { 'Retry-After': '5' } }

async function takeBody(
  deps: SendBatchDeps,
  call: Call,
  sending: { readonly batch: KeptQueryBatch; readonly claim: string },
): Promise<'received' | 'reused' | 'lost' | 'broken_off'> {
  const stream = bodyStream(call.request)
  try {
    // Left open where it is not read to its end, so that its sender gets the answer.
    return await receiveDocuments(deps, sending, stream.iterator({ destroyOnReturn: false }))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return 'broken_off'
    throw error
  } finally {
    discardRest(stream)
    // The next sending need not wait for this one's claim to lapse.
    await deps.queryBatches.release(sending.batch.id, sending.claim).catch(() => undefined)
  }
}
