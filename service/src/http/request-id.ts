import { randomUUID } from 'node:crypto'
import { holdsDocument } from '../documents/document-number.ts'

/** The caller's own id when it is a sane one: short, plain, and not a document in disguise. */
export function requestIdOf(header: string | undefined): string {
  if (header === undefined || !/^[A-Za-z0-9._-]{8,64}$/.test(header)) return randomUUID()
  return holdsDocument(header) ? randomUUID() : header
}
