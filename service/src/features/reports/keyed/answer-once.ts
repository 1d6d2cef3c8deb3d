import type { Caller } from '../../../http/caller.ts'
import { type IdempotencyStore, inFlight, onceForKey, type StillClaimed } from '../../../http/idempotency.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import type { ReportPlan } from '../query/plan-report.ts'
import { purposeOf, type QueryContext } from '../query/query-context.ts'
import { recordQuery } from '../query/record-query.ts'
import { type GiveAgainDeps, giveAgain } from './give-again.ts'

export type AnswerOnceDeps = GiveAgainDeps & { readonly idempotency: IdempotencyStore }

type Keyed = { readonly caller: Caller; readonly body: Buffer; readonly plan: ReportPlan }

/** A query with an `Idempotency-Key`: the first one is answered, recorded and saved; later ones get the same answer. */
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
  const work = async (stillClaimed: StillClaimed) => {
    const outcome = await report()
    const answered = isRefusal(outcome) || (await stillClaimed()) ? outcome : inFlight
    return withNotes(context, caller, await recordQuery(deps, context, answered))
  }
  return onceForKey(deps, keyed, work, (first) => giveAgain(deps, context, caller, first))
}

/** What its repeat needs stays with an answer: its listings, its purpose, what was bought, and the consultation it was given by. */
function withNotes(
  { shownVersions, given, call, bought }: QueryContext,
  { contract }: Caller,
  outcome: Outcome,
): Outcome {
  if (isRefusal(outcome) || given === undefined) return outcome
  const purpose = purposeOf(call, contract) ?? ''
  return {
    ...outcome,
    given,
    purpose,
    ...(shownVersions !== '' && { note: shownVersions }),
    ...(bought !== undefined && { bought }),
  }
}
