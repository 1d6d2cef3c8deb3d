import { ReviewRequest, reviewCountMax } from '@lastro/contract/decisions/decisions.ts'
import type { Language } from '@lastro/contract/text.ts'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'
import { saysSomething } from '@lastro/rules/policies/says-something.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import type { Caller } from '../../../http/caller.ts'
import { versionIn } from '../../../http/headers/if-match.ts'
import { type IdempotencyStore, onceForKey } from '../../../http/idempotency.ts'
import { type FieldError, fieldError } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import { type DecisionCall, decisionIdOf } from './decision-access.ts'
import { decisionNowMs } from './decision-clock.ts'
import type { DecisionReview, DecisionStore } from './decision-store.ts'
import { type ShowDeps, showDecision } from './show-decision.ts'

export type ReviewDeps = ShowDeps & {
  readonly decisions: Pick<DecisionStore, 'find' | 'review'>
  readonly idempotency: IdempotencyStore
}

const reviewRequest = validator(ReviewRequest)

/** What a person decides over a decision. Whoever it was is on record: the session's user, or whom the key names. */
export async function reviewDecision(deps: ReviewDeps, asked: DecisionCall): Promise<Outcome> {
  const { call, caller } = asked
  const { ifMatch, idempotencyKey: key } = call.headers
  if (ifMatch === undefined) return { code: 'decision_version_required' }
  const body = await readJson(call, reviewRequest)
  if (isRefusal(body)) return body
  const errors = reviewErrors(body.value, caller, call.language)
  if (errors.length > 0) return { code: 'body_invalid', errors }
  const seenCount = versionIn(ifMatch) - 1
  const { outcome, reason, by: named } = body.value
  const atMs = await decisionNowMs(deps, caller)
  const review = { outcome, reason, named, userId: caller.userId, atMs }
  const work = () => reviewed(deps, asked, { review, seenCount, isKeyed: key !== undefined })
  if (key === undefined) return work()
  const { environment, clientId } = caller
  const operation = `decisoesRevisa ${asked.id} ${ifMatch}`
  return onceForKey(
    deps,
    { environment, clientId, key, operation, body: body.bytes },
    work,
    async (first) => {
      const opened = await showDecision(deps, asked)
      return isRefusal(opened) ? opened : first
    },
  )
}

type Reviewing = {
  readonly review: DecisionReview
  readonly seenCount: number
  readonly isKeyed: boolean
}

async function reviewed(
  deps: ReviewDeps,
  asked: DecisionCall,
  { review, seenCount, isKeyed }: Reviewing,
): Promise<Outcome> {
  if (seenCount >= reviewCountMax) {
    const whole = await deps.decisions.find(decisionIdOf(asked), review.atMs)
    if (whole === undefined) return { code: 'decision_unknown' }
    return whole.reviews.length === seenCount
      ? { code: 'reviews_too_many', values: { limit: String(reviewCountMax) } }
      : { code: 'decision_version_conflict' }
  }
  const outcome = await deps.decisions.review({ ...decisionIdOf(asked), seenCount, review })
  if (outcome === 'unknown') return { code: 'decision_unknown' }
  const isDone = outcome === 'reviewed' || (isKeyed && (await isLeftByCrash(deps, asked, seenCount, review)))
  if (!isDone) return { code: 'decision_version_conflict' }
  const shown = await showDecision(deps, asked)
  return isRefusal(shown) ? shown : { ...shown, status: 201 }
}

/** A repeat under its key finds what a crash left without an answer: the same review, in its place. */
async function isLeftByCrash(
  { decisions }: ReviewDeps,
  asked: DecisionCall,
  place: number,
  { outcome, reason, userId, named, atMs }: DecisionReview,
): Promise<boolean> {
  const whole = await decisions.find(decisionIdOf(asked), atMs)
  const kept = whole?.reviews[place]
  return (
    kept !== undefined &&
    kept.outcome === outcome &&
    kept.reason === reason &&
    kept.userId === userId &&
    kept.named === named
  )
}

/** A session says who it is; a key is a program's, and has to say who decided. */
function reviewErrors(
  { reason, by }: ReviewRequest,
  { userId }: Caller,
  language: Language,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (userId === undefined && by === undefined) errors.push(fieldError('by', 'required', language))
  if (userId !== undefined && by !== undefined) errors.push(fieldError('by', 'unknown_member', language))
  if (!saysSomething(reason)) errors.push(fieldError('reason', 'too_short', language))
  if (by !== undefined && !saysSomething(by)) errors.push(fieldError('by', 'too_short', language))
  if (holdsDocument(reason)) errors.push(fieldError('reason', 'document_inside', language))
  if (by !== undefined && holdsDocument(by)) errors.push(fieldError('by', 'document_inside', language))
  return errors
}
