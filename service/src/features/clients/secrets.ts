import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { drawId } from '@lastro/rules/documents/draw-id.ts'

/** Secrets are 256 random bits, so a plain SHA-256 keeps them: there is no dictionary to try. */
const secretBytes = 32

const random = (prefix: string, bytes = secretBytes): string =>
  `${prefix}${randomBytes(bytes).toString('base64url')}`

export const newClientId = (): string => drawId(() => random('cli_', 12))
export const newFamilyId = (): string => random('fam_', 12)
export const newClientSecret = (): string => random('ls_')
export const newAccessToken = (): string => random('lat_')
export const newRefreshToken = (): string => random('lrt_')
export const newApiKey = (environment: Environment): string => random(keyPrefix[environment])

export const keyPrefix: Readonly<Record<Environment, string>> = {
  production: 'lk_live_',
  sandbox: 'lk_test_',
}

/** How a key begins and ends: enough to tell a client's keys apart, and of no use to anyone else. */
export const keyHint = (apiKey: string): string =>
  `${Object.values(keyPrefix).find((prefix) => apiKey.startsWith(prefix)) ?? ''}…${apiKey.slice(-4)}`

export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url')

export const secretMatches = (secret: string, secretHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretHash))

/** A key's name in a list: part of its hash, from which nobody gets back to the key. */
export const keyIdOf = (hash: string): string => hash.slice(0, keyIdLength)

/** 96 bits: no two keys share a name. */
export const keyIdLength = 16
