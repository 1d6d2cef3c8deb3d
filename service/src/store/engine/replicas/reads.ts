import type { Pool } from 'pg'

/** A `select` whose rows come as arrays: a replica is asked the same, with a column before the others. */
export type ReadStatement = {
  /** With a name it is prepared once on each connection. */
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

/** Where subjects and public data are read: the primary, or a replica that may answer for it. */
export type Reads = {
  readonly read: <Row extends unknown[]>(statement: ReadStatement, how?: ReadBound) => Promise<Row[]>
}

export type ReadBound = {
  /** Asked of the primary, where a replica has not answered by then. */
  readonly withinMs?: number
}

/** From the primary alone. */
export const primaryReads = (pool: Pool): Reads => ({
  read: async <Row extends unknown[]>(statement: ReadStatement) =>
    (await pool.query<Row>({ ...statement, rowMode: 'array' })).rows,
})
