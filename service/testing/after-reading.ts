import { Kysely, PostgresDialect } from 'kysely'
import { databasePool } from '../src/store/engine/database/database-connection.ts'
import { patientLimits } from '../src/store/engine/database/patient-limits.ts'
import type { Tables } from '../src/store/engine/tables.ts'

/** A database on PostgreSQL in which something happens once, right after a select and before what follows from it. */
export function afterReading(databaseUrl: string, happens: () => Promise<unknown>): Kysely<Tables> {
  const pool = databasePool(databaseUrl, { limits: patientLimits('tests') })
  let isFirst = true
  let selecting: unknown
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [
      {
        transformQuery: ({ node, queryId }) => {
          if (node.kind === 'SelectQueryNode') selecting ??= queryId
          return node
        },
        transformResult: async ({ result, queryId }) => {
          if (queryId === selecting && isFirst) {
            isFirst = false
            await happens()
          }
          return result
        },
      },
    ],
  })
}
