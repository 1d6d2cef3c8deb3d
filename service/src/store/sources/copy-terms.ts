import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../engine/tables.ts'

const dayMs = 86_400_000

/** What of a document was asked for up to now is used no more: something of it was corrected, released or blocked. */
export async function endCopiesOf(db: Kysely<Tables>, document: string, nowMs: number): Promise<void> {
  await db
    .insertInto('source_copy_end')
    .values({ document, at_ms: nowMs })
    .onConflict((conflict) =>
      conflict.column('document').doUpdateSet({ at_ms: nowMs }).where('source_copy_end.at_ms', '<', nowMs),
    )
    .execute()
}

/** A contract that keeps copies for a shorter time counts for those that are kept already. A longer one does not. */
export async function shortenCopyTerms(
  db: Kysely<Tables>,
  clientId: string,
  { sources = [] }: Pick<ClientContract, 'sources'>,
): Promise<void> {
  const held = await db
    .selectFrom('source_copy')
    .leftJoin('declared_source', 'declared_source.id', 'source_copy.source_id')
    .select(['source_id', 'name', 'is_enabled'])
    .distinct()
    .where('client_id', '=', clientId)
    .execute()
  for (const { source_id, name, is_enabled } of held) {
    const days = is_enabled === 1 ? (sources.find(({ source }) => source === name)?.copyDays ?? 0) : 0
    await endAfter(db, { client_id: clientId, source_id }, days * dayMs)
  }
}

/** Of a source that is gone, or is not asked: nobody's copies of it are used. */
export const endCopiesOfSource = (db: Kysely<Tables>, sourceId: string): Promise<void> =>
  endAfter(db, { source_id: sourceId }, 0)

/** Nobody is left who could read them. */
export const endCopiesOfClient = (db: Kysely<Tables>, clientId: string): Promise<void> =>
  endAfter(db, { client_id: clientId }, 0)

/**
 * Holds every copy to what its client's contract says now. A copy that was on its way to the store while a contract or
 * a source changed is found here.
 */
export async function lapseCopies(db: Kysely<Tables>, nowMs: number): Promise<void> {
  const clients = await db
    .selectFrom('source_copy')
    .innerJoin('client', 'client.id', 'source_copy.client_id')
    .select(['client.id', 'contract', 'revoked_at_ms'])
    .distinct()
    .where('keep_until_ms', '>', nowMs)
    .execute()
  for (const { id, contract, revoked_at_ms } of clients) {
    if (revoked_at_ms === null) await shortenCopyTerms(db, id, JSON.parse(contract))
    else await endCopiesOfClient(db, id)
  }
}

async function endAfter(
  db: Kysely<Tables>,
  of: { readonly client_id?: string; readonly source_id?: string },
  termMs: number,
): Promise<void> {
  await db
    .updateTable('source_copy')
    .set((set) => ({ keep_until_ms: set('at_ms', '+', termMs) }))
    .$if(of.client_id !== undefined, (query) => query.where('client_id', '=', of.client_id ?? ''))
    .$if(of.source_id !== undefined, (query) => query.where('source_id', '=', of.source_id ?? ''))
    .where((where) => where('keep_until_ms', '>', where('at_ms', '+', termMs)))
    .execute()
}
