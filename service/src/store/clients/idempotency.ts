import type { Kysely, Transaction } from 'kysely'
import type { Claim, ClaimOutcome, IdempotencyStore } from '../../http/idempotency.ts'
import type { Tables } from '../engine/tables.ts'

export function idempotencyStore(
  db: Kysely<Tables>,
  holder: IdempotencyStore['holder'] = () => undefined,
): IdempotencyStore {
  const held = (claim: Claim) =>
    db
      .updateTable('idempotency')
      .where('environment', '=', claim.environment)
      .where('client_id', '=', claim.clientId)
      .where('key', '=', claim.key)
      .where('claim', '=', claim.claim)
  return {
    holder,
    claim: async (claim, nowMs) => {
      const outcome = await db.transaction().execute((tx) => claimKey(tx, claim, nowMs))
      // The lock of this process was lost meanwhile, so other processes would consider the claim dead.
      if (outcome.kind === 'claimed' && claim.holder !== undefined && holder() !== claim.holder)
        await held(claim).set({ holder: null }).execute()
      return outcome
    },
    renew: async (claim) => {
      const { numUpdatedRows } = await held(claim)
        .set({
          claimed_until_ms: claim.claimedUntilMs,
          expires_at_ms: claim.expiresAtMs,
          holder: claim.holder ?? null,
        })
        .where('answer', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    complete: async (claim, answer) => {
      const { numUpdatedRows } = await held(claim)
        .set({ answer, expires_at_ms: claim.expiresAtMs, holder: null })
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Error('An idempotency claim was lost before its answer was saved')
    },
    release: async (claim) => {
      await held(claim)
        .set({ claimed_until_ms: 0, expires_at_ms: 0, holder: null })
        .where('answer', 'is', null)
        .execute()
    },
    abandonAll: async () => {
      await db.deleteFrom('idempotency').where('answer', 'is', null).execute()
    },
    // Keeps the rows: if the process is alive after all, it finds its claims again unless another process took them.
    abandon: async (dead) => {
      await db
        .updateTable('idempotency')
        .set({ claimed_until_ms: 0, expires_at_ms: 0, holder: null })
        .where('holder', '=', dead)
        .where('answer', 'is', null)
        .execute()
    },
    forget: async (expiredBeforeMs) => {
      const { numDeletedRows } = await db
        .deleteFrom('idempotency')
        .where('expires_at_ms', '<', expiredBeforeMs)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

async function claimKey(tx: Transaction<Tables>, claim: Claim, nowMs: number): Promise<ClaimOutcome> {
  const row = {
    environment: claim.environment,
    client_id: claim.clientId,
    key: claim.key,
    request_hash: claim.requestHash,
    claim: claim.claim,
    holder: claim.holder ?? null,
    claimed_until_ms: claim.claimedUntilMs,
    expires_at_ms: claim.expiresAtMs,
    answer: null,
  }
  const inserted = await tx
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) return { kind: 'claimed' }
  const known = await tx
    .selectFrom('idempotency')
    .selectAll()
    .where('environment', '=', claim.environment)
    .where('client_id', '=', claim.clientId)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow()
  const isOver = known.expires_at_ms <= nowMs
  if (!isOver && known.request_hash !== claim.requestHash) return { kind: 'reused' }
  if (!isOver && known.answer !== null) return { kind: 'answered', answer: known.answer }
  if (!isOver && known.claimed_until_ms > nowMs) return { kind: 'in_flight' }
  // Compare and set: of two that find the same dead claim, one takes it; none if it has its answer after all.
  const taken = await tx
    .updateTable('idempotency')
    .set(row)
    .where('environment', '=', claim.environment)
    .where('client_id', '=', claim.clientId)
    .where('key', '=', claim.key)
    .where('claim', '=', known.claim)
    .$if(!isOver, (query) => query.where('answer', 'is', null))
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n ? { kind: 'claimed' } : { kind: 'in_flight' }
}
