/**
 * The name a section has in `X-Report-Sources`: the one callers know it by, without the word Report that two of them
 * end with (`identificationReport`, `QSAReport`).
 */
export const nameInSources = (sectionName: string): string => sectionName.replace(/Report$/, '')

/**
 * Whether the sources of a section, as `X-Report-Sources` names them (`bureau+receita@2026-10-11`), publish the special
 * status of every company they know. Only then does its absence mean that the company has none.
 */
export const knowsSpecialStatus = (sources: string): boolean =>
  sources.split('+').some((source) => /^(?:receita(?:@|$)|sandbox\.)/.test(source))
