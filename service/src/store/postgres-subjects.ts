import type { Pool, PoolClient } from 'pg'
import { newestParticipations } from '../subjects/newest-participations.ts'
import type { KeptSubject, SubjectStore } from '../subjects/subject-store.ts'
import { inTransaction } from './postgres-transaction.ts'
import { factsOf, needsMore, rowOf, sectionsOf } from './subject-row.ts'

/** The hot statements of PostgreSQL: named, so that each connection prepares them once. */
export function postgresSubjects(pool: Pool): SubjectStore {
  return {
    readSections: async (document, wanted) => {
      const more = needsMore(wanted)
      const { rows } = await pool.query<[string, string, string?]>({
        name: more ? 'read_all_sections' : 'read_sections',
        text: `select valid_until, sections${more ? ', more_sections' : ''} from subject where document = $1`,
        values: [document],
        rowMode: 'array',
      })
      const [row] = rows
      return row === undefined ? [] : sectionsOf(...row)
    },
    readFacts: async (document) => {
      const { rows } = await pool.query<{ facts: Buffer }>({
        name: 'read_facts',
        text: 'select facts from subject where document = $1',
        values: [document],
      })
      return rows[0] && factsOf(rows[0].facts)
    },
    readParticipations: async (document) => {
      const { rows } = await pool.query<{ participation: string }>({
        name: 'read_participations',
        text: 'select participation from participation where document = $1',
        values: [document],
      })
      return newestParticipations(rows.map((row) => JSON.parse(row.participation)))
    },
    saveSubjects: (subjects) => inTransaction(pool, (client) => save(client, subjects)),
    countSubjects: async () => {
      const { rows } = await pool.query<{ count: number }>('select count(*) as count from subject')
      return rows[0]?.count ?? 0
    },
  }
}

/** Whole columns travel as arrays: three statements a batch, however many subjects it holds. */
async function save(client: PoolClient, subjects: readonly KeptSubject[]): Promise<void> {
  // Two loads that meet take their rows in the same order, so neither waits for the other in a circle.
  const ordered = subjects.toSorted((a, b) => (a.document < b.document ? -1 : 1))
  const documents = ordered.map((one) => one.document)
  const rows = ordered.map(rowOf)
  await client.query(
    `insert into subject (document, valid_until, sections, more_sections, facts)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[])
     on conflict (document) do update set valid_until = excluded.valid_until,
       sections = excluded.sections, more_sections = excluded.more_sections, facts = excluded.facts`,
    [
      documents,
      rows.map((one) => one.validUntil),
      rows.map((one) => one.sections),
      rows.map((one) => one.moreSections),
      rows.map((one) => one.facts),
    ],
  )
  const partners = ordered.flatMap(({ document, partners }) =>
    partners.map((one) => ({ company: document, ...one })),
  )
  await client.query('delete from participation where company_document = any($1)', [documents])
  await client.query(
    `insert into participation (document, company_document, participation)
     select * from unnest($1::text[], $2::text[], $3::text[])`,
    [
      partners.map((one) => one.document),
      partners.map((one) => one.company),
      partners.map((one) => JSON.stringify(one.participation)),
    ],
  )
}
