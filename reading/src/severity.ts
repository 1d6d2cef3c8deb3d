/** What something means for whoever is about to decide, the loudest first. */
export const severities = ['closed', 'negative', 'attention', 'unknown', 'clear'] as const

export type Severity = (typeof severities)[number]

/** The loudest of several; `unknown` of none, for nothing was looked at. */
export const loudest = (all: readonly Severity[]): Severity =>
  severities.find((one) => all.includes(one)) ?? 'unknown'
