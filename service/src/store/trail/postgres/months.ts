import { setTimeout as wait } from 'node:timers/promises'
import {
  endOfMonthMs,
  type Month,
  monthAfter,
  monthAt,
  startOfMonthMs,
} from '@lastro/rules/calendar/month.ts'
import type { Client } from 'pg'
import { advisoryLocks } from '../../engine/database/advisory-locks.ts'
import { forgetLocalRows } from '../../engine/distributed/distribute-store.ts'

/** The tables that grow with every query. */
const growing = ['trail_link', 'consultation', 'trail_lane_owner'] as const

type Growing = (typeof growing)[number]

/** Tables are made so long ahead that nobody has to be there when a month begins. */
const monthsAhead = 2

/** A connection of its own, on which a statement may take as long as it takes. */
export type ConnectPatiently = () => Promise<Client>

/**
 * Makes the tables of this month and of the next ones where they are not there, and says how many it made. A month that
 * the table of before takes, or of which there are rows already in the one for what has no month, stays there.
 */
export async function makeMonths(connect: ConnectPatiently, nowMs: number): Promise<number> {
  const client = await connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      advisoryLocks.months,
    ])
    // Another service is at it.
    if (rows[0]?.taken !== true) return 0
    let made = 0
    for (const month of monthsFrom(monthAt(nowMs), monthsAhead)) {
      for (const table of growing) made += (await makeMonth(client, table, month)) ? 1 : 0
    }
    return made
  } finally {
    await client.end()
  }
}

function monthsFrom(first: Month, ahead: number): Month[] {
  const months = [first]
  for (let last = first; months.length <= ahead; months.push(last)) last = monthAfter(last)
  return months
}

async function makeMonth(client: Client, table: Growing, month: Month): Promise<boolean> {
  if (await exists(client, nameOf(table, month))) return false
  try {
    // Made first and taken in then: nobody who writes meanwhile waits for longer than the second takes.
    await inOrder(client, [
      'begin',
      lockShortly,
      `create table ${nameOf(table, month)} (like ${table} including all)`,
      // Where its table is spread over workers, this spreads it too.
      attach(table, month),
      'commit',
    ])
    return true
  } catch (error) {
    await client.query('rollback')
    if (isLeftWhereItIs(error)) return false
    throw error
  }
}

/**
 * Gives back the room of a month that has left: what stays of it is put into a table of its own size, which takes the
 * place of the other. Those who read and write other months wait for the exchange alone.
 */
export async function shrinkMonth(connect: ConnectPatiently, month: Month): Promise<void> {
  const client = await connect()
  try {
    for (const table of growing) {
      if (await exists(client, nameOf(table, month))) await inTurn(() => shrink(client, table, month))
    }
  } finally {
    await client.end()
  }
}

async function shrink(client: Client, table: Growing, month: Month): Promise<void> {
  const [old, left] = [nameOf(table, month), nameOf(table, month, '_left')]
  try {
    await inOrder(client, [
      'begin',
      lockShortly,
      `lock table ${old} in share row exclusive mode`,
      `create table ${left} (like ${table} including all)`,
      `insert into ${left} select * from ${old}`,
    ])
    const { rows } = await client.query<{ is_empty: boolean }>(
      `select not exists (select from ${left}) as is_empty`,
    )
    await inOrder(client, [`alter table ${table} detach partition ${old}`, `drop table ${old}`])
    if (rows[0]?.is_empty === true) await client.query(`drop table ${left}`)
    else {
      await inOrder(client, [
        `alter table ${left} rename to ${nameOf(table, month).split('.')[1]}`,
        attach(table, month),
      ])
      await forgetLocalRows(client, nameOf(table, month))
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** One after another: of several commands in one text Citus takes none. */
async function inOrder(client: Client, texts: readonly string[]): Promise<void> {
  for (const text of texts) await client.query(text)
}

/** Whoever queues for a lock holds up those behind: better to go away soon and come again. */
const lockShortly = `set local lock_timeout = '1s'`
const triesMax = 30
const pauseMs = 1_000

async function inTurn(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === triesMax || !isLockedOut(error)) throw error
      await wait(pauseMs)
    }
  }
}

const nameOf = (table: Growing, month: Month, end = ''): string =>
  `trail_months.${table}_${month.replace('-', '_')}${end}`

const attach = (table: Growing, month: Month): string =>
  `alter table ${table} attach partition ${nameOf(table, month)}
    for values from (${startOfMonthMs(month)}) to (${endOfMonthMs(month)})`

async function exists(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>('select to_regclass($1) as found', [name])
  return rows[0]?.found !== null
}

const codeOf = (error: unknown): unknown => error instanceof Error && 'code' in error && error.code

/** Another table takes that month, or has rows of it. */
const isLeftWhereItIs = (error: unknown): boolean => ['42P17', '23514'].includes(String(codeOf(error)))

/** Somebody else holds a lock, or waits for ours. */
const isLockedOut = (error: unknown): boolean => ['55P03', '40P01'].includes(String(codeOf(error)))
