import type { Transaction } from 'kysely'
import type { Tables } from '../engine/tables.ts'

/** Two that add to what one client has wait for each other here, so that a count before an insertion holds. */
export async function clientTurn(tx: Transaction<Tables>, clientId: string): Promise<void> {
  await tx
    .updateTable('client')
    .set((set) => ({ name: set.ref('name') }))
    .where('id', '=', clientId)
    .execute()
}
