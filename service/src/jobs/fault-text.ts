/** As much as a person reads of it; a stack has no place in a list. */
const lengthMax = 200

/**
 * What an error says, fit to be kept and shown: whatever might be a document, a phone number, an address of a person
 * or a secret is left out.
 */
export function faultText(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  return said
    .replace(/[\w.+-]+@[\w.-]+/g, '(…)')
    .replace(/\S*\d[\d./-]{4,}\S*/g, '(…)')
    .replace(/[\w-]{24,}/g, '(…)')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, lengthMax)
}
