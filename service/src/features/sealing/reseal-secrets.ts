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
  /**
   * Gives each sealed text another, all of them in one commit with the mark of their key; says how many it held. Throws
   * where the mark is of neither key.
   */
  readonly reseal: (anew: Readonly<Record<Sealed, SealAnew>>, marks: KeyMarks) => Promise<number>
  /** The mark of the key that all is sealed under: this one, unless another was there before. */
  readonly keyMark: (mark: string) => Promise<string>
  /** Whether some text does not begin as those of these keys do. */
  readonly isSealedElsewhere: (prefixes: Readonly<Record<Sealed, string>>) => Promise<boolean>
}

export type KeyMarks = { readonly previous: string; readonly next: string }

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
  return store.reseal(
    {
      'secrets of webhooks': anew('secrets of webhooks'),
      'secrets of sign-in': anew('secrets of sign-in'),
      'kept reports': anew('kept reports'),
      'credentials of sources': anew('credentials of sources'),
    },
    { previous: markOf(previous), next: markOf(next) },
  )
}

/** All keys are derived from one: the name of any of them names it. */
const markOf = (seals: Seals): string => seals['kept reports'].prefix

export const isSealedElsewhere = (error: unknown): boolean => error instanceof SealedElsewhere

/**
 * Why a start is refused when the secrets in the store need another key; undefined when they open. The first start says
 * under which key all is sealed: a second service with another is refused before anything is, and not after.
 */
export async function secretsKeyFault(store: SealedStore, seals: Seals): Promise<Text | undefined> {
  const isElsewhere = await store.isSealedElsewhere({
    'secrets of webhooks': seals['secrets of webhooks'].prefix,
    'secrets of sign-in': seals['secrets of sign-in'].prefix,
    'kept reports': seals['kept reports'].prefix,
    'credentials of sources': seals['credentials of sources'].prefix,
  })
  if (isElsewhere) return keyFault
  const mark = markOf(seals)
  return (await store.keyMark(mark)) === mark ? undefined : keyFault
}

const keyFault: Text = {
  pt: 'Os segredos dos webhooks ou dos códigos de acesso, as credenciais das fontes ou as chaves dos relatórios guardados estão cifrados sob outra chave. Todos os serviços de um banco precisam da mesma: onde outro já roda, dê a este a mesma LASTRO_SECRETS_KEY, ou copie para LASTRO_DATA o secrets.key dele. Se a chave foi trocada, volte à anterior, ou cifre tudo de novo: lastro secrets reseal, com a anterior em LASTRO_SECRETS_KEY_OLD (ou ainda em secrets.key).',
  en: 'The secrets of webhooks or of sign-in codes, the credentials of sources or the keys of kept reports are encrypted under another key. All services of one database need the same: where another runs already, give this one the same LASTRO_SECRETS_KEY, or copy its secrets.key to LASTRO_DATA. If the key was changed, set it back to the one before, or encrypt everything anew: lastro secrets reseal, with the one before in LASTRO_SECRETS_KEY_OLD (or still in secrets.key).',
}
