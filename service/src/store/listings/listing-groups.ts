import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ListingGroup, ListingStore } from '../../features/listings/listing-store.ts'
import type { Tables } from '../engine/tables.ts'

/**
 * The deadline of the first open dispute of a principal or its guarantors; null if there is none. A dispute that was
 * open when its debt ended needs no answer.
 */
const earliestAnswerBy = sql<string | null>`(
  select min(party.answer_by) from listing as party
  where (party.id = listing.id or party.principal_id = listing.id) and party.is_active = 1
)`

/** Whether a principal or one of its guarantors has an open dispute. */
export const isDisputedHere: SqlOf<SqlBool> = () => sql`${earliestAnswerBy} is not null`

/** A guarantor lies on another worker than its principal: those that are disputed are asked for by themselves. */
export const isDisputedOnWorkers: SqlOf<SqlBool> = ({ register, clientId }) => sql`listing.id in (
  select coalesce(party.principal_id, party.id) from listing as party
  where party.register = ${register} and party.answer_by is not null and party.is_active = 1
    ${clientId === undefined ? sql`` : sql`and party.client_id = ${clientId}`})`

type Whose = { readonly register: string; readonly clientId?: string | undefined }
type SqlOf<Result> = (whose: Whose) => RawBuilder<Result>

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
    // A guarantor may lie on another worker than its principal, so the disputes of all are found first.
    const { rows } = await sql<GroupRow>`
      with disputed as materialized (
        select coalesce(principal_id, id) as id, min(answer_by) as answer_by from listing
        where register = ${register} and client_id = ${clientId} and answer_by is not null
          and is_active = 1
        group by coalesce(principal_id, id)
      )
      select state, in_review, answer_by, paid_on, count(*) as count,
        cast(sum(amount_cents) as text) as cents
      from (
        select state, amount_cents, case when review is null then 0 else 1 end as in_review,
          disputed.answer_by, case when is_active = 1 then paid_on end as paid_on
        from listing left join disputed on disputed.id = listing.id
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
