import { randomFillSync } from 'node:crypto'
import { holdsDocument } from '../documents/document-number.ts'

/** The caller's own id when it is a sane one: short, plain, and not a document in disguise. */
export function requestIdOf(header: string | undefined): string {
  if (header === undefined || !/^[A-Za-z0-9._-]{8,64}$/.test(header)) return newId()
  return holdsDocument(header) ? newId() : header
}

const idBytes = 16
const idLength = 2 * idBytes

/** Chance is drawn, and written down, for many ids at a time. */
const chance = Buffer.alloc(256 * idBytes)
let drawn = ''
let used = 0

function newId(): string {
  if (used === drawn.length) {
    drawn = randomFillSync(chance).toString('hex')
    used = 0
  }
  used += idLength
  return drawn.slice(used - idLength, used)
}
