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

/** Without the digits of a document, by chance neither: it would be refused wherever somebody asks for it. */
function newId(): string {
  let id: string
  do {
    if (used === drawn.length) {
      randomFillSync(drawn)
      used = 0
    }
    used += idBytes
    id = drawn.toString('hex', used - idBytes, used)
  } while (manyDigits.test(id))
  return id
}

const manyDigits = /\d{11}/
