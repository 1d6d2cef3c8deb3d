import type {
  DeliveryAttempt,
  Delivery as DeliverySeen,
  Occurrence as OccurrenceSeen,
} from '@lastro/contract/alerts/alerts.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import type { Attempt, Delivery, Occurrence } from '../alert.ts'

/** An occurrence as its client sees it, in the list and in a webhook alike. */
export const occurrenceView = (of: Occurrence): OccurrenceSeen => ({
  id: of.id,
  event: of.event,
  documento: of.document,
  ...(of.registrationId !== '' && { registrationId: of.registrationId }),
  ...(of.label !== undefined && { label: of.label }),
  sequence: of.sequence,
  createdAt: instantText(of.createdAtMs),
  data: of.data,
})

/** `aheadMs`: how far the register's clock is ahead of the machine's, by which the next attempt is stored. */
export const deliveryView = (
  { delivery, attempts }: { readonly delivery: Delivery; readonly attempts: readonly Attempt[] },
  { aheadMs, withExcerpts }: { readonly aheadMs: number; readonly withExcerpts: boolean },
): DeliverySeen => ({
  target: { kind: delivery.targetKind, id: delivery.targetId },
  state: delivery.state,
  ...(delivery.state === 'pending' && { nextAttemptAt: instantText(delivery.dueAtMs + aheadMs) }),
  ...(delivery.settledAtMs !== undefined && { settledAt: instantText(delivery.settledAtMs) }),
  attempts: attempts.map((one, at) =>
    attemptView(withExcerpts ? one : { ...one, excerpt: undefined }, at + 1),
  ),
})

const attemptView = ({ atMs, status, error, excerpt }: Attempt, attempt: number): DeliveryAttempt => ({
  attempt,
  at: instantText(atMs),
  ...(status !== undefined && { status }),
  ...(error !== undefined && { error }),
  ...(excerpt !== undefined && { excerpt }),
})
