import { randomFillSync } from 'node:crypto'
import { requestIdPattern } from '@lastro/contract/parameters.ts'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'

/** The caller's own id when it is a sane one: short, plain, and not a document in disguise. */
export function requestIdOf(header: string | undefined): string {
  if (header === undefined || !sane.test(header)) return newId()
  return holdsDocument(header) ? newId() : header
}

const sane = new RegExp(requestIdPattern)

const idBytes = 16

/** Chance is drawn for many ids at a time. */
const drawn = Buffer.alloc(256 * idBytes)
let used = drawn.length

function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += idBytes
  return drawn.toString('hex', used - idBytes, used)
}
