import { hash } from 'node:crypto'

/**
 * What ties an answer of the issuer to the browser that was sent there. All are made from the secret in its cookie,
 * each in its own way, so that the store keeps a hash and nothing else.
 */
export const signInSecrets = (secret: string) => ({
  state: derived('state', secret),
  nonce: derived('nonce', secret),
  pkceVerifier: derived('pkce', secret),
})

/** 43 letters and digits, as PKCE asks for (RFC 7636). */
const derived = (use: string, secret: string): string => hash('sha256', `${use} ${secret}`, 'base64url')
