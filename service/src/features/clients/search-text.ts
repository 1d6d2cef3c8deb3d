/** A name as a search compares it: without case and accents. */
export const searchText = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
