import { dayAt } from '@lastro/rules/calendar/day.ts'
import { keyLifeMs } from '@lastro/rules/trail/billing.ts'
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type {
  DecisionFilter,
  DecisionStore,
  NewDecision,
  WholeDecision,
} from '../../features/reports/decisions/decision-store.ts'
import type { Engine, Tables } from '../engine/tables.ts'
import { type DecisionTableRow, decisionOf, outcomeOf, reviewOf } from './decision-rows.ts'
import { destroyDecisions } from './destroy-decisions.ts'

export function decisionStore(db: Kysely<Tables>, reads: Kysely<Tables>, engine: Engine): DecisionStore {
  return {
    keep: (decision) => db.transaction().execute((tx) => keepDecision(tx, decision)),

    find: async ({ environment, clientId, id }, nowMs) => {
      const row = await reads
        .selectFrom('decision')
        .selectAll()
        .where('id', '=', id)
        .where('client_id', '=', clientId)
        .where('environment', '=', environment)
        .where('keep_until_ms', '>', nowMs)
        .executeTakeFirst()
      return row && wholeOf(reads, row)
    },

    // Of the connection that writes: what was kept a moment ago is there.
    ofKey: async ({ environment, clientId }, requestKey, sinceMs) => {
      const row = await db
        .selectFrom('decision')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('environment', '=', environment)
        .where('request_key', '=', requestKey)
        .where('at_ms', '>', sinceMs)
        .executeTakeFirst()
      return row && wholeOf(db, row)
    },

    ofConsultations: async ({ environment, clientId, consultations }) => {
      if (consultations.length === 0) return []
      const rows = await reads
        .selectFrom('decision')
        .selectAll()
        .where('client_id', '=', clientId)
        .where('environment', '=', environment)
        .where(
          'request_id',
          'in',
          consultations.map(({ requestId }) => requestId),
        )
        .where(
          'check_code',
          'in',
          consultations.map(({ checkCode }) => checkCode),
        )
        .execute()
      return rows.map(decisionOf)
    },

    list: async ({ limit, after, ...filter }, nowMs) => {
      const rows = await filtered(reads.selectFrom('decision').selectAll(), filter)
        .where('keep_until_ms', '>', nowMs)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(at_ms, id) < (${after?.atMs ?? 0}, ${after?.id ?? ''})`),
        )
        .orderBy('at_ms', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(decisionOf)
    },

    count: async (filter) => {
      const rows = await filtered(
        reads
          .selectFrom('decision')
          .select(['day', 'policy', 'version', 'outcome', 'final_outcome'])
          .select(sql<number>`cast(count(*) as bigint)`.as('count')),
        filter,
      )
        .groupBy(['day', 'policy', 'version', 'outcome', 'final_outcome'])
        .orderBy('day')
        .orderBy('policy')
        .orderBy('version')
        .orderBy('outcome')
        .orderBy('final_outcome')
        .execute()
      return rows.map(({ day, policy, version, outcome, final_outcome, count }) => ({
        day,
        policy,
        version,
        outcome: outcomeOf(outcome),
        finalOutcome: outcomeOf(final_outcome),
        count: Number(count),
      }))
    },

    review: ({ environment, clientId, id, seenCount, review }) =>
      db.transaction().execute(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('decision')
          .set({ final_outcome: review.outcome, review_count: seenCount + 1, reviewed_at_ms: review.atMs })
          .where('id', '=', id)
          .where('client_id', '=', clientId)
          .where('environment', '=', environment)
          .where('review_count', '=', seenCount)
          .where('keep_until_ms', '>', review.atMs)
          .executeTakeFirst()
        if (numUpdatedRows === 1n) {
          await tx
            .insertInto('decision_review')
            .values({
              decision_id: id,
              number: seenCount + 1,
              outcome: review.outcome,
              reason: review.reason,
              user_id: review.userId ?? null,
              named: review.named ?? null,
              at_ms: review.atMs,
            })
            .execute()
          return 'reviewed'
        }
        const row = await tx
          .selectFrom('decision')
          .select('id')
          .where('id', '=', id)
          .where('client_id', '=', clientId)
          .where('environment', '=', environment)
          .where('keep_until_ms', '>', review.atMs)
          .executeTakeFirst()
        return row === undefined ? 'unknown' : 'conflict'
      }),

    destroy: (nowMs) => destroyDecisions(db, engine, nowMs),
  }
}

async function keepDecision(tx: Transaction<Tables>, decision: NewDecision): Promise<'kept' | 'known'> {
  // A key stands for one decision for a day; then it may be sent again for another.
  await tx
    .updateTable('decision')
    .set({ request_key: null })
    .where('client_id', '=', decision.clientId)
    .where('environment', '=', decision.environment)
    .where('request_key', '=', decision.requestKey ?? '')
    .where('at_ms', '<=', decision.atMs - keyLifeMs)
    .execute()
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('decision')
    .values({
      id: decision.id,
      client_id: decision.clientId,
      environment: decision.environment,
      request_id: decision.requestId,
      check_code: decision.checkCode,
      request_key: decision.requestKey ?? null,
      user_id: decision.userId ?? null,
      at_ms: decision.atMs,
      day: dayAt(decision.atMs),
      policy: decision.policy,
      version: decision.version,
      product: decision.product,
      features: decision.features.join(),
      outcome: decision.outcome,
      decided_by: decision.decidedBy,
      final_outcome: decision.outcome,
      review_count: 0,
      reviewed_at_ms: null,
      keep_until_ms: decision.keepUntilMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return 'known'
  await tx
    .insertInto('decision_inputs')
    .values({ decision_id: decision.id, sealed_key: decision.sealedKey, sealed: decision.sealed })
    .execute()
  return 'kept'
}

async function wholeOf(reads: Kysely<Tables>, row: DecisionTableRow): Promise<WholeDecision | undefined> {
  const inputs = await reads
    .selectFrom('decision_inputs')
    .selectAll()
    .where('decision_id', '=', row.id)
    .executeTakeFirst()
  // Its term ended between the two.
  if (inputs === undefined) return undefined
  const reviews = await reads
    .selectFrom('decision_review')
    .selectAll()
    .where('decision_id', '=', row.id)
    .orderBy('number')
    .execute()
  return {
    ...decisionOf(row),
    sealedKey: inputs.sealed_key,
    sealed: inputs.sealed,
    reviews: reviews.map(reviewOf),
  }
}

/** Whose they are, and what they were narrowed down to. */
const filtered = <Out>(
  query: SelectQueryBuilder<Tables, 'decision', Out>,
  { environment, clientId, requestId, from, until, policy, version, outcome, isReviewed }: DecisionFilter,
): SelectQueryBuilder<Tables, 'decision', Out> =>
  query
    .where('client_id', '=', clientId)
    .where('environment', '=', environment)
    .$if(requestId !== undefined, (of) => of.where('request_id', '=', requestId ?? ''))
    .$if(from !== undefined, (of) => of.where('day', '>=', from ?? ''))
    .$if(until !== undefined, (of) => of.where('day', '<=', until ?? ''))
    .$if(policy !== undefined, (of) => of.where('policy', '=', policy ?? ''))
    .$if(version !== undefined, (of) => of.where('version', '=', version ?? 0))
    .$if(outcome !== undefined, (of) => of.where('final_outcome', '=', outcome ?? ''))
    .$if(isReviewed !== undefined, (of) => of.where('review_count', isReviewed ? '>' : '=', 0))
