import type { WebhookMessage } from '@lastro/contract/alerts/webhooks.ts'
import type { Occurrence } from '../alert.ts'
import { occurrenceView } from '../occurrences/occurrence-view.ts'

/** What a receiver gets: the type and time of an event, and the occurrence as the list of occurrences shows it. */
export function messageOf(occurrence: Occurrence): WebhookMessage {
  const data = occurrenceView(occurrence)
  return { type: data.event, timestamp: data.createdAt, data }
}
