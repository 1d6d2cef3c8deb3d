import { decisionEvent } from '@lastro/contract/alerts/alert-events.ts'
import { correctionEvent } from '@lastro/contract/listings/listing-codes.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import type { NewOutboxRow, OutboxRow } from '../../../jobs/outbox.ts'
import type { WatchedDocument } from '../alert.ts'
import type { EventMoment, Watcher } from '../alert-store.ts'
import { alertEventOf, isTooLate, isWatching } from '../match-event.ts'

/** A policy is to run again on a watched document. */
export const policyRunTopic = 'watch.decide'

/** The run that follows from one cause: the same row however often it is made. */
export const policyRun = (
  { id, register, clientId }: WatchedDocument,
  cause: string,
  machineMs: number,
): NewOutboxRow => ({
  id: `${policyRunTopic}.${id}.${cause}`,
  topic: policyRunTopic,
  register,
  clientId,
  payload: { registrationId: id },
  createdAtMs: machineMs,
  dueAtMs: machineMs,
})

/**
 * The run that follows from an event, whether or not its watcher chose to hear of the event itself. Undefined where no
 * policy goes with the document, where its watcher could not be told of another outcome, and where nothing that a
 * report shows has changed.
 */
export function policyRunAfter(
  event: OutboxRow,
  watcher: Watcher,
  { machineMs, nowMs }: EventMoment,
): NewOutboxRow | undefined {
  const { registration } = watcher
  if (registration.policy === undefined) return undefined
  const alert = alertEventOf(event)
  if (alert === undefined || alert === decisionEvent || alert === correctionEvent) return undefined
  if (!isWatching(watcher, decisionEvent, dayAt(nowMs)) || isTooLate(event, watcher)) return undefined
  return policyRun(registration, event.id, machineMs)
}
