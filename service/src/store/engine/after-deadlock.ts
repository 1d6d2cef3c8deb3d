import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** PostgreSQL ends one of two that wait for each other, and nothing of it happened. */
const deadlock = '40P01'

const triesMax = 10

/** Does work of one statement or transaction again when PostgreSQL chose it to end a deadlock. */
export async function againAfterDeadlock<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === deadlock
      if (!isDeadlock || tries >= triesMax) throw error
    }
  }
}

/** A transaction that is done again when PostgreSQL chose it to end a deadlock. */
export const patiently = <Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => againAfterDeadlock(() => db.transaction().execute(work))
