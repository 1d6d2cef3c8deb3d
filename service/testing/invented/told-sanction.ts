import type { WatchedDocument } from '../../src/features/alerts/alert.ts'
import type { NewOccurrence } from '../../src/features/alerts/alert-store.ts'

/** What somebody who watches is told of a sanction, under an id that a test gives it. */
export const toldSanction = (
  id: string,
  registration: WatchedDocument,
  nowMs: number,
): NewOccurrence['occurrence'] => ({
  id,
  register: registration.register,
  clientId: registration.clientId,
  document: registration.document,
  event: 'sanction.added',
  registrationId: registration.id,
  label: undefined,
  data: { on: '2026-11-16' } as never,
  shown: '',
  createdAtMs: nowMs,
})
