import type { AlertEvent } from '@lastro/contract/alerts/alert-events.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Occurrence } from '../../features/alerts/alert.ts'
import type { Tables } from '../engine/tables.ts'

export const occurrenceRow = (one: Omit<Occurrence, 'recordedAtMs'>): Insertable<Tables['occurrence']> => ({
  id: one.id,
  register: one.register,
  client_id: one.clientId,
  document: one.document,
  event: one.event,
  registration_id: one.registrationId,
  label: one.label ?? null,
  payload: JSON.stringify(one.data),
  shown: one.shown,
  sequence: one.sequence,
  created_at_ms: one.createdAtMs,
  recorded_at_ms: null,
})

export const occurrenceOf = (row: Selectable<Tables['occurrence']>): Occurrence => ({
  id: row.id,
  register: row.register,
  clientId: row.client_id,
  document: row.document,
  event: row.event as AlertEvent,
  registrationId: row.registration_id,
  label: row.label ?? undefined,
  data: JSON.parse(row.payload),
  shown: row.shown,
  sequence: row.sequence,
  createdAtMs: row.created_at_ms,
  recordedAtMs: row.recorded_at_ms ?? undefined,
})
