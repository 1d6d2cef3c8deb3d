import type { SessionLimits } from './database-connection.ts'

const hoursMs = 6 * 60 * 60_000

/** For work in the background over however much there is: these end only what would never end by itself. */
export const patientLimits = (applicationName: string): SessionLimits => ({
  applicationName,
  statementMs: hoursMs,
  lockMs: 60_000,
  idleInTransactionMs: hoursMs,
})
