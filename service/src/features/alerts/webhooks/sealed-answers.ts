import type { IdempotencyStore } from '../../../http/idempotency.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'

/** An answer that shows a secret is kept for its Idempotency-Key like the secret itself: sealed. */
export const sealedAnswers = (idempotency: IdempotencyStore, { seal, open }: Seal): IdempotencyStore => ({
  ...idempotency,
  claim: async (claim, nowMs) => {
    const outcome = await idempotency.claim(claim, nowMs)
    return outcome.kind === 'answered'
      ? { ...outcome, answer: open(outcome.answer, claim.clientId) }
      : outcome
  },
  complete: (claim, answer) => idempotency.complete(claim, seal(answer, claim.clientId)),
})
