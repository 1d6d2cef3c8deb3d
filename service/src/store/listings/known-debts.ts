import {
  contractBones,
  contractKey,
  contractLooks,
  creditorKey,
  type DebtIdentity,
  type DebtTerms,
  type SoughtDebt,
} from '@lastro/rules/listings/insertion/debt-identity.ts'
import type { Draft } from '@lastro/rules/listings/listing.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import { centsOf } from '@lastro/rules/money/cents.ts'
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
 * Every listing of these debts, ended ones included, of those with a similar contract number, and those of the same
 * parties that may have ended with the same terms; of a guarantor the principal's as well. The rules decide which count.
 */
export async function knownRows(
  db: Kysely<Tables>,
  register: Register,
  debts: readonly SoughtDebt[],
  /** Those that are being written: what they bring along was not there when they were decided on. */
  written: ReadonlySet<string> = new Set(),
): Promise<readonly Row[]> {
  const found = [
    ...(await rowsOf(debts, (some) => knownIn(register, some).execute(db))),
    ...(await rowsOf(debts.flatMap(withTerms), (some) => endedIn(register, some).execute(db))),
  ]
  const own = found.filter(({ id }) => !written.has(id))
  // A guarantor's part stands and falls with its principal's, and with what that one was listed as before or since.
  const principals = await rowsById(
    db,
    own.map((one) => one.principal_id).filter((id) => id !== null),
  )
  const backed = await rowsOf(
    principals.flatMap((one) => identityIn(one) ?? []),
    (some) => knownIn(register, some).execute(db),
  )
  return [...new Map([...own, ...principals, ...backed].map((row) => [row.id, row])).values()]
}

type Row = Selectable<Tables['listing']>

async function rowsOf<Sought>(
  sought: readonly Sought[],
  find: (some: readonly Sought[]) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (const some of inSlices(sought)) found.push(...(await find(some)).rows)
  return found
}

type DebtWithTerms = SoughtDebt & { readonly terms: DebtTerms }

const withTerms = (debt: SoughtDebt): readonly DebtWithTerms[] =>
  debt.terms === undefined ? [] : [{ ...debt, terms: debt.terms }]

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
  { register, debts, listings }: KnownDebts,
  drafts: readonly Draft[],
): Promise<boolean> {
  await turns(tx, register, debts)
  const written = new Set(drafts.map(({ listing }) => listing.id))
  const seen = new Map(listings.map(({ id, version }) => [id, version]))
  const rows = await knownRows(tx, register, debts, written)
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

/** The condition of the index `listing_ended`, word for word. */
const mayHaveEnded = sql`(state in ('released', 'withdrawn', 'expired', 'suspended') or paid_on is not null
  or answer_by is not null or principal_id is not null)`

/**
 * The listings of the same parties that once had these terms and may have ended for a relevant reason. Listings that
 * are simply active are left out, so that debts of one person inserted at the same time do not conflict.
 */
export function endedIn(register: Register, debts: readonly DebtWithTerms[]) {
  const asked = debts.map((debt) => {
    const { amount, dueDate } = debt.terms
    const former = JSON.stringify({ amount, dueDate })
    const values = [...creditorsLike(debt), debt.document, dueDate, former].map(
      (one) => sql`cast(${one} as text)`,
    )
    return sql`(${sql.join(values)}, cast(${Number(centsOf(amount))} as bigint))`
  })
  return sql<Row>`
    with asked (first_creditor, last_creditor, document, due_date, former, cents) as (values ${sql.join(asked)})
    select listing.* from asked cross join listing
    where listing.register = ${register} and listing.document = asked.document
      and listing.creditor_document between asked.first_creditor and asked.last_creditor
      and ${mayHaveEnded}
      and ((listing.amount_cents = asked.cents and listing.due_date = asked.due_date)
        or listing.facts like '%' || asked.former || '%')`
}
