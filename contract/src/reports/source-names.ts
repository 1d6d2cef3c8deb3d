/**
 * The name a section has in `X-Report-Sources`: the one callers know it by, without the word Report that two of them
 * end with (`identificationReport`, `QSAReport`).
 */
export const nameInSources = (sectionName: string): string => sectionName.replace(/Report$/, '')
