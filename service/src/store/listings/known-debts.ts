import {
  contractBones,
  contractKey,
  contractLooks,
  creditorKey,
  type DebtIdentity,
} from '@lastro/rules/listings/insertion/debt-identity.ts'
import type { Draft } from '@lastro/rules/listings/listing.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { KnownDebts } from '../../features/listings/listing-store.ts'
import type { Tables } from '../engine/tables.ts'
import type { DebtTurns } from './debt-turns.ts'
import { inSlices } from './in-slices.ts'

/** The spellings of a contract; the last only where it differs, so that its index stays small. */
export function contractColumns(contractId: string | undefined) {
  if (contractId === undefined) return { contract_key: null, contract_joined: null, contract_parts: null }
  const { joined, inParts } = contractLooks(contractId)
  return {
    contract_key: contractKey(contractId),
    contract_joined: joined,
    contract_parts: inParts === joined ? null : inParts,
  }
}

/**
 * Every listing of these debts and of those that look like them, ended ones too, and of a guarantor the principal's. A
 * few too many may come along: the rules tell them apart.
 */
export async function knownRows(
  db: Kysely<Tables>,
  register: Register,
  identities: readonly DebtIdentity[],
  /** Those that are being written: what they bring along was not there when they were decided on. */
  written: ReadonlySet<string> = new Set(),
): Promise<readonly Row[]> {
  const own = (await rowsOf(db, register, identities)).filter(({ id }) => !written.has(id))
  // A guarantor's part stands and falls with its principal's, and with what that one was listed as before or since.
  const principals = await rowsById(
    db,
    own.map((one) => one.principal_id).filter((id) => id !== null),
  )
  const backed = await rowsOf(
    db,
    register,
    principals.flatMap((one) => identityIn(one) ?? []),
  )
  return [...new Map([...own, ...principals, ...backed].map((row) => [row.id, row])).values()]
}

type Row = Selectable<Tables['listing']>

async function rowsOf(
  db: Kysely<Tables>,
  register: Register,
  identities: readonly DebtIdentity[],
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (const some of inSlices(identities)) found.push(...(await knownIn(register, some).execute(db)).rows)
  return found
}

async function rowsById(db: Kysely<Tables>, ids: readonly string[]): Promise<readonly Row[]> {
  const found: Row[] = []
  for (const some of inSlices([...new Set(ids)])) {
    found.push(...(await db.selectFrom('listing').selectAll().where('id', 'in', some).execute()))
  }
  return found
}

const identityIn = (row: Row): DebtIdentity | undefined =>
  row.creditor_document === null || row.contract_id === null
    ? undefined
    : { creditorDocument: row.creditor_document, document: row.document, contractId: row.contract_id }

/**
 * Whether nothing has come to what was decided on. Asked once the new listings have their places: whatever held one
 * before has ended by then, and its end is seen.
 */
export async function isStillKnown(
  tx: Transaction<Tables>,
  turns: DebtTurns,
  { register, identities, listings }: KnownDebts,
  drafts: readonly Draft[],
): Promise<boolean> {
  await turns(tx, register, identities)
  const written = new Set(drafts.map(({ listing }) => listing.id))
  const seen = new Map(listings.map(({ id, version }) => [id, version]))
  const rows = await knownRows(tx, register, identities, written)
  return rows.every(({ id, version }) => written.has(id) || seen.get(id) === version)
}

/** The first and the last number that a branch of the same company could have. */
function creditorsLike(identity: DebtIdentity): readonly [string, string] {
  const key = creditorKey(identity)
  const rest = identity.creditorDocument.length - key.length
  return [key + '0'.repeat(rest), key + 'Z'.repeat(rest)]
}

export function knownIn(register: Register, identities: readonly DebtIdentity[]) {
  const asked = identities.map((identity) => {
    const bones = contractBones(identity.contractId)
    const values = [...creditorsLike(identity), identity.document, bones].map(
      (one) => sql`cast(${one} as text)`,
    )
    return sql`(${sql.join(values)})`
  })
  return sql<Selectable<Tables['listing']>>`
    with asked (first_creditor, last_creditor, document, bones) as (values ${sql.join(asked)})
    select listing.* from asked cross join listing
    where listing.register = ${register} and listing.document = asked.document
      -- Nothing is added, and SQLite compares what its index holds as it is.
      and replace(listing.contract_joined, '0', '') = asked.bones || ''
      and listing.creditor_document between asked.first_creditor and asked.last_creditor`
}
