import { instantText } from '@lastro/rules/calendar/day.ts'
import { isAnswer, reopenedOutcome } from '@lastro/rules/trail/billing.ts'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Clock } from '../../../clock.ts'
import { joinHeaders, share } from '../../../http/headers/shared-headers.ts'
import type { Given, Reply } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import type { Recorder } from '../../trail/recorder.ts'
import { jsonMediaType } from '../document/report-document.ts'
import { keptDaysOf } from '../kept/keep-answer.ts'
import { draftOf, type QueryContext } from './query-context.ts'
import type { CountedCalls } from './query-costs.ts'

export type QueryRecordDeps = {
  readonly clock: Clock
  /** Puts the query on record. Resolves once that is durable: nothing is answered before. */
  readonly record: Recorder
  /** Told of calls that were made for a query, and that nobody was billed for. */
  readonly countUnbilled: (clientId: string, calls: readonly CountedCalls[]) => Promise<void>
  /** The code by which the trail knows a record again. */
  readonly checkCode: (draft: ConsultationDraft, billing: Billing) => string
}

/**
 * The way out of a query, an answer or a refusal: by then its record is durable, and the outcome says what it cost.
 * Whoever sends no credential of ours has consulted nothing and cannot be named, so that alone leaves no record.
 */
export async function recordQuery(
  deps: QueryRecordDeps,
  context: QueryContext,
  outcome: Outcome,
): Promise<Outcome> {
  if (context.isRecorded || context.clientId === '') return outcome
  const billing = await record(deps, context, outcomeName(outcome))
  const headers = isRefusal(outcome) ? notBilled : headersOf(context, billing)
  const billed = {
    ...outcome,
    headers: outcome.headers === undefined ? headers : joinHeaders(outcome.headers, headers),
  }
  return isRefusal(billed) ? billed : withGiven(billed, context.given)
}

/**
 * A report that goes out again under its key, with the listings that it shows. Its client has it already, so nobody is
 * consulted: it counts in no usage and in no quota.
 */
export async function recordGivenAgain(
  deps: QueryRecordDeps,
  context: QueryContext,
  { shownVersions, given }: { readonly shownVersions: string; readonly given: Given | undefined },
): Promise<void> {
  context.shownVersions = shownVersions
  context.given = given
  await record(deps, context, reopenedOutcome)
}

async function record(deps: QueryRecordDeps, context: QueryContext, outcome: string): Promise<Billing> {
  context.isRecorded = true
  const draft = draftOf(context, outcome, deps.clock.nowMs())
  const billing = await deps.record(context.trailEnvironment, draft)
  if (draft.costs !== undefined && billing !== 'billed')
    await deps.countUnbilled(context.clientId, context.costs?.all() ?? [])
  context.isAnswered = isAnswer(outcome)
  if (context.isAnswered && isGivenAgain(context)) context.given = givenBy(deps, draft, billing)
  if (context.isAnswered && isKept(context)) {
    context.toKeep = { given: context.given ?? givenBy(deps, draft, billing), purpose: draft.purpose }
  }
  return billing
}

const isKept = ({ caller }: QueryContext): boolean => caller !== undefined && keptDaysOf(caller) > 0

/** How the record names an answer, or its refusal. */
export const outcomeName = (outcome: Outcome): string =>
  isRefusal(outcome) ? outcome.code : outcome.status === 203 ? 'degraded' : 'answered'

/** A document says by which consultation it was given; an answer under a key may become one later. */
const isGivenAgain = ({ tellsGiven, call: { mediaType, headers } }: QueryContext): boolean =>
  tellsGiven || mediaType !== jsonMediaType || headers.idempotencyKey !== undefined

const givenBy = ({ checkCode }: QueryRecordDeps, draft: ConsultationDraft, billing: Billing): Given => ({
  atMs: draft.atMs,
  requestId: draft.requestId,
  checkCode: checkCode(draft, billing),
})

const headersOf = ({ copiedAtMs }: QueryContext, billing: Billing) =>
  billing === 'repeat' && copiedAtMs !== undefined ? fromCopy : billingHeaders[billing]

const fromCopy = share({ 'X-Billed': 'false', 'X-Billing-Reason': 'stored_copy' })

const notBilled = share({ 'X-Billed': 'false', 'X-Billing-Reason': 'not_answered' })

/** Billing is said, not guessed. */
const billingHeaders: Readonly<Record<Billing, Readonly<Record<string, string>>>> = {
  billed: share({ 'X-Billed': 'true', 'X-Billing-Reason': 'new_query' }),
  repeat: share({ 'X-Billed': 'false', 'X-Billing-Reason': 'repeat_within_window' }),
  unbilled: notBilled,
}

/** Whoever keeps a report can have it confirmed later. */
const withGiven = (reply: Reply, given: Given | undefined): Reply =>
  given === undefined
    ? reply
    : {
        ...reply,
        headers: { ...reply.headers, ...consultationHeaders(given) },
      }

/** By which consultation a report was given, and when. */
export const consultationHeaders = ({
  requestId,
  checkCode,
  atMs,
}: Given): Readonly<Record<string, string>> => ({
  'X-Consultation-Id': requestId,
  'X-Check-Code': checkCode,
  'X-Consultation-At': instantText(atMs),
})
