import { type AlertEvent, alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import type { WatchPatch, WatchRequest } from '@lastro/contract/alerts/alert-registrations.ts'
import type { Language } from '@lastro/contract/text.ts'
import { type Day, dayAt, parseDay } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, parseDocument } from '@lastro/rules/documents/document-number.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import { documentInvalid, fieldError, type Refusal } from '../../../http/reply.ts'
import type { WatchedDocument } from '../alert.ts'
import type { AlertCall } from '../alert-access.ts'

export type Watching = {
  readonly id: string
  readonly register: Register
  readonly clientId: string
  readonly nowMs: number
  readonly requestKey: string | undefined
}

/** A new registration, of what was asked for. */
export function watchDocument(
  { id, register, clientId, nowMs, requestKey }: Watching,
  { documento, events, label, until, policy }: WatchRequest,
  { language, accepts }: { readonly language: Language; readonly accepts: (of: DocumentNumber) => boolean },
): WatchedDocument | Refusal {
  const parsed = parseDocument(documento)
  if (parsed.kind === 'fault') return documentInvalid(parsed.fault, language)
  if (!accepts(parsed.document)) return { code: 'document_not_in_sandbox' }
  const day = until === undefined ? undefined : parseDay(until)
  if (until !== undefined && day === undefined) return untilInvalid(language)
  return {
    id,
    register,
    clientId,
    document: parsed.document,
    events: chosenEvents(events),
    label,
    until: day,
    policy,
    version: 1,
    createdAtMs: nowMs,
    requestKey,
  }
}

/**
 * The registration with another choice; `null` takes one back. One whose last day is over and that wakes watches from
 * now on: what could be read only while it slept is not for it.
 */
export function changeWatch(
  kept: WatchedDocument,
  { events, label, until, policy }: WatchPatch,
  { language, nowMs }: { readonly language: Language; readonly nowMs: number },
): WatchedDocument | Refusal {
  const day: Day | undefined = typeof until === 'string' ? parseDay(until) : undefined
  if (typeof until === 'string' && day === undefined) return untilInvalid(language)
  const lasting = until === undefined ? kept.until : day
  const today = dayAt(nowMs)
  const wakes = !isAwake(kept.until, today) && isAwake(lasting, today)
  return {
    ...kept,
    createdAtMs: wakes ? nowMs : kept.createdAtMs,
    version: kept.version + 1,
    events: events === undefined ? kept.events : chosenEvents(events ?? undefined),
    label: label === undefined ? kept.label : (label ?? undefined),
    until: lasting,
    policy: policy === undefined ? kept.policy : (policy ?? undefined),
  }
}

const isAwake = (until: Day | undefined, today: Day): boolean => until === undefined || until >= today

/** Whom a caller may watch: the sandbox holds invented people only. */
export const accepting =
  (
    { sandboxAccepts }: { readonly sandboxAccepts: (document: DocumentNumber) => boolean },
    { caller }: AlertCall,
  ) =>
  (document: DocumentNumber): boolean =>
    caller.environment === 'production' || sandboxAccepts(document)

/** In the catalogue's order, each once; a choice of all is the choice of all. */
export function chosenEvents(events: readonly AlertEvent[] | undefined): readonly AlertEvent[] | undefined {
  return events === undefined ? undefined : alertEventNames.filter((one) => events.includes(one))
}

const untilInvalid = (language: Language): Refusal => ({
  code: 'body_invalid',
  errors: [fieldError('until', 'day', language)],
})
