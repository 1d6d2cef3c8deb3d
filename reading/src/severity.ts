/**
 * What something means for a decision, the most serious first. `partial`: nothing was found, but only a part of the
 * data was consulted. `unknown`: nothing can be concluded.
 */
export const severities = ['closed', 'negative', 'attention', 'unknown', 'partial', 'clear'] as const

export type Severity = (typeof severities)[number]

/** The loudest of several; `unknown` of none, for nothing was looked at. */
export const loudest = (all: readonly Severity[]): Severity =>
  severities.find((one) => all.includes(one)) ?? 'unknown'
