import type { Environment } from '@lastro/contract/clients/credentials.ts'
import {
  billDrafts,
  neverMs,
  neverPaid,
  ownersOf,
  type PaidBefore,
  paidSinceMs,
  queryOf,
  shownOutcomes,
  usageOf,
} from '@lastro/rules/trail/billing.ts'
import { type Link, linkOf } from '@lastro/rules/trail/chain.ts'
import type { Billing, ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Kysely } from 'kysely'
import type { Client } from 'pg'
import type { TrailStore } from '../../../features/trail/trail-store.ts'
import type { Tables } from '../../engine/tables.ts'
import { consultationAt } from '../consultation-at.ts'
import { type Connect, LaneLost, type OwnLane, ownLane } from './own-lane.ts'
import { turnsOf } from './turns.ts'

/**
 * The writing side of the trail on PostgreSQL. Each process has a lane of its own, and shares nothing in a commit but
 * the turns of equal queries. Two round trips a link, however many records it holds.
 */
export function postgresTrailWriter(connect: Connect): TrailWriter {
  const lanes = { production: ownLane(connect, 'production'), sandbox: ownLane(connect, 'sandbox') }
  return {
    append: (environment, drafts) =>
      lanes[environment].write(async (own) => {
        const paid = await takeTurns(own.client, environment, drafts)
        const billings = billDrafts(drafts, (_, at) => paid.get(at) ?? neverPaid)
        const link = linkOf(environment, own.head, drafts, billings)
        await write(own, environment, link, { drafts, billings })
        own.head = link
        return billings
      }),
    close: async () => {
      await Promise.all([lanes.production.close(), lanes.sandbox.close()])
    },
  }
}

export type TrailWriter = Pick<TrailStore, 'append'> & { readonly close: () => Promise<void> }

/** Begins a commit, waits until nobody else decides on an equal query, and reads what was paid by then. */
async function takeTurns(client: Client, environment: Environment, drafts: readonly ConsultationDraft[]) {
  const turns = turnsOf(environment, drafts)
  const [, , paid] = await Promise.all([
    client.query({ name: 'begin', text: 'begin' }),
    // Each statement sees what was committed when it began: the locks are one, and what was paid is the next.
    turns.length > 0 && client.query({ name: 'take_turns', text: takeTurnsText, values: [turns] }),
    findPaid(client, environment, drafts),
  ])
  return paid
}

/** Locks until the commit, one after the other as they are given. The condition holds for none: no rows come back. */
const takeTurnsText = `select 1 from unnest($1::bigint[]) as turn where pg_advisory_xact_lock(turn) is null`

/** What the client of each draft paid before, by the draft's place: the newest such rows of the index by document. */
async function findPaid(
  client: Client,
  environment: string,
  drafts: readonly ConsultationDraft[],
): Promise<ReadonlyMap<number, PaidBefore>> {
  const priced = [...drafts.entries()].filter(([, draft]) => draft.priceCents !== undefined)
  if (priced.length === 0) return new Map()
  const { rows } = await client.query<{
    place: number
    query_at_ms: number | null
    key_at_ms: number | null
  }>({
    name: 'find_paid',
    // A lookup by the key for each draft: joined as a whole, the plan of an empty trail would read all of a full one.
    // The earliest time of all says once which months are looked into.
    text: `select asked.place, paid.query_at_ms, paid.key_at_ms
           from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[])
             as asked (place, document, client_id, query, since_ms, key),
           lateral (
             select max(held.at_ms) as query_at_ms,
               max(held.at_ms) filter (where held.key = asked.key and held.key <> '') as key_at_ms
             from consultation held
             where held.environment = $1 and held.document = asked.document and held.billed = 1
               and held.at_ms > asked.since_ms and held.at_ms > $8 and held.client_id = asked.client_id
               and held.query = asked.query
           ) paid
           where paid.query_at_ms is not null`,
    values: [
      environment,
      priced.map(([place]) => place),
      priced.map(([, draft]) => draft.document),
      priced.map(([, draft]) => draft.clientId),
      priced.map(([, draft]) => queryOf(draft)),
      priced.map(([, draft]) => paidSinceMs(draft)),
      priced.map(([, draft]) => draft.key),
      priced.reduce((first, [, draft]) => Math.min(first, paidSinceMs(draft)), Number.MAX_SAFE_INTEGER),
    ],
  })
  return new Map(
    rows.map((row) => [
      row.place,
      { sameQueryAtMs: row.query_at_ms ?? neverMs, sameKeyAtMs: row.key_at_ms ?? neverMs },
    ]),
  )
}

type Settled = {
  readonly drafts: readonly ConsultationDraft[]
  readonly billings: readonly Billing[]
}

