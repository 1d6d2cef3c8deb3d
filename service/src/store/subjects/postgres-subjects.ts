import type { DocumentType } from '@lastro/contract/reports/sections.ts'
import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/register.ts'
import { type KeptSections, needsMore } from '@lastro/rules/subjects/kept-sections.ts'
import type { BureauSection } from '@lastro/rules/subjects/loaded-sections.ts'
import type { Pool, PoolClient } from 'pg'
import type { CurrentBureauCoverage } from '../../features/bureau/bureau-coverage.ts'
import { readCoveredFacts } from '../../features/bureau/covered-sections.ts'
import type { StaleBefore, SubjectRow, SubjectStore } from '../../features/bureau/subject-store.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'
import { againInTurn } from '../engine/after-deadlock.ts'
import { batchReads } from '../engine/batch-reads.ts'
import { advisoryLocks } from '../engine/database/advisory-locks.ts'
import { inTransaction } from '../engine/postgres-transaction.ts'
import { countLoad } from '../engine/replicas/load-version.ts'
import { primaryReads, type Reads } from '../engine/replicas/reads.ts'
import { type HeldRow, heldColumns, heldIn } from '../listings/held-rows.ts'
import { bigintField, copyRows } from './copy-rows.ts'
import type { LoadedSubjects } from './loaded-subjects.ts'
import {
  clearedRow,
  documentLengths,
  type Floors,
  floorKey,
  mayBeStale,
  type NextRow,
  needsFacts,
  nextRow,
  participationRows,
  rowSectionsFor,
  type StoredRow,
} from './next-row.ts'
import { keptBefore, lapseOf, subjectEvents } from './subject-events.ts'
import { factsOf, keptOf, loadedIn, participationsOf, subjectOf } from './subject-row.ts'
import { subjectThreads } from './threads/subject-threads.ts'

