import { holdsDocument } from './document-number.ts'

/** An id without the digits of a document, by chance neither: it would be refused wherever somebody asks for it. */
export function drawId(draw: () => string): string {
  for (;;) {
    const id = draw()
    if (!holdsDocument(id)) return id
  }
}
