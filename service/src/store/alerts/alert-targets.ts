import type { Kysely } from 'kysely'
import type { AlertTarget } from '../../features/alerts/alert-store.ts'
import type { Tables } from '../engine/tables.ts'
import { eventsOf } from './alert-documents.ts'

/** Where the alerts of these clients go now: e-mails that were confirmed, webhooks that are on. */
export async function targetsOf(
  db: Kysely<Tables>,
  clientIds: readonly string[],
): Promise<readonly AlertTarget[]> {
  const emails = await db
    .selectFrom('alert_email')
    .select(['id', 'client_id', 'events', 'documents', 'digest'])
    .where('client_id', 'in', [...clientIds])
    .where('state', '=', 'active')
    .execute()
  const webhooks = await db
    .selectFrom('webhook')
    .select(['id', 'client_id', 'events'])
    .where('client_id', 'in', [...clientIds])
    .where('state', '=', 'active')
    .execute()
  return [
    ...emails.map((row) => ({
      kind: 'email' as const,
      id: row.id,
      clientId: row.client_id,
      events: eventsOf(row.events),
      documents: row.documents === null ? undefined : (JSON.parse(row.documents) as string[]),
      isDigest: row.digest === 'daily',
    })),
    ...webhooks.map((row) => ({
      kind: 'webhook' as const,
      id: row.id,
      clientId: row.client_id,
      events: eventsOf(row.events),
      documents: undefined,
      isDigest: false,
    })),
  ]
}
