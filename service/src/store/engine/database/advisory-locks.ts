/**
 * What is locked in a database by number, in one place so that no two things wait for each other by chance. A number is
 * never given to something else: an earlier release may hold it. Turns of equal queries are 64-bit hashes of their own.
 */
export const advisoryLocks = {
  migration: 5_291_078_203,
  fanOut: 5_291_078_204,
  subjectLoad: 5_291_078_205,
  months: 5_291_078_206,
  seal: 5_291_078_207,
} as const

/** The first of two numbers; the second says which lane, debt or process. These never collide with single numbers. */
export const advisoryLockClasses = {
  productionLane: 529_107_820,
  sandboxLane: 529_107_821,
  debt: 529_107_822,
  claimHolder: 529_107_823,
} as const
