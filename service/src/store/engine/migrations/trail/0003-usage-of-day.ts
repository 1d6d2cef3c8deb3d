import type { Kysely } from 'kysely'
import type { Tables } from '../../tables.ts'

/** A month's days are added up one by one, however many clients each has. */
export async function indexUsageByDay(db: Kysely<Tables>): Promise<void> {
  await db.schema.createIndex('usage_of_day').on('usage_day').columns(['environment', 'day']).execute()
}
