import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Engine, Tables } from '../src/store/engine/tables.ts'

/** Writes statements for an engine and sends none, so that a test can ask how they would be run. */
export const unsentStatements = (engine: Engine): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      ...(engine === 'sqlite'
        ? {
            createAdapter: () => new SqliteAdapter(),
            createIntrospector: (db) => new SqliteIntrospector(db),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          }
        : {
            createAdapter: () => new PostgresAdapter(),
            createIntrospector: (db) => new PostgresIntrospector(db),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          }),
    },
  })
