import type { Caller } from '../../../http/caller.ts'
import { type IdempotencyStore, onceForKey } from '../../../http/idempotency.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import type { ReportPlan } from './plan-report.ts'
import type { QueryContext } from './query-context.ts'
import { type RecordDeps, recordGivenAgain, recordQuery } from './record-query.ts'

export type AnswerOnceDeps = RecordDeps & { readonly idempotency: IdempotencyStore }

type Keyed = { readonly caller: Caller; readonly body: Buffer; readonly plan: ReportPlan }

/**
 * A query with an `Idempotency-Key`: the first one is answered, recorded and kept; those after it get the same answer.
 * A report that goes out again, as a file too, is on record again as opened again, and counts nowhere.
 */
export function answerOnce(
  deps: AnswerOnceDeps,
  context: QueryContext,
  { caller, body, plan }: Keyed,
  report: () => Promise<Outcome>,
): Promise<Outcome> {
  const { product, call, environment } = context
  const keyed = {
    environment,
    clientId: caller.clientId,
    key: call.headers.idempotencyKey ?? '',
    // Whoever may see less than the first caller does not get the first caller's answer.
    operation: `${product.code} ${plan.contactData}`,
    body,
  }
  const work = async () => withNotes(context, await recordQuery(deps, context, await report()))
  // In another format it is still the same report: it says when it was first given.
  return onceForKey(deps, keyed, work, ({ note, given }) =>
    recordGivenAgain(deps, context, { listings: note ?? '', given }),
  )
}

/** What its repeat needs stays with an answer: the listings it shows, and the consultation it was given by. */
const withNotes = ({ listings, given }: QueryContext, outcome: Outcome): Outcome =>
  isRefusal(outcome) || given === undefined
    ? outcome
    : { ...outcome, given, ...(listings !== '' && { note: listings }) }
