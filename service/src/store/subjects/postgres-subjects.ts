import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { type KeptSections, needsMore } from '@lastro/rules/subjects/kept-sections.ts'
import { newestParticipations } from '@lastro/rules/subjects/newest-participations.ts'
import type { Pool, PoolClient } from 'pg'
import type { SubjectRow, SubjectStore } from '../../features/bureau/subject-store.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'
import { againInTurn } from '../engine/after-deadlock.ts'
import { batchReads } from '../engine/batch-reads.ts'
import { advisoryLocks } from '../engine/database/advisory-locks.ts'
import { inTransaction } from '../engine/postgres-transaction.ts'
import { countLoad } from '../engine/replicas/load-version.ts'
import { primaryReads, type Reads } from '../engine/replicas/reads.ts'
import { type HeldRow, heldColumns, heldIn } from '../listings/held-rows.ts'
import { copyRows } from './copy-rows.ts'
import { lastOfEach, withKeptDays } from './kept-days.ts'
import type { LoadedSubjects } from './loaded-subjects.ts'
import { lapseOf, subjectEvents } from './subject-events.ts'
import { factsOf, keptOf } from './subject-row.ts'
import { subjectThreads } from './threads/subject-threads.ts'

/** The hot statements of PostgreSQL: named, so that each connection prepares them once, and shared by their askers. */
export function postgresSubjects(
  pool: Pool,
  asideDirectory: string,
  loaded: LoadedSubjects,
  reads: Reads = primaryReads(pool),
): SubjectStore {
  const usual = batchReads((documents: readonly DocumentNumber[]) => readMany(reads, documents, false))
  const all = batchReads((documents: readonly DocumentNumber[]) => readMany(reads, documents, true))
  const facts = batchReads((documents: readonly DocumentNumber[]) => readPacked(reads, documents))
  return {
    readSections: (document, wanted) => (needsMore(wanted) ? all : usual)(document),
    readFacts: async (document) => {
      const packed = await facts(document)
      return packed && factsOf(packed)
    },
    readParticipations: async (document) => {
      const rows = await reads.read<[string]>({
        name: 'read_participations',
        text: 'select participation from participation where document = $1',
        values: [document],
      })
      return newestParticipations(rows.map(([participation]) => JSON.parse(participation)))
    },
    hasSubjects: loaded.has,
    startLoad: () => subjectThreads(asideDirectory),
    saveSubjects: async (subjects, nowMs) => {
      await againInTurn(() => inTransaction(pool, (client) => save(client, subjects, nowMs)))
      if (subjects.length > 0) loaded.added()
    },
    recordLapses: async ({ nowMs, after, limit }) => {
      const { rows } = await pool.query<{ document: DocumentNumber }>(
        `select distinct document from alert_document join subject using (document)
         where register = $1 and document > $2 and valid_until < $3 order by document limit $4`,
        [productionRegister, after, dayAt(nowMs), limit],
      )
      const lapsed = rows.map(({ document }) => document)
      const count =
        lapsed.length === 0
          ? 0
          : await againInTurn(() => inTransaction(pool, (client) => recordLapsed(client, lapsed, nowMs)))
      return { count, next: lapsed.length < limit ? undefined : lapsed.at(-1) }
    },
    countSubjects: async () => {
      const { rows } = await pool.query<{ count: number }>('select count(*) as count from subject')
      return rows[0]?.count ?? 0
    },
  }
}

type SectionRow = [document: string, validUntil: string, sections: string, packed?: Buffer]

/** One lookup by the primary key for each document, in one statement. */
async function readMany(
  { read }: Reads,
  documents: readonly DocumentNumber[],
  more: boolean,
): Promise<readonly (KeptSections | undefined)[]> {
  const rows = await read<SectionRow>({
    name: more ? 'read_all_sections' : 'read_sections',
    text: `select document, valid_until, sections${more ? ', facts' : ''}
           from subject where document = any($1::text[])`,
    values: [documents],
  })
  const found = new Map(rows.map(([document, ...kept]) => [document, keptOf(...kept)]))
  return documents.map((document) => found.get(document))
}

/** A batch of listings asks for hundreds at once. */
async function readPacked(
  { read }: Reads,
  documents: readonly DocumentNumber[],
): Promise<readonly (Buffer | undefined)[]> {
  const rows = await read<[document: string, facts: Buffer]>({
    name: 'read_facts',
    text: 'select document, facts from subject where document = any($1::text[])',
    values: [documents],
  })
  const found = new Map(rows)
  return documents.map((document) => found.get(document))
}

/** Rows are copied beside the table and merged from there: eight statements, however many subjects there are. */
async function save(client: PoolClient, subjects: readonly SubjectRow[], nowMs: number): Promise<void> {
  // One load after the other, so that each sees what the other did: what is new to both has no row to be held.
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.subjectLoad])
  const loaded = lastOfEach(subjects, nowMs).toSorted((a, b) => (a.document < b.document ? -1 : 1))
  const kept = await keptFacts(
    client,
    loaded.filter(({ hasDebts }) => hasDebts),
  )
  const ordered = loaded.map((one) => withKeptDays(kept.get(one.document), one, nowMs))
  await writeEvents(client, ordered, nowMs)
  await mergeSubjects(client, ordered)
  await replacePartners(client, ordered)
  await client.query(countLoad)
}

