import type { DebtIdentity } from '@lastro/rules/listings/insertion/debt-identity.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import { sql, type Transaction } from 'kysely'
import { advisoryLockClasses } from '../engine/database/advisory-locks.ts'
import type { Tables } from '../engine/tables.ts'

/**
 * Lets those who insert listings of the same people go one after the other, from here to the end of their
 * transaction: whoever comes second sees what the first has written. A person may be debtor in the one and guarantor
 * in the other, which no index holds apart.
 */
export type DebtTurns = (
  tx: Transaction<Tables>,
  register: Register,
  identities: readonly DebtIdentity[],
) => Promise<void>

/** SQLite has one writer at a time: its transaction is the turn. */
export const oneWriter: DebtTurns = async () => undefined

/** A batch of any size takes at most so many locks, of the thousands that a server has. */
const lockCount = 64

/** In the order of their numbers, and after all that waits for an index, so that nobody waits in a circle. */
export const lockedTurns: DebtTurns = async (tx, register, identities) => {
  const people = [...new Set(identities.map(({ document }) => `${register} ${document}`))]
  await sql`select pg_advisory_xact_lock(${advisoryLockClasses.debt}, number) from (
    select distinct abs(hashtext(person) % ${lockCount}) as number
    from unnest(cast(${people} as text[])) as person order by number
  ) as numbers`.execute(tx)
}
