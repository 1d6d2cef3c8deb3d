import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Environment } from '@lastro/contract/credentials.ts'

/** Secrets are 256 random bits, so a plain SHA-256 keeps them: there is no dictionary to try. */
const secretBytes = 32

const random = (prefix: string, bytes = secretBytes): string =>
  `${prefix}${randomBytes(bytes).toString('base64url')}`

export const newClientId = (): string => random('cli_', 12)
export const newFamilyId = (): string => random('fam_', 12)
export const newClientSecret = (): string => random('ls_')
export const newAccessToken = (): string => random('lat_')
export const newRefreshToken = (): string => random('lrt_')
export const newApiKey = (environment: Environment): string => random(keyPrefix[environment])

export const keyPrefix: Readonly<Record<Environment, string>> = {
  production: 'lk_live_',
  sandbox: 'lk_test_',
}

export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url')

export const secretMatches = (secret: string, secretHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretHash))
