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
import { type Kysely, sql } from 'kysely'
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
export function postgresTrailWriter(connect: Connect, isDistributed = false): TrailWriter {
  const { findPaid, writeLink } = isDistributed ? overWorkers : inOneDatabase
  const lanes = { production: ownLane(connect, 'production'), sandbox: ownLane(connect, 'sandbox') }
  return {
    append: (environment, drafts) =>
      lanes[environment].write(async (own) => {
        const paid = await takeTurns(own.client, environment, drafts, findPaid)
        const billings = billDrafts(drafts, (_, at) => paid.get(at) ?? neverPaid)
        const link = linkOf(environment, own.head, drafts, billings)
        await writeLink(own, environment, link, { drafts, billings })
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
async function takeTurns(
  client: Client,
  environment: Environment,
  drafts: readonly ConsultationDraft[],
  findPaid: FindPaid,
): Promise<ReadonlyMap<number, PaidBefore>> {
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
type FindPaid = (
  client: Client,
  environment: string,
  drafts: readonly ConsultationDraft[],
) => Promise<ReadonlyMap<number, PaidBefore>>

const pricedOf = (drafts: readonly ConsultationDraft[]) =>
  [...drafts.entries()].filter(([, draft]) => draft.priceCents !== undefined)

/** The earliest time of all says once which months are looked into. */
const earliestOf = (priced: ReturnType<typeof pricedOf>): number =>
  priced.reduce((first, [, draft]) => Math.min(first, paidSinceMs(draft)), Number.MAX_SAFE_INTEGER)

const findPaidHere: FindPaid = async (client, environment, drafts) => {
  const priced = pricedOf(drafts)
  if (priced.length === 0) return new Map()
  const { rows } = await client.query<{
    place: number
    query_at_ms: number | null
    key_at_ms: number | null
  }>({
    name: 'find_paid',
    // A lookup by the key for each draft: joined as a whole, the plan of an empty trail would read all of a full one.
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
      earliestOf(priced),
    ],
  })
  return new Map(
    rows.map((row) => [
      row.place,
      { sameQueryAtMs: row.query_at_ms ?? neverMs, sameKeyAtMs: row.key_at_ms ?? neverMs },
    ]),
  )
}

type PaidRow = {
  readonly document: string
  readonly client_id: string
  readonly query: string
  readonly key: string
  readonly at_ms: number
}

/**
 * Citus takes no lookup for each row of an array. It is told the documents, and so which shards to ask; of each query
 * and key the newest comes back, and is held here against the time that each draft goes back to.
 */
const findPaidOnWorkers: FindPaid = async (client, environment, drafts) => {
  const priced = pricedOf(drafts)
  if (priced.length === 0) return new Map()
  const among = (of: (draft: ConsultationDraft) => string) => [...new Set(priced.map(([, one]) => of(one)))]
  const { rows } = await client.query<PaidRow>({
    name: 'find_paid',
    text: `select document, client_id, query, key, max(at_ms) as at_ms from consultation
           where environment = $1 and document = any($2::text[]) and billed = 1 and at_ms > $3
             and client_id = any($4::text[]) and query = any($5::text[])
           group by document, client_id, query, key`,
    values: [
      environment,
      among(({ document }) => document),
      earliestOf(priced),
      among(({ clientId }) => clientId),
      among(queryOf),
    ],
  })
  const held = Map.groupBy(rows, (row) => `${row.client_id} ${row.document} ${row.query}`)
  return new Map(
    priced.flatMap(([place, draft]) => {
      const sinceMs = paidSinceMs(draft)
      const paid = (held.get(`${draft.clientId} ${draft.document} ${queryOf(draft)}`) ?? []).filter(
        ({ at_ms }) => at_ms > sinceMs,
      )
      if (paid.length === 0) return []
      const newest = (some: readonly PaidRow[]) =>
        some.reduce((last, one) => Math.max(last, one.at_ms), neverMs)
      const ofKey = paid.filter(({ key }) => key !== '' && key === draft.key)
      return [[place, { sameQueryAtMs: newest(paid), sameKeyAtMs: newest(ofKey) }] as const]
    }),
  )
}

type Settled = {
  readonly drafts: readonly ConsultationDraft[]
  readonly billings: readonly Billing[]
}

/** Writes the link with all that stands beside it, and commits. Where the lane has moved on, nothing is written. */
type WriteLink = (own: OwnLane, environment: string, link: Link, settled: Settled) => Promise<void>

const writeLinkHere: WriteLink = async (own, environment, link, settled) => {
  const [{ rows }] = await Promise.all([
    own.client.query<{ written: number }>({
      name: 'write_link',
      text: writeLinkText,
      values: [
        ...linkValues(own, environment, link, settled),
        ...usageValues(settled),
        ...placedValues(settled),
      ],
    }),
    own.client.query({ name: 'commit', text: 'commit' }),
  ])
  if (rows[0]?.written !== 1) throw laneLost()
}

/**
 * Links and lanes are on the coordinator, the index by document on workers, and no statement may write both: so there
 * are two, and every node commits what it has of them in two phases. The commit is on its way before the first is
 * answered; a lane that has moved on makes the first an error, which leaves the commit nothing.
 */
const writeLinkAndIndex: WriteLink = async (own, environment, link, settled) => {
  const { client } = own
  const placed = placedValues(settled)
  try {
    await Promise.all([
      client.query({
        name: 'write_link',
        text: `${writeLinkStart} select 1 / count(*)::int as written from head`,
        values: [...linkValues(own, environment, link, settled), ...usageValues(settled)],
      }),
      placed[0].length > 0 &&
        client.query({
          name: 'write_index',
          text: writeIndexText,
          values: [environment, link.number, ...placed],
        }),
      client.query({ name: 'commit', text: 'commit' }),
    ])
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === divisionByZero ? laneLost() : error
  }
}

const divisionByZero = '22012'

const laneLost = () => new LaneLost('The lane of this process was written to by another')

const linkValues = ({ lane, head }: OwnLane, environment: string, link: Link, { drafts }: Settled) => [
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
]

function usageValues({ drafts, billings }: Settled) {
  const usage = usageOf(drafts, billings)
  return [
    usage.map((one) => one.clientId),
    usage.map((one) => one.day),
    usage.map((one) => one.product),
    usage.map((one) => one.features),
    usage.map((one) => one.billed),
    usage.map((one) => one.unbilled),
    usage.map((one) => one.cents),
  ]
}

function placedValues({ drafts, billings }: Settled) {
  const placed = [...drafts.entries()].filter(([, draft]) => draft.document !== '')
  return [
    placed.map(([, one]) => one.document),
    placed.map(([place]) => (billings[place] === 'billed' ? 1 : 0)),
    placed.map(([, one]) => one.atMs),
    placed.map(([place]) => place),
    placed.map(([, one]) => one.clientId),
    placed.map(([, one]) => queryOf(one)),
    placed.map(([, one]) => one.outcome),
    placed.map(([, one]) => one.key),
  ] as const
}

/** Everything hangs on the head being where this process left it. */
const writeLinkStart = `with head as (
    update trail_lane set number = $2, hash = $7 where environment = $1 and lane = $8 and number = $9 returning lane
  ), link as (
    insert into trail_link (environment, number, first_at_ms, last_at_ms, records, record_hashes, hash)
    select $1, $2, $3, $4, $5, $6, $7 from head
  ), owned as (
    insert into trail_lane_owner (environment, owner, last_at_ms, number)
    select $1, owner, $4, $2 from head, unnest($10::text[]) as owner
  ), used as (
    insert into usage_lane (environment, lane, client_id, day, product, features, billed, unbilled, cents)
    select $1, $8, one.* from head, unnest($11::text[], $12::text[], $13::text[], $14::text[],
      $15::bigint[], $16::bigint[], $17::bigint[]) as one
    on conflict (environment, client_id, day, product, features, lane) do update set
      billed = usage_lane.billed + excluded.billed,
      unbilled = usage_lane.unbilled + excluded.unbilled,
      cents = usage_lane.cents + excluded.cents
  )`

const indexColumns = 'environment, number, document, billed, at_ms, place, client_id, query, outcome, key'

const writeLinkText = `${writeLinkStart}, placed as (
    insert into consultation (${indexColumns})
    select $1, $2, one.* from head, unnest($18::text[], $19::int[], $20::bigint[], $21::int[],
      $22::text[], $23::text[], $24::text[], $25::text[]) as one
  )
  select count(*)::int as written from head`

const writeIndexText = `insert into consultation (${indexColumns})
  select $1::text, $2::bigint, one.* from unnest($3::text[], $4::int[], $5::bigint[], $6::int[],
    $7::text[], $8::text[], $9::text[], $10::text[]) as one (document, billed, at_ms, place, client_id, query, outcome, key)`

const inOneDatabase = { findPaid: findPaidHere, writeLink: writeLinkHere }

const overWorkers = { findPaid: findPaidOnWorkers, writeLink: writeLinkAndIndex }

/** Finding records by document. */
export function postgresTrailIndex(db: Kysely<Tables>): Pick<TrailStore, 'consultedBy' | 'ofDocument'> {
  return {
    ofDocument: async (environment, document, { fromMs, untilMs }) => {
      // What is found of the document first: the index may lie on workers, and links never do.
      const { rows } = await sql<{ number: number; place: number; records: string }>`
        with placed as materialized (
          select number, place, at_ms from consultation
          where environment = ${environment} and document = ${document} and at_ms between ${fromMs} and ${untilMs}
        )
        select placed.number, place, records from placed
        -- A link ends with its last record: months before that are not looked into.
        join trail_link on trail_link.environment = ${environment} and trail_link.number = placed.number
          and trail_link.last_at_ms >= placed.at_ms
        order by at_ms, placed.number, place`.execute(db)
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
