import { createHash } from 'node:crypto'
import { decisionYears } from '@lastro/contract/decisions/decisions.ts'
import type { SentValues } from '@lastro/contract/policies/sent-values.ts'
import { notCoveredHeader } from '@lastro/contract/reports/coverage.ts'
import { addDays, addYears, type Day, dayAt, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import { documentType } from '@lastro/rules/documents/document-number.ts'
import { decide } from '@lastro/rules/policies/decide.ts'
import { notCoveredIn, sectionsIn, sourcesIn } from '@lastro/rules/policies/decision-inputs.ts'
import { inFlight, keptMs, type StillClaimed } from '../../../http/idempotency.ts'
import { type Reply, success } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import type { PolicyState } from '../../policies/policy-store.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { keepAnswer } from '../kept/keep-answer.ts'
import { giveAgain } from '../keyed/give-again.ts'
import { admitToQuota } from '../query/admit-query.ts'
import { purposeOf, type QueryContext } from '../query/query-context.ts'
import { type Planned, type QueryDeps, reportOn } from '../query/query-route.ts'
import { consultationHeaders, recordQuery } from '../query/record-query.ts'
import { degradedHeaderName, sourcesHeaderName } from '../query/sections/report-sources.ts'
import { aheadMs, type DecisionClocks, decisionNowMs } from './decision-clock.ts'
import type { ReadyPolicy } from './decision-policies.ts'
import type { DecisionStore, NewDecision, WholeDecision } from './decision-store.ts'
import { decisionView, etagOf } from './decision-view.ts'
import { missingSections } from './missing-sections.ts'
import { type KeptInputs, openInputs, sealInputs } from './seal-inputs.ts'

export type DecideDeps = {
  readonly decisions: Pick<DecisionStore, 'keep' | 'ofKey'>
  readonly seal: Seal
  readonly newId: () => string
} & Pick<DecisionClocks, 'sandboxNowMs'>

export type ToDecide = {
  readonly state: PolicyState
  readonly version: number
  readonly ready: ReadyPolicy
  readonly planned: Planned
  readonly sent: SentValues
  readonly body: Buffer
}

/**
 * One query and its outcome. A repeat under its key finds what a crash left without an answer: the decision, or the
 * record alone, and then it is asked again, which is billed to nobody.
 */
export async function decideOnce(
  deps: QueryDeps & DecideDeps,
  context: QueryContext,
  toDecide: ToDecide,
  stillClaimed: StillClaimed = async () => true,
): Promise<Outcome> {
  const requestKey = requestKeyOf(context, toDecide.body)
  const earlier = requestKey && (await earlierDecision(deps, context, requestKey))
  if (earlier) {
    const first = replyOf(context, repeated, earlier, openInputs(deps.seal, earlier))
    return giveAgain(deps, context, toDecide.planned.caller, first)
  }
  const outcome = await reported(deps, context, toDecide)
  const answered = isRefusal(outcome) || (await stillClaimed()) ? outcome : inFlight
  const recorded = await recordQuery(deps, context, answered)
  if (isRefusal(recorded)) return recorded
  keepAnswer(deps, context, recorded)
  const aheadByMs = await aheadMs(deps, context)
  const kept = decidedOn(context, toDecide, recorded, dayAt(context.askedAtMs + aheadByMs))
  const atMs = kept.given.atMs + aheadByMs
  const decision = newDecision(deps, context, { ...toDecide, kept, requestKey, atMs })
  const saved = await deps.decisions.keep(decision)
  // Another caller took over the same request after this one had been considered dead.
  const first = saved === 'known' && requestKey && (await earlierDecision(deps, context, requestKey))
  if (first) return replyOf(context, repeated, first, openInputs(deps.seal, first))
  return replyOf(
    context,
    recorded.headers ?? {},
    { ...decision, ...unreviewed, finalOutcome: decision.outcome },
    kept,
  )
}

const unreviewed = { reviewCount: 0, reviewedAtMs: undefined, reviews: [] }

/** The retired decide no more; one that was decided before, and is only asked for again, stands. */
async function reported(
  deps: QueryDeps & DecideDeps,
  context: QueryContext,
  { state: { retiredAtMs }, planned }: ToDecide,
): Promise<Outcome> {
  if (retiredAtMs !== undefined) return { code: 'policy_retired', values: { day: dayAt(retiredAtMs) } }
  return (await admitToQuota(deps, context, planned.caller)) ?? reportOn(deps, context, planned)
}

/** What the policy says of the report, of which nothing is kept that it did not read. */
function decidedOn(
  context: QueryContext,
  { ready, planned, sent }: ToDecide,
  { body, headers }: Reply,
  today: Day,
): KeptInputs {
  const { document, plan } = planned
  const { given } = context
  if (given === undefined) throw new Error('A decision rests on a consultation that is on record')
  const { result } = JSON.parse(body)
  const inputs = ready.factsOf({
    documentType: documentType(document),
    report: result.report,
    degradedSections: headers?.[degradedHeaderName]?.split(', ') ?? [],
    ...notCoveredIn(sectionsIn(headers?.[notCoveredHeader.name])),
    sources: sourcesIn(headers?.[sourcesHeaderName] ?? ''),
    sent,
    today,
  })
  return {
    document,
    purpose: purposeOf(context.call, context.caller?.contract) ?? '',
    given,
    missingSections: missingSections(ready.compiled, plan, inputs.documentType),
    inputs,
    decision: decide(ready.compiled, inputs),
  }
}

type Decided = ToDecide & {
  readonly kept: KeptInputs
  readonly requestKey: string | undefined
  /** When its consultation was recorded, by the clock of whoever decides. */
  readonly atMs: number
}

function newDecision(
  { seal, newId }: DecideDeps,
  { environment, clientId, userId, product, features }: QueryContext,
  { state, version, kept, requestKey, atMs }: Decided,
): NewDecision {
  const id = { environment, clientId, id: newId() }
  return {
    ...id,
    requestId: kept.given.requestId,
    checkCode: kept.given.checkCode,
    requestKey,
    userId,
    atMs,
    policy: state.name,
    version,
    product: product.code,
    features,
    outcome: kept.decision.outcome,
    decidedBy: kept.decision.decidedBy,
    keepUntilMs: keptUntilMs(atMs),
    ...sealInputs(seal, id, kept),
  }
}

/** Through the last day of its term. */
const keptUntilMs = (atMs: number): number => startOfDayMs(addDays(addYears(dayAt(atMs), decisionYears), 1))

/** Names the request, so that what a crash left without an answer is found by its repeat. */
function requestKeyOf({ call }: QueryContext, body: Buffer): string | undefined {
  const key = call.headers.idempotencyKey
  return key === undefined
    ? undefined
    : createHash('sha256').update(`decisoesDecide\n${key}\n`).update(body).digest('base64url')
}

const earlierDecision = async (
  deps: QueryDeps & DecideDeps,
  { environment, clientId }: QueryContext,
  requestKey: string,
): Promise<WholeDecision | undefined> => {
  const owner = { environment, clientId }
  return deps.decisions.ofKey(owner, requestKey, (await decisionNowMs(deps, owner)) - keptMs)
}

const repeated = { 'X-Billed': 'false', 'X-Billing-Reason': 'given_again' }

/** What it cost and by which consultation it was given, as a query says; the report itself stays with the query. */
function replyOf(
  { shownVersions }: QueryContext,
  { 'X-Billed': billed = 'false', 'X-Billing-Reason': reason = '' }: Record<string, string>,
  row: Omit<WholeDecision, 'sealed' | 'sealedKey'>,
  kept: KeptInputs,
): Reply {
  const { given, purpose } = kept
  return {
    ...success(decisionView(row, kept, noNames), 201),
    headers: {
      ETag: etagOf(row),
      'X-Billed': billed,
      'X-Billing-Reason': reason,
      ...consultationHeaders(given),
    },
    given,
    purpose,
    ...(shownVersions !== '' && { note: shownVersions }),
  }
}

const noNames: ReadonlyMap<string, string> = new Map()
