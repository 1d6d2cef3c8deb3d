import type { SessionLimits } from './database-connection.ts'

const hoursMs = 6 * 60 * 60_000

/**
 * For a command over however much there is, whose answer no caller waits for. It waits for locks, and holds any, no
 * longer than the service it stands beside.
 */
export const commandLimits = ({
  applicationName,
  lockMs,
  idleInTransactionMs,
}: SessionLimits): SessionLimits => ({
  applicationName,
  statementMs: hoursMs,
  lockMs,
  idleInTransactionMs,
})

/** For work in the background over however much there is: these end only what would never end by itself. */
export const patientLimits = (applicationName: string): SessionLimits => ({
  applicationName,
  statementMs: hoursMs,
  lockMs: 60_000,
  idleInTransactionMs: hoursMs,
})
