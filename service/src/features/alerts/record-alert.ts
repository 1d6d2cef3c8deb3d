import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { alertService } from '@lastro/contract/reports/products.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { environmentOf } from '@lastro/rules/listings/register.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Clock } from '../../clock.ts'
import type { Occurrence } from './alert.ts'
import type { OccurrenceStore } from './alert-store.ts'
import { type AsOfNowDeps, asOfNow, type Readings } from './as-of-now.ts'
import { isToldAsReader } from './corrections/told-as-reader.ts'
import { monitoring } from './match-event.ts'

export type AlertRecordDeps = AsOfNowDeps & {
  readonly occurrences: Pick<OccurrenceStore, 'recorded'>
  readonly record: (environment: Environment, draft: ConsultationDraft) => Promise<unknown>
  readonly clock: Clock
}

/**
 * Puts an alert on record before anybody sees it, sent to them or asked for, and gives what they may see of it. Those
 * that are seen together share what is read for that.
 */
export type RecordAlert = (occurrence: Occurrence, readings?: Readings) => Promise<Occurrence>

/** Several that are seen together, in their order. */
export function recordTogether(
  record: RecordAlert,
  occurrences: readonly Occurrence[],
): Promise<readonly Occurrence[]> {
  const readings: Readings = new Map()
  return Promise.all(occurrences.map((one) => record(one, readings)))
}

/** More than are ever on their way to several targets at a time. */
const knownCountMax = 10_000

/**
 * An alert is a consultation of the document by its client: it is on record, durably, before it is first sent or read,
 * whichever way that is. To be told that what one was shown was wrong is none. Its other ways and its repeats show the
 * same client the same thing: those that leave at the same time wait for one record, and those that were taken up
 * before it was written know of it.
 */
export function alertRecorder(deps: AlertRecordDeps): RecordAlert {
  const known = new Map<string, Promise<void>>()
  const recordOnce = (occurrence: Occurrence): Promise<void> => {
    if (occurrence.recordedAtMs !== undefined || isToldAsReader(occurrence)) return Promise.resolve()
    const underWay = known.get(occurrence.id)
    if (underWay !== undefined) return underWay
    const recording = recordAlert(deps, occurrence)
    known.set(occurrence.id, recording)
    // One that failed is tried again by whoever comes next.
    recording.catch(() => known.delete(occurrence.id))
    const [oldest] = known.keys()
    if (known.size > knownCountMax && oldest !== undefined) known.delete(oldest)
    return recording
  }
  return async (occurrence, readings) => {
    const seen = await asOfNow(deps, occurrence, readings)
    // With the debt it is about, told now or not: it may be told again once reports show it again.
    await recordOnce(occurrence)
    return seen
  }
}

async function recordAlert(
  { occurrences, record, clock }: AlertRecordDeps,
  occurrence: Occurrence,
): Promise<void> {
  const atMs = clock.nowMs()
  await record(environmentOf(occurrence.register), {
    atMs,
    clientId: occurrence.clientId,
    purpose: monitoring,
    // Only a valid document is watched.
    document: occurrence.document as DocumentNumber,
    product: alertService.code,
    features: occurrence.event,
    listings: occurrence.shown,
    address: '',
    requestId: occurrence.id,
    outcome: 'alerted',
    priceCents: undefined,
    key: '',
    repeatWindowMs: 0,
  })
  await occurrences.recorded(occurrence.id, atMs)
}
