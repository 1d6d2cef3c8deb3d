import type { Text } from '@lastro/contract/text.ts'
import { type Seal, SealedElsewhere } from '../../sealing/sealed-secrets.ts'
import type { WebhookStore } from './webhook-store.ts'

/** Seals every secret under another key. Those that are under it already stay, so that it may be done again. */
export async function resealSecrets(
  webhooks: Pick<WebhookStore, 'reseal'>,
  { previous, next }: { readonly previous: Seal; readonly next: Seal },
): Promise<number> {
  return webhooks.reseal((sealed, owner) =>
    sealed.startsWith(next.prefix) ? sealed : next.seal(previous.open(sealed, owner), owner),
  )
}

export const isSealedElsewhere = (error: unknown): boolean => error instanceof SealedElsewhere

/** Why a start is refused when the secrets in the store need another key; undefined when they open. */
export async function secretsKeyFault(
  webhooks: Pick<WebhookStore, 'isSealedElsewhere'>,
  { prefix }: Pick<Seal, 'prefix'>,
): Promise<Text | undefined> {
  return (await webhooks.isSealedElsewhere(prefix)) ? keyFault : undefined
}

const keyFault: Text = {
  pt: 'Os segredos dos webhooks estão cifrados sob outra chave. Volte LASTRO_SECRETS_KEY (ou secrets.key em LASTRO_DATA) à anterior, ou cifre-os de novo: lastro webhooks reseal, com a anterior em LASTRO_SECRETS_KEY_OLD.',
  en: 'The secrets of webhooks are encrypted under another key. Set LASTRO_SECRETS_KEY (or secrets.key in LASTRO_DATA) back to the one before, or encrypt them anew: lastro webhooks reseal, with the one before in LASTRO_SECRETS_KEY_OLD.',
}
