import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** PostgreSQL ends one of two that wait for each other, and nothing of it happened. */
const deadlock = '40P01'

/** Others held what it wanted for longer than a query may wait. */
const lockNotHad = '55P03'

const triesMax = 10

/** Does work of one statement or transaction again when PostgreSQL chose it to end a deadlock. */
export const againAfterDeadlock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  againAfter([deadlock], work)

async function againAfter<Result>(codes: readonly string[], work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isEnded = error instanceof Error && 'code' in error && codes.includes(String(error.code))
      if (!isEnded || tries >= triesMax) throw error
    }
  }
}

/** A transaction that is done again when PostgreSQL chose it to end a deadlock. */
export const patiently = <Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => againAfterDeadlock(() => db.transaction().execute(work))

/** Work for which nobody is kept waiting, and which would be a pity to lose: it waits its turn, again and again. */
export const againInTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  againAfter([deadlock, lockNotHad], work)

/** The same of a transaction. */
export const inItsTurn = <Result>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> => againInTurn(() => db.transaction().execute(work))
