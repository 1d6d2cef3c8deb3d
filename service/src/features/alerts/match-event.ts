import { hash } from 'node:crypto'
import { type AlertEvent, alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import type { OccurrenceData } from '@lastro/contract/alerts/alerts.ts'
import type { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import { contractHas } from '@lastro/contract/clients/client-contract.ts'
import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import { alertService } from '@lastro/contract/reports/products.ts'
import type { Purpose } from '@lastro/contract/reports/purposes.ts'
import { addDays, type Day, dayAt, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import type { OutboxRow } from '../../jobs/outbox.ts'
import type { EventChoice } from './alert.ts'
import type { AlertTarget, EventMoment, NewDelivery, NewOccurrence, Watcher } from './alert-store.ts'

/** What an event becomes for one who watches its document; undefined when it is not for them. */
export function matchEvent(
  event: OutboxRow,
  watcher: Watcher,
  moment: EventMoment,
): NewOccurrence | undefined {
  const alert = alertEventOf(event)
  const { registration } = watcher
  if (alert === undefined || !isWatching(watcher, alert, dayAt(moment.nowMs))) return undefined
  if (isTooLate(event, watcher)) return undefined
  const { register, clientId, document, id, label } = registration
  const { listingId, version } = event.payload as { readonly listingId?: string; readonly version?: number }
  return {
    occurrence: {
      id: occurrenceId(event.id, clientId),
      register,
      clientId,
      document,
      event: alert,
      registrationId: id,
      label,
      data: dataOf(event),
      shown: listingId === undefined ? '' : `${listingId}:${version}`,
      createdAtMs: moment.nowMs,
    },
    deliveries: deliveriesTo(watcher.targets, { event: alert, document }, moment),
  }
}

/**
 * Whoever began to watch when it could no longer be read is told nothing of it, not even its end; unless it was told of
 * it before, and its watch slept meanwhile.
 */
export const isTooLate = ({ payload }: OutboxRow, { registration, told }: Watcher): boolean =>
  typeof payload.untilMs === 'number' &&
  registration.createdAtMs > payload.untilMs &&
  told?.has(String(payload.listingId)) !== true

/** Whether a registration stands on a day, and wants to hear of an event. */
export const isWatching = (
  { registration: { until, events }, contract, isRevoked }: Watcher,
  event: AlertEvent,
  today: Day,
): boolean =>
  !isRevoked && mayMonitor(contract) && (until === undefined || until >= today) && chosen(events, event)

/** The purpose that the law asks of whoever watches (Lei 12.414). */
export const monitoring: Purpose = 'monitoring'

/** Whether a client may be told of changes: the product, and a live relation as its purpose. */
export const mayMonitor = (contract: ClientContract): boolean =>
  contractHas(contract.products, alertService.code) && contract.purposes.includes(monitoring)

/** Made of change and client: the same however often it is made, and another for every other. */
export const occurrenceId = (eventId: string, clientId: string): string =>
  `oc_${hash('sha256', `${eventId}\n${clientId}`, 'base64url').slice(0, idLength)}`

/** 144 bits of the hash: more than enough to never meet another. */
const idLength = 24

/** Changes of a listing that a reader of reports notices, as events of earlier versions tell them. */
const listingEvents: Readonly<Record<string, AlertEvent>> = {
  'listing.published': 'listing.published',
  'listing.changed': 'listing.changed',
  'listing.suspended': 'listing.changed',
  'listing.resumed': 'listing.changed',
  'listing.held': 'listing.changed',
  'listing.notice_failed': 'listing.changed',
  'listing.paid': 'listing.changed',
  'listing.dispute_overdue': 'listing.changed',
  'listing.dispute_rejected': 'listing.changed',
  'listing.released': 'listing.released',
  'listing.expired': 'listing.expired',
}

/** What cannot be read does not exist for a reader, and nothing is told of it; the listing's rules have decided. */
export function alertEventOf({ topic, payload }: OutboxRow): AlertEvent | undefined {
  if (!topic.startsWith('listing.')) return eventNamed(topic)
  if (payload.isForReaders !== true) return undefined
  return eventNamed(payload.event) ?? listingEvents[topic]
}

const eventNamed = (name: unknown): AlertEvent | undefined => alertEventNames.find((one) => one === name)

/** What changed. Nothing else of an event is for its readers: not the creditor's ids, not the cause. */
function dataOf({ topic, payload }: OutboxRow): OccurrenceData {
  if (!topic.startsWith('listing.')) return payload.data as OccurrenceData
  const { on, change = topic.slice('listing.'.length), visible, shown } = payload as ListingPayload
  return {
    on,
    change,
    ...(visible !== undefined && { visible }),
    ...(shown !== undefined && { listing: shown }),
  }
}

type ListingPayload = {
  readonly on: string
  readonly change?: string
  readonly visible?: NonNullable<OccurrenceData['visible']>
  readonly shown?: NonNullable<OccurrenceData['listing']>
}

const chosen = (events: EventChoice, event: AlertEvent): boolean =>
  events === undefined || events.includes(event)

/**
 * On their way to each target that wants them; a daily mail waits for its hour. Nobody chooses whether to hear that
 * what it was shown was wrong.
 */
export function deliveriesTo(
  targets: readonly AlertTarget[],
  { event, document }: { readonly event: AlertEvent; readonly document: string },
  { machineMs, nowMs }: EventMoment,
): readonly NewDelivery[] {
  return targets
    .filter(
      ({ events, documents }) =>
        event === correctionEvent || (chosen(events, event) && (documents?.includes(document) ?? true)),
    )
    .map(({ kind, id, isDigest }) => ({
      targetKind: kind,
      targetId: id,
      isDigest,
      dueAtMs: isDigest ? machineMs + (nextDigestMs(nowMs) - nowMs) : machineMs,
    }))
}

/** Before most people's working day, in São Paulo. */
const digestHourMs = 8 * 60 * 60_000

export function nextDigestMs(nowMs: number): number {
  const today = dayAt(nowMs)
  const atEight = startOfDayMs(today) + digestHourMs
  return atEight > nowMs ? atEight : startOfDayMs(addDays(today, 1)) + digestHourMs
}
