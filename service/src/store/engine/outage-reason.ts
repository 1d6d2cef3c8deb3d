import type { NotReady } from '../../http/health/readiness.ts'
import { DatabaseFault } from './database/database-address.ts'

/** The reason for an error of an engine; undefined if the error is our own fault. */
export type OutageReason = (error: unknown) => NotReady | undefined

/**
 * By SQLSTATE, the longest prefix first. A server that cancels a wait for a lock or a commit is up, but its commits
 * stall.
 */
const postgresReasons: readonly (readonly [prefix: string, reason: NotReady])[] = [
  ['25006', 'read_only'],
  ['25P03', 'commits_stalled'],
  ['40001', 'store_unavailable'],
  ['53100', 'disk_full'],
  ['53300', 'connections_exhausted'],
  ['53', 'store_unavailable'],
  ['55P03', 'commits_stalled'],
  ['57014', 'commits_stalled'],
  ['57P', 'store_unavailable'],
  ['08', 'store_unavailable'],
]

/** Errors of the system and the driver. Some driver errors have no code. */
const unreachableCodes = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_)/
const unreachableMessages =
  /^(Connection terminated|Query read timeout|timeout e|Client has encountered a connection error)/i

export const postgresOutage: OutageReason = (error) => {
  if (!(error instanceof Error)) return undefined
  if (error instanceof DatabaseFault) return error.reason
  const code = 'code' in error ? String(error.code) : ''
  const known = postgresReasons.find(([prefix]) => code.startsWith(prefix))
  if (known !== undefined) return known[1]
  return unreachableCodes.test(code) || unreachableMessages.test(error.message)
    ? 'store_unavailable'
    : undefined
}

/** By the low byte of SQLite's code: BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL and CANTOPEN. */
const sqliteReasons: Readonly<Record<number, NotReady>> = {
  5: 'commits_stalled',
  6: 'commits_stalled',
  7: 'store_unavailable',
  8: 'read_only',
  10: 'store_unavailable',
  13: 'disk_full',
  14: 'store_unavailable',
}

export const sqliteOutage: OutageReason = (error) =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? sqliteReasons[error.errcode & 0xff]
    : undefined