/** The hot statements of PostgreSQL: named, so that each connection prepares them once, and shared by their askers. */
export function postgresSubjects(
  pool: Pool,
  asideDirectory: string,
  { loaded, coverage }: { readonly loaded: LoadedSubjects; readonly coverage: CurrentBureauCoverage },
  reads: Reads = primaryReads(pool),
): SubjectStore {
  const usual = batchReads((documents: readonly DocumentNumber[]) => readMany(reads, documents, false))
  const all = batchReads((documents: readonly DocumentNumber[]) => readMany(reads, documents, true))
  const facts = batchReads((documents: readonly DocumentNumber[]) => readPacked(reads, documents))
  const readSubject: SubjectStore['readSubject'] = async (document) => {
    const rows = await reads.read<[line: string, facts: Buffer]>({
      name: 'read_subject',
      text: `select ${firstLine}, facts from subject where document = $1`,
      values: [document],
    })
    const [found] = rows
    return found && subjectOf(loadedIn(found[0]), found[1])
  }
  return {
    readSections: (document, wanted) => (needsMore(wanted) ? all : usual)(document),
    readFacts: async (document) => {
      const packed = await facts(document)
      return packed && factsOf(packed)
    },
    readSubject,
    readCovered: (document, today) => readCoveredFacts(readSubject, coverage, document, today),
    readParticipations: async (document) =>
      (await readParticipations(reads, document)).map(({ participation }) => participation),
    readLoadedParticipations: (document) => readParticipations(reads, document),
    hasSubjects: loaded.has,
    startLoad: async (nowMs) => ({
      ...subjectThreads(asideDirectory),
      generation: await againInTurn(() => inTransaction(pool, (client) => nextGeneration(client, nowMs))),
    }),
    saveSubjects: async (subjects, nowMs) => {
      await againInTurn(() => inTransaction(pool, (client) => save(client, subjects, nowMs)))
      if (subjects.length > 0) loaded.added()
    },
    clearStale: (load, nowMs) => clearStale(pool, load, nowMs),
    clearedAfter: async ({ generation, covers }) => {
      const floors = await readFloors(pool)
      return covers.filter(
        ({ section, documentType }) => (floors.get(floorKey(section, documentType)) ?? 0) > generation,
      )
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

async function readParticipations({ read }: Reads, document: DocumentNumber) {
  const rows = await read<[string]>({
    name: 'read_participations',
    text: 'select participation from participation where document = $1',
    values: [document],
  })
  return participationsOf(rows.map(([text]) => text))
}

/** The first line of a row, which records the loads of its sections. */
const firstLine = `split_part(sections, E'\\n', 1)`

/** Serializes writers, so that each sees the other's changes: a document new to both has no row to lock. */
const lockLoads = (client: PoolClient) =>
  client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.subjectLoad])

async function nextGeneration(client: PoolClient, nowMs: number): Promise<number> {
  await lockLoads(client)
  const { rows } = await client.query<{ generation: number }>(
    `insert into bureau_load (generation, started_at_ms)
     select coalesce(max(generation), 0) + 1, $1 from bureau_load returning generation`,
    [nowMs],
  )
  return rows[0]?.generation as number
}

async function readFloors(client: Pick<PoolClient, 'query'>): Promise<Floors> {
  const { rows } = await client.query<{
    section: BureauSection
    document_type: DocumentType
    generation: number
  }>('select section, document_type, generation from bureau_floor')
  return new Map(rows.map((one) => [floorKey(one.section, one.document_type), one.generation]))
}

/** Rows are copied into a staging table and merged from there: ten statements, however many subjects there are. */
async function save(client: PoolClient, subjects: readonly SubjectRow[], nowMs: number): Promise<void> {
  await lockLoads(client)
  const floors = await readFloors(client)
  const byDocument = Map.groupBy(subjects, ({ document }) => document)
  const documents = [...byDocument.keys()].toSorted((a, b) => (a < b ? -1 : 1))
  const watched = await watchedAmong(client, documents)
  const stored = await readStored(
    client,
    documents,
    (document, loaded) =>
      watched.has(document) || needsFacts(loaded, byDocument.get(document) as readonly SubjectRow[]),
  )
  const next = documents
    .map((document) => nextRow(stored.get(document), byDocument.get(document) ?? [], { floors, nowMs }))
    .filter((one) => one !== undefined)
  await write(client, next, { floors, watched, stored, nowMs })
}

/** The stored rows of these documents, with facts where needed. */
async function readStored(
  client: PoolClient,
  documents: readonly DocumentNumber[],
  needs: (document: DocumentNumber, loaded: StoredRow['loaded']) => boolean,
): Promise<ReadonlyMap<DocumentNumber, StoredRow>> {
  const { rows } = await client.query<{ document: DocumentNumber; line: string; valid_until: Day }>(
    `select document, ${firstLine} as line, valid_until from subject where document = any($1)`,
    [documents],
  )
  const found = rows.map((row) => ({ ...row, loaded: loadedIn(row.line) }))
  const needed = found.filter(({ document, loaded }) => needs(document, loaded))
  const packed = new Map<string, Buffer>()
  if (needed.length > 0) {
    const { rows: facts } = await client.query<{ document: string; facts: Buffer }>(
      'select document, facts from subject where document = any($1)',
      [needed.map(({ document }) => document)],
    )
    for (const one of facts) packed.set(one.document, one.facts)
  }
  return new Map(
    found.map(({ document, loaded, valid_until: validUntil }) => [
      document,
      { loaded, validUntil, packed: packed.get(document) },
    ]),
  )
}

type Writing = {
  readonly floors: Floors
  readonly watched: ReadonlySet<string>
  readonly stored: ReadonlyMap<DocumentNumber, StoredRow>
  readonly nowMs: number
}

async function write(
  client: PoolClient,
  next: readonly NextRow[],
  { floors, watched, stored, nowMs }: Writing,
): Promise<void> {
  const rows = next.map(({ row }) => row)
  await writeEvents(client, rows, { watched, stored, nowMs })
  await mergeSubjects(client, rows)
  await replacePartners(client, next, floors)
  await client.query(countLoad)
}

/**
 * Shares the writer lock with loads, and reads again in the transaction, since another process may have recorded the
 * lapses meanwhile.
 */
async function recordLapsed(
  client: PoolClient,
  documents: readonly DocumentNumber[],
  nowMs: number,
): Promise<number> {
  await lockLoads(client)
  const stored = await readStored(client, documents, () => true)
  const lapsed = [...stored].filter(([, { validUntil }]) => validUntil < dayAt(nowMs))
  if (lapsed.length === 0) return 0
  const held = await heldAmong(client, new Set(lapsed.map(([document]) => document)))
  const readHeld = (document: string) => heldIn(held.get(document) ?? [])
  const lapses = lapsed.map(([document, row]) => lapseOf(document, row, { nowMs, readHeld }))
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

/** The number of rows that one commit of the sweep scans. */
const sweptRows = 8_000

async function clearStale(pool: Pool, load: StaleBefore, nowMs: number): Promise<void> {
  await againInTurn(() =>
    inTransaction(pool, async (client) => {
      await lockLoads(client)
      await client.query(
        `insert into bureau_floor (section, document_type, generation)
         select section, document_type, $3 from unnest($1::text[], $2::text[]) as covered (section, document_type)
         on conflict (section, document_type)
           do update set generation = greatest(bureau_floor.generation, excluded.generation)`,
        [load.covers.map((one) => one.section), load.covers.map((one) => one.documentType), load.generation],
      )
    }),
  )
  let cleared = 0
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ document: DocumentNumber; line: string }>(
      `select document, ${firstLine} as line from subject where document > $1 order by document limit ${sweptRows}`,
      [after],
    )
    const stale = rows
      .filter(({ document, line }) => mayBeStale(document, loadedIn(line), load))
      .map(({ document }) => document)
    if (stale.length > 0) {
      cleared += await againInTurn(() =>
        inTransaction(pool, (client) => clearRows(client, stale, load, nowMs)),
      )
      load.onCleared?.(cleared)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < sweptRows) break
    after = last.document
  }
  await againInTurn(() => inTransaction(pool, (client) => clearParticipations(client, load)))
}