/** Writes the link with all that stands beside it, and commits. Where the lane has moved on, nothing is written. */
async function write(
  { client, lane, head }: OwnLane,
  environment: string,
  link: Link,
  { drafts, billings }: Settled,
): Promise<void> {
  const placed = [...drafts.entries()].filter(([, draft]) => draft.document !== '')
  const usage = usageOf(drafts, billings)
  const [{ rows }] = await Promise.all([
    client.query<{ written: number }>({
      name: 'write_link',
      text: writeLinkText,
      values: [
        environment,
        link.number,
        link.firstAtMs,
        link.lastAtMs,
        link.records,
        link.recordHashes,
        link.hash,
        lane,
        head.number,
        ownersOf(drafts),
        placed.map(([, one]) => one.document),
        placed.map(([place]) => (billings[place] === 'billed' ? 1 : 0)),
        placed.map(([, one]) => one.atMs),
        placed.map(([place]) => place),
        placed.map(([, one]) => one.clientId),
        placed.map(([, one]) => queryOf(one)),
        placed.map(([, one]) => one.outcome),
        placed.map(([, one]) => one.key),
        usage.map((one) => one.clientId),
        usage.map((one) => one.day),
        usage.map((one) => one.product),
        usage.map((one) => one.features),
        usage.map((one) => one.billed),
        usage.map((one) => one.unbilled),
        usage.map((one) => one.cents),
      ],
    }),
    client.query({ name: 'commit', text: 'commit' }),
  ])
  if (rows[0]?.written !== 1) throw new LaneLost('The lane of this process was written to by another')
}

/** Everything hangs on the head being where this process left it. */
const writeLinkText = `with head as (
    update trail_lane set number = $2, hash = $7 where environment = $1 and lane = $8 and number = $9 returning lane
  ), link as (
    insert into trail_link (environment, number, first_at_ms, last_at_ms, records, record_hashes, hash)
    select $1, $2, $3, $4, $5, $6, $7 from head
  ), owned as (
    insert into trail_lane_owner (environment, owner, last_at_ms, number)
    select $1, owner, $4, $2 from head, unnest($10::text[]) as owner
  ), placed as (
    insert into consultation (environment, number, document, billed, at_ms, place, client_id, query, outcome, key)
    select $1, $2, one.* from head, unnest($11::text[], $12::int[], $13::bigint[], $14::int[],
      $15::text[], $16::text[], $17::text[], $18::text[]) as one
  ), used as (
    insert into usage_lane (environment, lane, client_id, day, product, features, billed, unbilled, cents)
    select $1, $8, one.* from head, unnest($19::text[], $20::text[], $21::text[], $22::text[],
      $23::bigint[], $24::bigint[], $25::bigint[]) as one
    on conflict (environment, client_id, day, product, features, lane) do update set
      billed = usage_lane.billed + excluded.billed,
      unbilled = usage_lane.unbilled + excluded.unbilled,
      cents = usage_lane.cents + excluded.cents
  )
  select count(*)::int as written from head`

/** Finding records by document. */
export function postgresTrailIndex(db: Kysely<Tables>): Pick<TrailStore, 'consultedBy' | 'ofDocument'> {
  return {
    ofDocument: async (environment, document, { fromMs, untilMs }) => {
      const rows = await db
        .selectFrom('consultation')
        .innerJoin('trail_link', (join) =>
          join
            .onRef('trail_link.environment', '=', 'consultation.environment')
            .onRef('trail_link.number', '=', 'consultation.number')
            // A link ends with its last record: months before that are not looked into.
            .onRef('trail_link.last_at_ms', '>=', 'consultation.at_ms'),
        )
        .select(['consultation.number', 'place', 'records'])
        .where('consultation.environment', '=', environment)
        .where('document', '=', document)
        .where('at_ms', '>=', fromMs)
        .where('at_ms', '<=', untilMs)
        .orderBy('at_ms')
        .orderBy('consultation.number')
        .orderBy('place')
        .execute()
      return rows.map(({ number, place, records }) =>
        consultationAt(environment, number, place, records.split('\n')),
      )
    },

    consultedBy: async (environment, document, { fromMs, untilMs }) => {
      const rows = await db
        .selectFrom('consultation')
        .select(['client_id', 'at_ms', 'key'])
        .where('environment', '=', environment)
        .where('document', '=', document)
        .where('at_ms', '>=', fromMs)
        .where('at_ms', '<=', untilMs)
        .where('outcome', 'in', [...shownOutcomes])
        .execute()
      return rows.map((row) => ({ clientId: row.client_id, atMs: row.at_ms, key: row.key }))
    },
  }
}
