import { type Expression, type SqlBool, sql } from 'kysely'

/** What comes after a place in a list with the newest first: by time, then by id. */
export const afterCursor = (
  after: { readonly createdAtMs: number; readonly id: string } | undefined,
): Expression<SqlBool> => sql<SqlBool>`(created_at_ms, id) < (${after?.createdAtMs ?? 0}, ${after?.id ?? ''})`
