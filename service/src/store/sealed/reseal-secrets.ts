import type { Transaction } from 'kysely'
import type { KeptSecret } from '../../features/alerts/webhooks/webhook.ts'
import { sealOwner } from '../../features/declared-sources/declared-source.ts'
import type { SealAnew } from '../../features/sealing/reseal-secrets.ts'
import { sealVersion } from '../../features/sealing/sealed-secrets.ts'
import type { Tables } from '../engine/tables.ts'

export async function resealWebhooks(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
  // Written as they are, so that whoever rotates a secret meanwhile waits.
  const webhooks = await tx
    .updateTable('webhook')
    .set((set) => ({ label: set.ref('label') }))
    .returning(['id', 'secrets'])
    .execute()
  for (const { id, secrets } of webhooks) {
    const kept: readonly KeptSecret[] = JSON.parse(secrets)
    const anew = kept.map((one) => ({ ...one, sealed: sealAnew(one.sealed, id) }))
    await tx
      .updateTable('webhook')
      .set({ secrets: JSON.stringify(anew) })
      .where('id', '=', id)
      .execute()
  }
  return webhooks.length
}

/** Answers are JSON but for those that are sealed. */
export async function resealAnswers(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<void> {
  const answers = await tx
    .selectFrom('idempotency')
    .select(['environment', 'client_id', 'key', 'answer'])
    .where('answer', 'like', `${sealVersion}.%`)
    .execute()
  for (const { environment, client_id, key, answer } of answers) {
    await tx
      .updateTable('idempotency')
      .set({ answer: sealAnew(answer ?? '', client_id) })
      .where('environment', '=', environment)
      .where('client_id', '=', client_id)
      .where('key', '=', key)
      .execute()
  }
}

/** A secret that is still to be confirmed lives for minutes; whoever is at it begins again. */
export async function resealUsers(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
  const users = await tx
    .updateTable('user_account')
    .set({ totp_pending: null, totp_pending_until_ms: null })
    .where((where) => where.or([where('totp_sealed', 'is not', null), where('totp_pending', 'is not', null)]))
    .returning(['id', 'totp_sealed'])
    .execute()
  const sealed = users.filter((one) => one.totp_sealed !== null)
  for (const { id, totp_sealed } of sealed) {
    await tx
      .updateTable('user_account')
      .set({ totp_sealed: sealAnew(totp_sealed ?? '', id) })
      .where('id', '=', id)
      .execute()
  }
  return sealed.length
}

export async function resealCredentials(tx: Transaction<Tables>, sealAnew: SealAnew): Promise<number> {
  // Written as they are, so that whoever sets others meanwhile waits.
  const credentials = await tx
    .updateTable('source_credential')
    .set((set) => ({ sealed: set.ref('sealed') }))
    .returning(['source_id', 'client_id', 'sealed'])
    .execute()
  for (const { source_id, client_id, sealed } of credentials) {
    const owner = sealOwner({ sourceId: source_id, clientId: client_id === '' ? undefined : client_id })
    await tx
      .updateTable('source_credential')
      .set({ sealed: sealAnew(sealed, owner) })
      .where('source_id', '=', source_id)
      .where('client_id', '=', client_id)
      .execute()
  }
  return credentials.length
}
