/** What can be found: a place, what it is called, and the words that lead to it. */
export type SearchEntry = {
  readonly href: string
  readonly title: string
  /** The page that it is on, where it is a part of one. */
  readonly page: string
  readonly text: string
}

/** As the program of the search reads it: short, because it travels. */
export const searchIndex = (entries: readonly SearchEntry[]): string =>
  JSON.stringify(entries.map(({ href, title, page, text }) => [href, title, page, text]))
