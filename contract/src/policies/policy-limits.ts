/** A policy of a hundred rules with both sentences of each at their longest has half of this. */
export const policyBytesMax = 256 * 1024

/** Retired ones count: their names stay theirs, for decisions of years ago name them. */
export const policyCountMax = 200

/** One for each working day of four years. */
export const policyVersionCountMax = 1_000

/** Checking costs the machine up to seconds: a person who writes sends fewer, and a program has no need of it. */
export const policyChecksPerMinute = 20

/** How large a policy may be: room for any that a person can read, and a bound on what checking one costs. */
export const policyLimits = {
  ruleCountMax: 100,
  /** Conditions inside conditions. */
  depthMax: 6,
  /** Objects and lists inside each other: twice what the deepest conditions need, which are told where they stand. */
  nestingMax: 32,
  /** Conditions that one and, or or holds. */
  branchCountMax: 20,
  /** Comparisons of one rule, wherever they stand in it. */
  comparisonCountMax: 40,
  /** Constants that one value is compared with in a whole policy. */
  constantCountMax: 40,
  creditorCountMax: 50,
  /** Names of creditors in all filters of a policy together. */
  creditorTotalMax: 2_000,
  /** A reason is a sentence that a person is given, not a page. */
  textLengthMax: 300,
  nameLengthMax: 60,
  /** Twenty years: nothing negative is shown for longer than five, and federal debts have no filter. */
  dayCountMax: 7_300,
  /** The report counts the consultations of one year. */
  consultationDayCountMax: 365,
  /** More than any count, score or age, and exact in a double. */
  numberMax: 1_000_000_000,
} as const
