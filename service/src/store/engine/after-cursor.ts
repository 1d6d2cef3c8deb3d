import { type Expression, type SqlBool, sql } from 'kysely'

type Position = { readonly createdAtMs: number; readonly sequence: number; readonly id: string }

/** What comes after a cursor's position in a list with the newest first: by time, then by id. */
export const afterCursor = (after: Omit<Position, 'sequence'> | undefined): Expression<SqlBool> =>
  sql<SqlBool>`(created_at_ms, id) < (${after?.createdAtMs ?? 0}, ${after?.id ?? ''})`

/** Occurrences of one moment stand in the order of their sequence. */
export const afterOccurrence = (after: Position | undefined): Expression<SqlBool> =>
  sql<SqlBool>`(created_at_ms, sequence, id)
    < (${after?.createdAtMs ?? 0}, ${after?.sequence ?? 0}, ${after?.id ?? ''})`
