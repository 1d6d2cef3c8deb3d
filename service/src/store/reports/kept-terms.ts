import { type ClientContract, keptReportDays } from '@lastro/contract/clients/client-contract.ts'
import type { Transaction } from 'kysely'
import type { SealedReport } from '../../features/reports/kept/kept-report.ts'
import type { Engine, Tables } from '../engine/tables.ts'

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

/**
 * Reports as their clients' contracts let them be kept now. Whoever answered a query may not have heard yet that a
 * term was shortened or a client revoked, and what is kept after that would outlive it.
 */
export async function withinTerms(
  tx: Transaction<Tables>,
  engine: Engine,
  reports: readonly SealedReport[],
): Promise<readonly SealedReport[]> {
  const rows = await tx
    .selectFrom('client')
    .select(['id', 'contract', 'revoked_at_ms'])
    .where('id', 'in', [...new Set(reports.map(({ clientId }) => clientId))])
    // Held to the commit: whoever changes a contract meanwhile finds these reports afterwards.
    .$if(engine === 'postgres', (query) => query.forShare())
    .execute()
  const clients = new Map(rows.map((row) => [row.id, row]))
  return reports.flatMap((report) => {
    const { clientId, askedBy, atMs, keepUntilMs } = report
    const client = clients.get(clientId)
    if (client === undefined || client.revoked_at_ms !== null) return []
    const longestMs = atMs + keptReportDays(JSON.parse(client.contract), askedBy) * dayMs
    return longestMs > atMs ? [{ ...report, keepUntilMs: Math.min(keepUntilMs, longestMs) }] : []
  })
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
