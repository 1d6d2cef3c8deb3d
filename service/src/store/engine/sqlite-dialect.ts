import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'

/** A command may write while the service runs; each waits this long for the other. */
const busyTimeoutMs = 10_000
const busyPauseMs = 5

/** SQLite answers at once, so a loop of statements would never let a caller in; it gives way after this long. */
const turnMs = 5

/** Statements kept prepared. The service has a few dozen; the bound is for what it may generate. */
const statementCountMax = 200

/**
 * Kysely on Node's own SQLite: one writing connection, used in turn. Transactions take the write lock at
 * once, and waiting for another process to let go of it does not hold up the event loop. `onCommit` is called
 * whenever something was written.
 */
export const sqliteDialect = (db: DatabaseSync, onCommit = () => {}): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new OneConnection(db, onCommit),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

class OneConnection implements Driver {
  readonly #db: DatabaseSync
  readonly #connection: DatabaseConnection
  #last: Promise<void> = Promise.resolve()
  #release: () => void = () => undefined
  /** When the first statement of this turn of the event loop asked; undefined once the turn is over. */
  #turnStartedMs: number | undefined

  constructor(db: DatabaseSync, onCommit: () => void) {
    this.#db = db
    this.#connection = connection(db, onCommit)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#giveWay()
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    this.#release = resolve
    return this.#connection
  }

  async #giveWay(): Promise<void> {
    if (this.#turnStartedMs === undefined) {
      this.#turnStartedMs = performance.now()
      setImmediate(() => {
        this.#turnStartedMs = undefined
      })
    } else if (performance.now() - this.#turnStartedMs > turnMs) await nextTurn()
  }

  async releaseConnection(): Promise<void> {
    this.#release()
  }

  async beginTransaction(held: DatabaseConnection): Promise<void> {
    await held.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(held: DatabaseConnection): Promise<void> {
    await held.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(held: DatabaseConnection): Promise<void> {
    // After a full disk, among others, SQLite has rolled back by itself.
    if (this.#db.isTransaction) await held.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.#db.close()
  }
}

function connection(db: DatabaseSync, onCommit: () => void): DatabaseConnection {
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? prepare(db, sql)
    if (statements.size >= statementCountMax) statements.clear()
    statements.set(sql, statement)
    return statement
  }
  return {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const statement = prepared(sql)
      const values = parameters as readonly (string | number | null)[]
      return whenFree(() => {
        if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] }
        const { changes } = statement.run(...values)
        if (!db.isTransaction) onCommit()
        return { rows: [], numAffectedRows: changes as bigint }
      })
    },
    streamQuery: () => {
      throw new Error('Streaming is for the hot statements, which do not go through Kysely')
    },
  }
}

/** What a statement changed comes back with the key of the last row, and not every key fits a number. */
export function prepare(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql)
  if (statement.columns().length === 0) statement.setReadBigInts(true)
  return statement
}

async function whenFree<Result>(work: () => Result): Promise<Result> {
  const until = performance.now() + busyTimeoutMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await wait(busyPauseMs)
    }
  }
}

/** SQLITE_BUSY: another process, or another connection, is writing. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === 5
