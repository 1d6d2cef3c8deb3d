import { randomBytes } from 'node:crypto'
import { type Seal, sealUnder } from './sealed-secrets.ts'

const keyBytes = 32

export type SealedUnderOwnKey = { readonly sealedKey: string; readonly sealed: string }

/** Seals a text under a key that is drawn for it alone: without that key, wherever a copy lies, it is noise. */
export function sealUnderOwnKey(seal: Seal, owner: string, text: string): SealedUnderOwnKey {
  const key = randomBytes(keyBytes)
  return {
    sealedKey: seal.seal(key.toString('base64url'), owner),
    sealed: sealUnder(key).seal(text, owner),
  }
}

/** Throws when it was sealed under another key, belongs to another owner, or was changed. */
export function openUnderOwnKey(seal: Seal, owner: string, { sealedKey, sealed }: SealedUnderOwnKey): string {
  const key = Buffer.from(seal.open(sealedKey, owner), 'base64url')
  return sealUnder(key).open(sealed, owner)
}
