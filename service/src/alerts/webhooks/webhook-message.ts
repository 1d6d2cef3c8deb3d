import type { WebhookMessage } from '@lastro/contract/webhooks.ts'
import { instantText } from '../../calendar/day.ts'
import type { Occurrence } from '../alert.ts'

/** What a receiver gets: the type and time of an event, and the occurrence as the list of occurrences shows it. */
export const messageOf = (occurrence: Occurrence): WebhookMessage => ({
  type: occurrence.event,
  timestamp: instantText(occurrence.createdAtMs),
  data: {
    id: occurrence.id,
    event: occurrence.event,
    documento: occurrence.document,
    registrationId: occurrence.registrationId,
    ...(occurrence.label !== undefined && { label: occurrence.label }),
    sequence: occurrence.sequence,
    createdAt: instantText(occurrence.createdAtMs),
    data: occurrence.data,
  },
})
