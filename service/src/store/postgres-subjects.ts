import type { SectionId } from '@lastro/contract/sections.ts'
import type { Pool, PoolClient } from 'pg'
import type { Day } from '../calendar/day.ts'
import type { KeptSubject, SubjectStore } from '../subjects/subject-store.ts'

/** The hot statements of PostgreSQL: named, so that each connection prepares them once. */
export function postgresSubjects(pool: Pool): SubjectStore {
  return {
    readSections: async (document) => {
      const { rows } = await pool.query<[SectionId, string, Day]>({
        name: 'read_sections',
        text: 'select section, text, valid_until from subject_section where document = $1',
        values: [document],
        rowMode: 'array',
      })
      return rows.map(([section, text, validUntil]) => ({ section, text, validUntil }))
    },
    readFacts: async (document) => {
      const { rows } = await pool.query<{ facts: string }>({
        name: 'read_facts',
        text: 'select facts from subject where document = $1',
        values: [document],
      })
      return rows[0] && JSON.parse(rows[0].facts)
    },
    readParticipations: async (document) => {
      const { rows } = await pool.query<{ participation: string }>({
        name: 'read_participations',
        text: 'select participation from participation where document = $1 order by company_document collate "C"',
        values: [document],
      })
      return rows.map((row) => JSON.parse(row.participation))
    },
    saveSubjects: async (subjects) => {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        await save(client, subjects)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    countSubjects: async () => {
      const { rows } = await pool.query<{ count: number }>('select count(*) as count from subject')
      return rows[0]?.count ?? 0
    },
  }
}

/** Whole columns travel as arrays: four statements a batch, however many subjects it holds. */
async function save(client: PoolClient, subjects: readonly KeptSubject[]): Promise<void> {
  // Two loads that meet take their rows in the same order, so neither waits for the other in a circle.
  const ordered = subjects.toSorted((a, b) => (a.document < b.document ? -1 : 1))
  const documents = ordered.map((one) => one.document)
  await client.query(
    `insert into subject (document, facts) select * from unnest($1::text[], $2::text[])
     on conflict (document) do update set facts = excluded.facts`,
    [documents, ordered.map((one) => JSON.stringify(one.facts))],
  )
  const sections = ordered.flatMap(({ document, sections }) => sections.map((one) => ({ document, ...one })))
  await client.query('delete from subject_section where document = any($1)', [documents])
  await client.query(
    `insert into subject_section (document, section, text, valid_until)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[])`,
    [
      sections.map((one) => one.document),
      sections.map((one) => one.section),
      sections.map((one) => one.text),
      sections.map((one) => one.validUntil),
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
