import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits: there is no dictionary to try, so a plain SHA-256 keeps them. */
export const newSessionSecret = (): string => `lss_${randomBytes(32).toString('base64url')}`

export const sessionHash = (secret: string): string => hash('sha256', secret, 'base64url')

/**
 * Made from the session's secret, so that it is bound to that session, needs no place in the store, and a page
 * that knows it still does not know the secret.
 */
export const csrfTokenOf = (secret: string): string => hash('sha256', `csrf ${secret}`, 'base64url')

export function csrfTokenFits(secret: string, sent: string | undefined): boolean {
  const expected = Buffer.from(csrfTokenOf(secret))
  const given = Buffer.from(sent ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
