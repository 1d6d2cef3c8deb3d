import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'

/** Keeps what must be read again: encrypted, bound to what it belongs to, and marked with the key it needs. */
export type Seal = {
  readonly seal: (text: string, owner: string) => string
  /** Throws when it was sealed under another key, for another owner, or was changed. */
  readonly open: (sealed: string, owner: string) => string
  /** Names the key; every text that is sealed under it begins with this. */
  readonly prefix: string
}

/**
 * AES-256-GCM. A signing secret cannot be kept as a hash, since it has to sign; whoever gets hold of a copy of the
 * store without the key learns none.
 */
export function sealUnder(key: Buffer): Seal {
  const keyMark = hash('sha256', key, 'buffer').subarray(0, 6).toString('base64url')
  const prefix = `${sealVersion}.${keyMark}.`
  return {
    prefix,
    seal: (text, owner) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${prefix}${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')}`
    },
    open: (sealed, owner) => {
      const [version, mark, content = ''] = sealed.split('.')
      if (version !== sealVersion) throw new Error('A sealed text is of no version that we know')
      if (mark !== keyMark) throw new SealedElsewhere()
      const bytes = Buffer.from(content, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
      return (
        decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
      )
    },
  }
}

export const sealVersion = 'v1'

const nonceBytes = 12
const tagBytes = 16

export class SealedElsewhere extends Error {
  constructor() {
    super(
      'sealed under another key: LASTRO_SECRETS_KEY, or secrets.key in LASTRO_DATA, is not the one it was',
    )
  }
}
