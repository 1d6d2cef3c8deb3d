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
import type { Pool, PoolClient } from 'pg'
import type { TrailStore } from '../../features/trail/trail-store.ts'
import { inTransaction } from '../engine/postgres-transaction.ts'
import type { Tables } from '../engine/tables.ts'
import { consultationAt } from './consultation-at.ts'

/** The writing side of the trail on PostgreSQL: three statements a link, however many records it holds. */
export function postgresTrailWriter(pool: Pool): TrailStore['append'] {
  return (environment, drafts) =>
    inTransaction(pool, async (client) => {
      const previous = await lockHead(client, environment)
      const paid = await findPaid(client, environment, drafts)
      const billings = billDrafts(drafts, (_, at) => paid.get(at) ?? neverPaid)
      await write(client, environment, linkOf(environment, previous, drafts, billings), drafts, billings)
      return billings
    })
}

/** Holds the chain until the commit, so that links of several services follow one another. */
async function lockHead(client: PoolClient, environment: string) {
  const { rows } = await client.query<{ number: number; hash: string }>({
    name: 'lock_trail_head',
    text: 'select number, hash from trail_head where environment = $1 for update',
    values: [environment],
  })
  if (rows[0] === undefined) throw new Error('The trail has lost its head')
  return rows[0]
}

/** What the client of each draft paid before, by the draft's place: the newest such rows of the index by document. */
async function findPaid(
  client: PoolClient,
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
    text: `select asked.place,
             max(held.at_ms) filter (where held.query = asked.query) as query_at_ms,
             max(held.at_ms) filter (where held.key = asked.key and held.key <> '') as key_at_ms
           from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[])
             as asked (place, document, client_id, query, since_ms, key)
           join consultation held
             on held.environment = $1 and held.document = asked.document and held.billed = 1
               and held.at_ms > asked.since_ms and held.client_id = asked.client_id
           group by asked.place`,
    values: [
      environment,
      priced.map(([place]) => place),
      priced.map(([, draft]) => draft.document),
      priced.map(([, draft]) => draft.clientId),
      priced.map(([, draft]) => queryOf(draft)),
      priced.map(([, draft]) => paidSinceMs(draft)),
      priced.map(([, draft]) => draft.key),
    ],
  })
  return new Map(
    rows.map((row) => [
      row.place,
      { sameQueryAtMs: row.query_at_ms ?? neverMs, sameKeyAtMs: row.key_at_ms ?? neverMs },
    ]),
  )
}

async function write(
  client: PoolClient,
  environment: string,
  link: Link,
  drafts: readonly ConsultationDraft[],
  billings: readonly Billing[],
) {
  const placed = [...drafts.entries()].filter(([, draft]) => draft.document !== '')
  const usage = usageOf(drafts, billings)
  await client.query({
    name: 'write_link',
    text: `with link as (
             insert into trail_link (environment, number, first_at_ms, last_at_ms, records, record_hashes, hash)
             values ($1, $2, $3, $4, $5, $6, $7)
           ), head as (
             update trail_head set number = $2, hash = $7 where environment = $1
           ), owned as (
             insert into trail_owner (environment, owner, number) select $1, unnest($23::text[]), $2
           ), used as (
             insert into usage_day (environment, client_id, day, product, features, billed, unbilled, cents)
             select $1, * from unnest($15::text[], $16::text[], $17::text[], $18::text[],
               $19::bigint[], $20::bigint[], $21::bigint[])
             on conflict (environment, client_id, day, product, features) do update set
               billed = usage_day.billed + excluded.billed,
               unbilled = usage_day.unbilled + excluded.unbilled,
               cents = usage_day.cents + excluded.cents
           )
           insert into consultation (environment, number, document, billed, at_ms, place, client_id, query, outcome, key)
           select $1, $2, * from unnest($8::text[], $9::int[], $10::bigint[], $11::int[],
             $12::text[], $13::text[], $14::text[], $22::text[])`,
    values: [
      environment,
      link.number,
      link.firstAtMs,
      link.lastAtMs,
      link.records,
      link.recordHashes,
      link.hash,
      placed.map(([, one]) => one.document),
      placed.map(([place]) => (billings[place] === 'billed' ? 1 : 0)),
      placed.map(([, one]) => one.atMs),
      placed.map(([place]) => place),
      placed.map(([, one]) => one.clientId),
      placed.map(([, one]) => queryOf(one)),
      placed.map(([, one]) => one.outcome),
      usage.map((one) => one.clientId),
      usage.map((one) => one.day),
      usage.map((one) => one.product),
      usage.map((one) => one.features),
      usage.map((one) => one.billed),
      usage.map((one) => one.unbilled),
      usage.map((one) => one.cents),
      placed.map(([, one]) => one.key),
      ownersOf(drafts),
    ],
  })
}

/** Finding records by document. */
export function postgresTrailIndex(db: Kysely<Tables>): Pick<TrailStore, 'consultedBy' | 'ofDocument'> {
  return {
    ofDocument: async (environment, document, { fromMs, untilMs }) => {
      const rows = await db
        .selectFrom('consultation')
        .innerJoin('trail_link', (join) =>
          join
            .onRef('trail_link.environment', '=', 'consultation.environment')
            .onRef('trail_link.number', '=', 'consultation.number'),
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
