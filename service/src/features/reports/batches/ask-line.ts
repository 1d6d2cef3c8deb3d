import { repeatWindowHoursDefault } from '@lastro/contract/clients/client-contract.ts'
import { fill, problems } from '@lastro/contract/problems/problems.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Caller } from '../../../http/caller.ts'
import { noHeaders } from '../../../http/headers/call-headers.ts'
import type { Refusal } from '../../../http/reply.ts'
import { type Call, isRefusal, type Outcome } from '../../../http/route.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { jsonMediaType } from '../document/report-document.ts'
import { keepAnswer } from '../kept/keep-answer.ts'
import type { KeptReport } from '../kept/kept-report.ts'
import { sealReport } from '../kept/seal-report.ts'
import { admitToQuota, releaseQuery } from '../query/admit-query.ts'
import { nameCaller } from '../query/name-caller.ts'
import { newQueryContext, priceOf, purposeOf, type QueryContext } from '../query/query-context.ts'
import { planQuery, type QueryDeps, reportOn } from '../query/query-route.ts'
import { recordQuery } from '../query/record-query.ts'
import { degradedHeaderName, notCoveredIn, sourcesHeaderName } from '../query/sections/report-sources.ts'
import { type LineBilling, lineRequestId } from './line-billing.ts'
import type { ClaimedLine, KeptQueryBatch, QueryLineFault, QueryLineOutcome } from './query-batch-store.ts'

export type AskLineDeps = Omit<QueryDeps, 'authenticate' | 'idempotency'> & {
  readonly seal: Seal
  readonly lineBilling: LineBilling
}

export type AskedLine = {
  readonly batch: KeptQueryBatch
  readonly product: Product
  readonly caller: Caller
  readonly line: ClaimedLine
}

/**
 * One line as the query that it is: plan → quota → ask → record → keep. Its rate was taken before. `quota`: the
 * quota is over, and nothing was asked or recorded.
 */
export async function askLine(deps: AskLineDeps, asked: AskedLine): Promise<QueryLineOutcome | 'quota'> {
  const { batch, product, line } = asked
  const nowMs = deps.clock.nowMs()
  const caller = notBilledTwice(asked.caller, line, nowMs)
  const context = newQueryContext(product, batch.environment, lineCall(batch, line.line))
  nameCaller(context, caller)
  context.askedAtMs = nowMs
  try {
    const outcome = await answerOf(deps, context, caller, asked)
    if (isRefusal(outcome) && outcome.code === 'quota_exceeded') return 'quota'
    const recorded = await recordQuery(deps, context, outcome)
    keepAnswer(deps, context, recorded)
    return await settled(deps, context, asked, recorded)
  } finally {
    releaseQuery(deps, context)
  }
}

async function answerOf(
  deps: AskLineDeps,
  context: QueryContext,
  caller: Caller,
  { batch, line }: AskedLine,
): Promise<Outcome> {
  const query = { documento: line.document, features: [...batch.terms.features] }
  const planned = planQuery(deps, context, caller, query)
  if (isRefusal(planned)) return planned
  const limited = await admitToQuota(deps, context, caller)
  return limited ?? reportOn(deps, context, planned)
}

const hourMs = 3_600_000

/** Longer than a record may take to be written. */
const recordingHours = 1

/**
 * A line whose outcome was lost may have been billed. Asked again, whatever its client paid for the same query since
 * the first time makes it free, however short the contract's window is.
 */
function notBilledTwice(caller: Caller, { askedAtMs }: ClaimedLine, nowMs: number): Caller {
  if (askedAtMs === undefined) return caller
  const { contract } = caller
  const sinceHours = (nowMs - askedAtMs) / hourMs + recordingHours
  const repeatWindowHours = Math.max(contract.repeatWindowHours ?? repeatWindowHoursDefault, sinceHours)
  return { ...caller, contract: { ...contract, repeatWindowHours } }
}

/** The space is in no key that a client may send: what a line has paid for makes no query free that only names it. */
const lineKey = (requestId: string): string => `lote ${requestId}`

/** The call that a client would have made for this line alone. */
export function lineCall(batch: KeptQueryBatch, line: number): Call {
  const { purpose, language, product } = batch.terms
  const requestId = lineRequestId(batch.id, line)
  const headers = { ...noHeaders(), purpose, idempotencyKey: lineKey(requestId) }
  return {
    request: {
      method: 'POST',
      url: '',
      version: '1.1',
      headers,
      remoteAddress: undefined,
      body: Buffer.alloc(0),
      send: () => undefined,
      sendStream: async () => undefined,
    },
    headers,
    requestId,
    language,
    mediaType: jsonMediaType,
    operation: `${product}Consulta`,
  }
}

async function settled(
  { seal, clock, lineBilling }: AskLineDeps,
  context: QueryContext,
  { batch, caller, product, line }: AskedLine,
  outcome: Outcome,
): Promise<QueryLineOutcome> {
  const atMs = clock.nowMs()
  if (isRefusal(outcome) || context.given === undefined) {
    return { line: line.line, atMs, status: 'refused', fault: faultOf(outcome, batch) }
  }
  const { environment, clientId } = batch
  const { given } = context
  const report: KeptReport = {
    product: product.code,
    features: context.features,
    purpose: purposeOf(context.call, caller.contract) ?? '',
    body: outcome.body,
    status: outcome.status,
    sources: outcome.headers?.[sourcesHeaderName] ?? '',
    notCovered: notCoveredIn(outcome.headers),
    degraded: outcome.headers?.[degradedHeaderName],
    given,
    bought: context.bought,
  }
  // If the line was queried before, an earlier record may be the billed one.
  const billedCents =
    line.askedAtMs === undefined
      ? outcome.headers?.['X-Billed'] === 'true'
        ? priceOf(context, caller.contract.prices)
        : undefined
      : await lineBilling({ environment, batchId: batch.id, ...line, askedAtMs: line.askedAtMs })
  return {
    line: line.line,
    atMs: given.atMs,
    status: 'answered',
    isBilled: billedCents !== undefined,
    cents: billedCents ?? 0,
    ...sealReport(seal, { environment, clientId, requestId: given.requestId }, report),
  }
}

function faultOf(outcome: Outcome, { terms: { language } }: KeptQueryBatch): QueryLineFault {
  if (!isRefusal(outcome)) throw new Error('A report that was answered says by which consultation')
  const { code, values, errors }: Refusal = outcome
  return {
    code,
    detail: fill(problems[code].detail[language], values ?? {}),
    ...(errors !== undefined && { errors }),
  }
}
