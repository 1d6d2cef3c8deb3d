import type { ListingState } from '@lastro/contract/listings/listing-codes.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type HeldDebt, type HeldListing, heldDebts } from '@lastro/rules/reports/merging/held-here.ts'

/** The columns that say which debts are ours to tell. */
export const heldColumns = (of: string): string =>
  ['state', 'contract_id', 'amount_cents', 'due_date', 'paid_on', 'facts']
    .map((name) => `${of}.${name}`)
    .join(', ')

export type HeldRow = {
  readonly state: string
  readonly contract_id: string | null
  readonly amount_cents: number
  readonly due_date: string
  readonly paid_on: string | null
  readonly facts: string
}

/** The debts of these rows that are ours to tell, by the rule that says so. */
export const heldIn = (rows: readonly HeldRow[]): readonly HeldDebt[] => heldDebts(rows.map(heldListing))

/** What such a row says. */
export function heldListing(row: HeldRow): HeldListing {
  const { creditor, refusal, lifted, formerDebts = [] } = JSON.parse(row.facts)
  return {
    state: row.state as ListingState,
    contractId: row.contract_id ?? undefined,
    amountCents: BigInt(row.amount_cents),
    dueDate: row.due_date as Day,
    paidOn: (row.paid_on ?? undefined) as Day | undefined,
    creditor,
    refusal,
    lifted,
    formerDebts,
  }
}
