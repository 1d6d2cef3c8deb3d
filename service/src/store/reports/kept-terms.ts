import { type ClientContract, keptReportDays } from '@lastro/contract/clients/client-contract.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../engine/tables.ts'

const dayMs = 86_400_000

/** A contract that keeps reports for a shorter time counts for those that are kept already. A longer one does not. */
export async function shortenTerms(
  tx: Transaction<Tables>,
  clientId: string,
  contract: ClientContract,
): Promise<void> {
  for (const askedBy of ['session', 'key'] as const) {
    const termMs = keptReportDays(contract, askedBy) * dayMs
    await tx
      .updateTable('kept_report')
      .set((of) => ({ keep_until_ms: of('at_ms', '+', termMs) }))
      .where('client_id', '=', clientId)
      .where('asked_by', '=', askedBy)
      .where((where) => where('keep_until_ms', '>', where('at_ms', '+', termMs)))
      .execute()
  }
}

/** Nobody is left who could read them. */
export async function endKeptReports(
  tx: Transaction<Tables>,
  clientId: string,
  nowMs: number,
): Promise<void> {
  await tx
    .updateTable('kept_report')
    .set({ keep_until_ms: nowMs })
    .where('client_id', '=', clientId)
    .where('keep_until_ms', '>', nowMs)
    .execute()
}