/** In turn with loads, and looked at again in the transaction: another process may have recorded them meanwhile. */
async function recordLapsed(
  client: PoolClient,
  documents: readonly DocumentNumber[],
  nowMs: number,
): Promise<number> {
  await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.subjectLoad])
  const { rows } = await client.query<{ document: DocumentNumber; facts: Buffer; valid_until: Day }>(
    'select document, facts, valid_until from subject where document = any($1) and valid_until < $2',
    [documents, dayAt(nowMs)],
  )
  if (rows.length === 0) return 0
  const held = await heldAmong(client, new Set(rows.map(({ document }) => document)))
  const readHeld = (document: string) => heldIn(held.get(document) ?? [])
  const lapses = rows.map(({ document, facts, valid_until }) =>
    lapseOf(document, { packed: facts, validUntil: valid_until }, { nowMs, readHeld }),
  )
  await addEvents(
    client,
    lapses.flatMap(({ events }) => events),
    nowMs,
  )
  await mergeSubjects(
    client,
    lapses.map(({ row }) => row),
  )
  await client.query(countLoad)
  return lapses.length
}

async function keptFacts(
  client: PoolClient,
  subjects: readonly SubjectRow[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (subjects.length === 0) return new Map()
  const { rows } = await client.query<{ document: string; facts: Buffer }>(
    'select document, facts from subject where document = any($1)',
    [subjects.map(({ document }) => document)],
  )
  return new Map(rows.map(({ document, facts }) => [document, facts]))
}

/** The table of one connection, emptied by the end of each transaction, whatever becomes of it. */
async function mergeSubjects(client: PoolClient, subjects: readonly SubjectRow[]): Promise<void> {
  await client.query(
    `create temporary table if not exists loaded_subject (document text not null, valid_until text not null,
       sections text not null, packed bytea not null) on commit delete rows`,
  )
  await copyRows(client, {
    into: 'loaded_subject (document, valid_until, sections, packed)',
    rows: subjects.map((one) => [one.document, one.validUntil, one.sections, one.packed]),
  })
  await client.query(
    `insert into subject (document, valid_until, sections, more_sections, facts)
     select document, valid_until, sections, '', packed from loaded_subject order by document collate "C"
     on conflict (document) do update set valid_until = excluded.valid_until,
       sections = excluded.sections, more_sections = excluded.more_sections, facts = excluded.facts`,
  )
}

async function replacePartners(client: PoolClient, subjects: readonly SubjectRow[]): Promise<void> {
  await client.query('delete from participation where company_document = any($1)', [
    subjects.map(({ document }) => document),
  ])
  await copyRows(client, {
    into: 'participation (document, company_document, participation)',
    rows: subjects.flatMap(({ document: company, partners }) =>
      partners.map(({ document, participation }) => [document, company, participation]),
    ),
  })
}

/** What changed in those that somebody watches. */
async function writeEvents(
  client: PoolClient,
  subjects: readonly SubjectRow[],
  nowMs: number,
): Promise<void> {
  const watched = await watchedAmong(client, subjects)
  if (watched.size === 0) return
  const { rows: kept } = await client.query<{ document: string; facts: Buffer; valid_until: Day }>(
    'select document, facts, valid_until from subject where document = any($1)',
    [[...watched]],
  )
  const before = new Map(
    kept.map((one) => [one.document, { packed: one.facts, validUntil: one.valid_until }]),
  )
  const held = await heldAmong(client, watched)
  const readHeld = (document: string) => heldIn(held.get(document) ?? [])
  const events = subjects
    .filter(({ document }) => watched.has(document))
    .flatMap((subject) => subjectEvents(before.get(subject.document), subject, { nowMs, readHeld }))
  await addEvents(client, events, nowMs)
}

async function addEvents(client: PoolClient, events: readonly NewOutboxRow[], nowMs: number): Promise<void> {
  if (events.length === 0) return
  await client.query(
    `insert into outbox (id, topic, register, client_id, payload, created_at_ms, due_at_ms, claimed_until_ms, attempts)
     select id, topic, register, '', payload, $5, $5, 0, 0
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as event (id, topic, register, payload)`,
    [
      events.map((one) => one.id),
      events.map((one) => one.topic),
      events.map((one) => one.register),
      events.map((one) => JSON.stringify(one.payload)),
      nowMs,
    ],
  )
}

async function heldAmong(
  client: PoolClient,
  documents: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly HeldRow[]>> {
  const { rows } = await client.query<HeldRow & { document: string }>(
    `select own.document, ${heldColumns('own')} from listing own
     where own.document = any($1) and own.register = $2`,
    [[...documents], productionRegister],
  )
  return Map.groupBy(rows, (row) => row.document)
}

async function watchedAmong(
  client: PoolClient,
  subjects: readonly SubjectRow[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ document: string }>(
    'select distinct document from alert_document where document = any($1) and register = $2',
    [subjects.map((one) => one.document), productionRegister],
  )
  return new Set(rows.map((row) => row.document))
}
