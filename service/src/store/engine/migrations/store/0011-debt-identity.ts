import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** A debt is known by its creditor, debtor and contract however the contract is spelled, and by how the contract looks. */
export async function identifyDebts(db: Kysely<Tables>): Promise<void> {
  for (const column of ['contract_key', 'contract_joined', 'contract_parts']) {
    await db.schema.alterTable('listing').addColumn(column, 'text').execute()
  }
  await spellContracts(db)
  await sql`create index listing_debt on listing (document, register, creditor_document, contract_joined)`.execute(
    db,
  )
  await sql`create index listing_debt_parts on listing (document, register, creditor_document, contract_parts)
    where contract_parts is not null`.execute(db)
  // Two spellings of one debt may both be active: the later of them keeps a key of its own until it ends.
  await sql`update listing set contract_key = contract_key || ' ' || id
    where is_active = 1 and principal_id is null and exists (
      select 1 from listing other
      where other.document = listing.document and other.creditor_document = listing.creditor_document
        and other.contract_joined = listing.contract_joined and other.register = listing.register
        and other.contract_key = listing.contract_key and other.is_active = 1 and other.principal_id is null
        and (other.created_at_ms, other.id) < (listing.created_at_ms, listing.id)
    )`.execute(db)
  await sql`drop index listing_place`.execute(db)
  await sql`create unique index listing_place on listing (register, creditor_document, document, contract_key)
    where is_active = 1 and principal_id is null`.execute(db)
}

const pageSize = 500

async function spellContracts(db: Kysely<Tables>): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('listing')
      .select(['id', 'contract_id'])
      .where('id', '>', after)
      .where('contract_id', 'is not', null)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    for (const { id, contract_id } of rows) {
      await db
        .updateTable('listing')
        .set(spelled(contract_id ?? ''))
        .where('id', '=', id)
        .execute()
    }
    if (rows.length < pageSize) return
    after = rows.at(-1)?.id ?? after
  }
}

/** As the rules compare contracts today. What they do later is for later migrations. */
function spelled(contractId: string) {
  const upper = contractId.normalize('NFKC').toUpperCase().normalize('NFKC')
  const key = upper
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const withoutZeros = (text: string) => text.replace(/(?<!\d)0+(?=[\p{L}\p{N}])/gu, '')
  const joined = withoutZeros(key.replace(/[^\p{L}\p{N}]+/gu, ''))
  const parts = key
    .split(/[^\p{L}\p{N}]+/u)
    .map(withoutZeros)
    .join('')
  return { contract_key: key, contract_joined: joined, contract_parts: parts === joined ? null : parts }
}
