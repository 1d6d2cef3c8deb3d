import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type Kysely, sql } from 'kysely'
import type { ListingGroup, ListingStore } from '../../features/listings/listing-store.ts'
import type { Tables } from '../engine/tables.ts'

/** By when the first open dispute of a principal or of its guarantors needs an answer; null where there is none. */
export const earliestAnswerBy = sql<string | null>`(
  select min(party.answer_by) from listing as party
  where party.id = listing.id or party.principal_id = listing.id
)`

type GroupRow = {
  readonly state: string
  readonly in_review: number
  readonly answer_by: string | null
  readonly paid_on: string | null
  readonly count: number | string
  readonly cents: string
}

/** A sum comes as text: it may pass what a number holds. */
export const listingGroups =
  (reads: Kysely<Tables>): ListingStore['groups'] =>
  async ({ register, clientId }) => {
    const { rows } = await sql<GroupRow>`
      select state, in_review, answer_by, paid_on, count(*) as count,
        cast(sum(amount_cents) as text) as cents
      from (
        select state, amount_cents, case when review is null then 0 else 1 end as in_review,
          ${earliestAnswerBy} as answer_by, case when is_active = 1 then paid_on end as paid_on
        from listing
        where register = ${register} and client_id = ${clientId} and principal_id is null
      ) as principals
      group by state, in_review, answer_by, paid_on`.execute(reads)
    return rows.map(groupOf)
  }

const groupOf = (row: GroupRow): ListingGroup => ({
  state: row.state as ListingState,
  isInReview: row.in_review === 1,
  answerBy: (row.answer_by ?? undefined) as Day | undefined,
  paidOn: (row.paid_on ?? undefined) as Day | undefined,
  count: Number(row.count),
  amountCents: BigInt(row.cents),
})
