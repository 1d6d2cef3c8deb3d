import { randomUUIDv7 } from 'node:crypto'
import { productionRegister } from '@lastro/rules/listings/listing.ts'
import { subjectChanges } from '@lastro/rules/subjects/subject-changes.ts'
import type { KeptSubject } from '../../features/bureau/subject-store.ts'
import type { NewOutboxRow } from '../../jobs/outbox.ts'
import { factsOf } from './subject-row.ts'

/**
 * The events of a subject that takes the place of what was kept of it, to be written in the same commit. Only those
 * of documents that somebody watches are looked for; facts that were kept byte by byte the same have none.
 */
export function subjectEvents(
  keptFacts: Uint8Array | undefined,
  { document, facts }: KeptSubject,
  newFacts: Buffer,
  nowMs: number,
): NewOutboxRow[] {
  if (keptFacts !== undefined && newFacts.equals(keptFacts)) return []
  const before = keptFacts && factsOf(keptFacts)
  return subjectChanges(before, facts).map(({ event, data }) => ({
    id: `${event}.${randomUUIDv7()}`,
    topic: event,
    register: productionRegister,
    clientId: '',
    payload: { documento: document, data },
    createdAtMs: nowMs,
    dueAtMs: nowMs,
  }))
}
