import { argon2Sync, randomBytes } from 'node:crypto'
import { SealedElsewhere, sealUnder } from '../../features/sealing/sealed-secrets.ts'
import { BackupFault } from './backup-fault.ts'

/**
 * Argon2id with 64 MiB and three passes, the first choice of RFC 9106 for little memory: whoever steals a backup may
 * try passphrases for years, so that each try should cost far more than a sign-in.
 */
const cost = { memory: 65_536, passes: 3, parallelism: 4, tagLength: 32 } as const
const saltBytes = 16

/** The sealed text is bound to what it is, so that nothing sealed elsewhere opens as one. */
const owner = 'the key of the secrets, in a backup'

/** The key of the secrets as a backup holds it: `salt.sealed text`. */
export function sealKey(key: string, passphrase: string): string {
  const salt = randomBytes(saltBytes)
  return `${salt.toString('base64url')}.${sealUnder(derived(passphrase, salt)).seal(key, owner)}`
}

/** Throws where the passphrase is another; what was damaged does not open either. */
export function openKey(sealed: string, passphrase: string): string {
  const at = sealed.indexOf('.')
  const key = derived(passphrase, Buffer.from(sealed.slice(0, at), 'base64url'))
  try {
    return sealUnder(key).open(sealed.slice(at + 1), owner)
  } catch (error) {
    if (error instanceof SealedElsewhere) throw new BackupFault('wrong_passphrase', '')
    throw error
  }
}

/** The same characters however a keyboard composes them. */
const derived = (passphrase: string, nonce: Buffer): Buffer =>
  argon2Sync('argon2id', { message: passphrase.normalize('NFC'), nonce, ...cost })
