import { holdsDocument } from '@lastro/rules/documents/document-number.ts'

/** What a list is narrowed by, name by name; a name without a text narrows nothing. */
export type FilterTexts = Readonly<Record<string, string | undefined>>

/**
 * What of a filter may be in an address. Addresses are kept by browsers, logs and whoever gets a link: a document has no
 * place in them, also where somebody typed it into another field.
 */
export const mayBeShown = (text: string): boolean => !holdsDocument(text)

/** The filter that an address names. A document that somebody put into one is not taken. */
export const filterIn = (search: URLSearchParams, names: readonly string[]): FilterTexts =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = search.get(name) ?? ''
      return text !== '' && mayBeShown(text) ? [[name, text]] : []
    }),
  )

/** The address of a page with these parts of its filter changed, as far as they may be shown; the rest stays. */
export function addressWith(path: string, search: URLSearchParams, changes: FilterTexts): string {
  const next = new URLSearchParams(search)
  for (const [name, text = ''] of Object.entries(changes)) {
    if (text !== '' && mayBeShown(text)) next.set(name, text)
    else next.delete(name)
  }
  return next.size === 0 ? path : `${path}?${next}`
}

/** What of a filter is not for the address, and is kept in memory. */
export const heldBack = (filter: FilterTexts): FilterTexts =>
  Object.fromEntries(
    Object.entries(filter).filter(([, text]) => text !== undefined && text !== '' && !mayBeShown(text)),
  )
