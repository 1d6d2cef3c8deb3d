import type { Text } from '../text.ts'

/** A tag as programs name it: the Portuguese title in plain letters, whatever language the document is in. */
export const tagName = ({ pt }: Text): string =>
  pt
    .normalize('NFD')
    .replace(/[^\p{ASCII}]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