async function clearRows(
  client: PoolClient,
  documents: readonly DocumentNumber[],
  load: StaleBefore,
  nowMs: number,
): Promise<number> {
  await lockLoads(client)
  const floors = await readFloors(client)
  const watched = await watchedAmong(client, documents)
  const stored = await readStored(client, documents, () => true)
  const next = documents
    .map((document) => {
      const found = stored.get(document)
      const sections = rowSectionsFor(document, load)
      return found && clearedRow(document, found, { ...load, sections }, nowMs)
    })
    .filter((one) => one !== undefined)
  await write(client, next, { floors, watched, stored, nowMs })
  return next.length
}

async function clearParticipations(client: PoolClient, { generation, covers }: StaleBefore): Promise<void> {
  const types = covers.filter(({ section }) => section === 'partner')
  if (types.length === 0) return
  await lockLoads(client)
  await client.query(
    'delete from participation where generation < $1 and length(document) = any($2::int[])',
    [generation, types.map(({ documentType }) => documentLengths[documentType])],
  )
  await client.query(countLoad)
}

/** The table of one connection, emptied by the end of each transaction, whatever becomes of it. */
async function mergeSubjects(client: PoolClient, subjects: readonly SubjectRow[]): Promise<void> {
  if (subjects.length === 0) return
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

async function replacePartners(client: PoolClient, next: readonly NextRow[], floors: Floors): Promise<void> {
  const replaced = next.filter(({ partners }) => partners !== undefined)
  if (replaced.length === 0) return
  await client.query('delete from participation where company_document = any($1)', [
    replaced.map(({ row }) => row.document),
  ])
  await copyRows(client, {
    into: 'participation (document, company_document, participation, generation)',
    rows: replaced.flatMap((one) =>
      participationRows(one, floors).map(({ document, company, participation, generation }) => [
        document,
        company,
        participation,
        bigintField(generation),
      ]),
    ),
  })
}

/** What changed in those that somebody watches. */
async function writeEvents(
  client: PoolClient,
  subjects: readonly SubjectRow[],
  { watched, stored, nowMs }: Pick<Writing, 'watched' | 'stored' | 'nowMs'>,
): Promise<void> {
  const changed = subjects.filter(({ document }) => watched.has(document))
  if (changed.length === 0) return
  const held = await heldAmong(client, watched)
  const readHeld = (document: string) => heldIn(held.get(document) ?? [])
  const events = changed.flatMap((subject) =>
    subjectEvents(keptBefore(stored.get(subject.document)), subject, { nowMs, readHeld }),
  )
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
  documents: readonly DocumentNumber[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ document: string }>(
    'select distinct document from alert_document where document = any($1) and register = $2',
    [documents, productionRegister],
  )
  return new Set(rows.map((row) => row.document))
}
