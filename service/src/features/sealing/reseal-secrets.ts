import type { Text } from '@lastro/contract/text.ts'
import type { Sealed } from './seal-key.ts'
import { type Seal, SealedElsewhere, sealUnder } from './sealed-secrets.ts'

export type Seals = Readonly<Record<Sealed, Seal>>

/** The seal of each kind of secret, by its key. */
export const sealsUnder = (keyOf: (sealed: Sealed) => Buffer): Seals => ({
  'secrets of webhooks': sealUnder(keyOf('secrets of webhooks')),
  'secrets of sign-in': sealUnder(keyOf('secrets of sign-in')),
  'kept reports': sealUnder(keyOf('kept reports')),
  'credentials of sources': sealUnder(keyOf('credentials of sources')),
})

/** Everything in the store that is sealed. */
export type SealedStore = {
  /** Gives each sealed text another, all of them in one commit; says how many it held. */
  readonly reseal: (anew: Readonly<Record<Sealed, SealAnew>>) => Promise<number>
  /** Whether some text does not begin as those of these keys do. */
  readonly isSealedElsewhere: (prefixes: Readonly<Record<Sealed, string>>) => Promise<boolean>
}

/** Must give the same text back for the same owner alone. */
export type SealAnew = (sealed: string, owner: string) => string

/** Seals every secret under another key. Those that are under it already stay, so that it may be done again. */
export async function resealSecrets(
  store: SealedStore,
  { previous, next }: { readonly previous: Seals; readonly next: Seals },
): Promise<number> {
  const anew = (of: Sealed): SealAnew => {
    return (sealed, owner) =>
      sealed.startsWith(next[of].prefix) ? sealed : next[of].seal(previous[of].open(sealed, owner), owner)
  }
  return store.reseal({
    'secrets of webhooks': anew('secrets of webhooks'),
    'secrets of sign-in': anew('secrets of sign-in'),
    'kept reports': anew('kept reports'),
    'credentials of sources': anew('credentials of sources'),
  })
}

export const isSealedElsewhere = (error: unknown): boolean => error instanceof SealedElsewhere

/** Why a start is refused when the secrets in the store need another key; undefined when they open. */
export async function secretsKeyFault(store: SealedStore, seals: Seals): Promise<Text | undefined> {
  const isElsewhere = await store.isSealedElsewhere({
    'secrets of webhooks': seals['secrets of webhooks'].prefix,
    'secrets of sign-in': seals['secrets of sign-in'].prefix,
    'kept reports': seals['kept reports'].prefix,
    'credentials of sources': seals['credentials of sources'].prefix,
  })
  return isElsewhere ? keyFault : undefined
}

const keyFault: Text = {
  pt: 'Os segredos dos webhooks ou dos códigos de acesso, as credenciais das fontes ou as chaves dos relatórios guardados estão cifrados sob outra chave. Volte LASTRO_SECRETS_KEY (ou secrets.key em LASTRO_DATA) à anterior, ou cifre-os de novo: lastro secrets reseal, com a anterior em LASTRO_SECRETS_KEY_OLD.',
  en: 'The secrets of webhooks or of sign-in codes, the credentials of sources or the keys of kept reports are encrypted under another key. Set LASTRO_SECRETS_KEY (or secrets.key in LASTRO_DATA) back to the one before, or encrypt them anew: lastro secrets reseal, with the one before in LASTRO_SECRETS_KEY_OLD.',
}
