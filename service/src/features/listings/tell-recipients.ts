import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import { addBusinessDays } from '@lastro/rules/calendar/business-days.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { productionRegister } from '@lastro/rules/listings/listing.ts'
import type { Clock } from '../../clock.ts'
import type { OutboxRow, OutboxStore } from '../../jobs/outbox.ts'
import type { Handled } from '../../jobs/runner.ts'
import type { Correction } from './outbox-rows.ts'

export type TellDeps = {
  readonly outbox: Pick<OutboxStore, 'add'>
  readonly clock: Clock
  /** Who was answered a report on a document, with the listings that it showed, from the trail. */
  readonly shownTo: (
    environment: Environment,
    document: DocumentNumber,
    range: { readonly fromMs: number; readonly untilMs: number },
  ) => Promise<readonly { readonly clientId: string; readonly listings: string }[]>
}

/**
 * CDC art. 43 §3: whoever was told something wrong is told the right thing within five business days. Each client
 * whose reports showed an earlier version gets one event, however often this runs.
 */
export async function tellRecipients(deps: TellDeps, row: OutboxRow): Promise<Handled> {
  const { listingId, document, change, version, fromMs } = row.payload as Correction
  const nowMs = deps.clock.nowMs()
  const environment = row.register === productionRegister ? 'production' : 'sandbox'
  // Only what was published is corrected, and only a valid document is published.
  const shown = await deps.shownTo(environment, document as DocumentNumber, { fromMs, untilMs: nowMs })
  const sawIt = shown.filter(({ listings }) => seenVersion(listings, listingId) < version)
  const recipients = [...new Set(sawIt.map((one) => one.clientId))]
  const dueOn = addBusinessDays(dayAt(row.createdAtMs), 5, 'national')
  await deps.outbox.add(
    recipients.map((clientId) => ({
      id: `${correctionEvent}.${listingId}.${version}.${clientId}`,
      topic: correctionEvent,
      register: row.register,
      clientId,
      payload: { listingId, documento: document, change, version, dueOn },
      createdAtMs: nowMs,
      dueAtMs: nowMs,
    })),
  )
  return 'done'
}

/** The version of a listing that a report showed, from the trail's `id:version,…`; past any when it showed none. */
function seenVersion(listings: string, listingId: string): number {
  const found = listings.split(',').find((one) => one.startsWith(`${listingId}:`))
  return found === undefined ? Number.POSITIVE_INFINITY : Number(found.slice(listingId.length + 1))
}
