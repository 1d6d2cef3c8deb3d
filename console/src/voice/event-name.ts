import { type AlertEvent, alertEvents } from '@lastro/contract/alerts/alert-events.ts'
import type { Language } from '@lastro/contract/text.ts'

/** What happened, as a name: for lists, choices and titles, where a full stop would stand before another mark. */
export const eventName = (event: string, language: Language): string =>
  (alertEvents[event as AlertEvent] ?? unknownEvent)[language].replace(/\.$/, '')

/** Of a service newer than this console. */
const unknownEvent = { pt: 'Outro acontecimento.', en: 'Something else.' }
