import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type SealKeySettings = {
  /** LASTRO_SECRETS_KEY, where the operator sets one. */
  readonly secretsKey: string | undefined
  readonly dataDirectory: string
}

const keyBytes = 32

/** What is sealed: each has a key of its own, so that nothing sealed for one opens as another. */
export type Sealed = 'secrets of webhooks' | 'secrets of sign-in' | 'kept reports' | 'credentials of sources'

/** The key that secrets are sealed under: from the operator's setting, or from a file made at the first start. */
export const readSealKey = ({ secretsKey, dataDirectory }: SealKeySettings, sealed: Sealed): Buffer =>
  derived(secretsKey ?? readOrMake(pathIn(dataDirectory)), sealed)

/** The same, of a key that is being replaced: undefined where there is neither a setting nor a file. */
export function replacedSealKeys({
  secretsKey,
  dataDirectory,
}: SealKeySettings): ((sealed: Sealed) => Buffer) | undefined {
  const material = secretsKey ?? read(pathIn(dataDirectory))
  return material === undefined ? undefined : (sealed) => derived(material, sealed)
}

/** The file itself, for a backup; undefined where the key is the operator's setting, or none was made yet. */
export function keyFileText({ secretsKey, dataDirectory }: SealKeySettings): string | undefined {
  const key = secretsKey === undefined ? read(pathIn(dataDirectory)) : undefined
  return key?.toString('base64url')
}

const pathIn = (dataDirectory: string): string => join(dataDirectory, 'secrets.key')

const derived = (material: string | Buffer, sealed: Sealed): Buffer =>
  Buffer.from(hkdfSync('sha256', material, '', `lastro: ${sealed}`, keyBytes))

function readOrMake(path: string): Buffer {
  const found = read(path)
  if (found !== undefined) return found
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  // Written whole under another name first: of several that start at once one gives the key, and no reader sees half.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, randomBytes(keyBytes).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  const made = read(path)
  if (made === undefined) throw new Error(`${path} vanished while it was made`)
  return made
}

function read(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64url')
    if (key.length !== keyBytes) throw new Error(`${path} does not hold a key`)
    return key
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
