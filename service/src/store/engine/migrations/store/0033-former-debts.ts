import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * What a debt was before its listing was changed, for those that were changed before that was kept: amounts and days
 * as readers were shown them. Its guarantors answer for the same debt.
 */
export async function fillFormerDebts(db: Kysely<Tables>): Promise<void> {
  let after = ''
  for (;;) {
    const page = await db
      .selectFrom('listing_history')
      .select('listing_id')
      .distinct()
      .where('shown', 'is not', null)
      .where('listing_id', '>', after)
      .orderBy('listing_id')
      .limit(pageSize)
      .execute()
    const ids = page.map(({ listing_id }) => listing_id)
    if (ids.length > 0) await fillPage(db, ids)
    if (page.length < pageSize) return
    after = ids.at(-1) ?? after
  }
}

const pageSize = 500

type Debt = { readonly amount: string; readonly dueDate: string }

async function fillPage(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('listing_history')
    .innerJoin('listing', 'listing.id', 'listing_history.listing_id')
    .select([
      'listing_history.listing_id',
      'listing_history.shown',
      'listing.amount_cents',
      'listing.due_date',
    ])
    .where('listing_history.listing_id', 'in', ids)
    .where('listing_history.shown', 'is not', null)
    .orderBy('listing_history.listing_id')
    .orderBy('listing_history.version')
    .execute()
  for (const [id, history] of Map.groupBy(rows, (row) => row.listing_id)) {
    const shown = history.map((row) => debtIn(row.shown ?? '{}'))
    if (history.some((row, at) => !isSame(shown[at], debtOf(row)))) await fillDebt(db, id, shown)
  }
}

async function fillDebt(db: Kysely<Tables>, id: string, shown: readonly Debt[]): Promise<void> {
  const listings = await db
    .selectFrom('listing')
    .select(['id', 'amount_cents', 'due_date', 'facts'])
    .where((where) => where.or([where('id', '=', id), where('principal_id', '=', id)]))
    .orderBy('id')
    .execute()
  for (const listing of listings) {
    const facts = JSON.parse(listing.facts)
    const known: readonly Debt[] = facts.formerDebts ?? []
    const former = [...known]
    for (const one of shown)
      if (!isSame(one, debtOf(listing)) && !former.some((other) => isSame(one, other))) former.push(one)
    if (former.length === known.length) continue
    await db
      .updateTable('listing')
      .set({ facts: JSON.stringify({ ...facts, formerDebts: former }) })
      .where('id', '=', listing.id)
      .execute()
  }
}

function debtIn(shown: string): Debt {
  const { amount, occurrenceDate } = JSON.parse(shown)
  return { amount, dueDate: occurrenceDate }
}

/** Some drivers read whole numbers of this size as text. */
const debtOf = (row: { readonly amount_cents: unknown; readonly due_date: string }): Debt => {
  const cents = String(row.amount_cents).padStart(3, '0')
  return { amount: `${cents.slice(0, -2)}.${cents.slice(-2)}`, dueDate: row.due_date }
}

const isSame = (one: Debt | undefined, other: Debt): boolean =>
  one?.amount === other.amount && one.dueDate === other.dueDate
