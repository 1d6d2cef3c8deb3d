import { type DocumentNumber, documentType, parseDocument } from '@lastro/rules/documents/document-number.ts'
import type * as OpenId from 'openid-client'
import { type Clock, systemClock } from '../../../clock.ts'
import { type AssuranceLevel, assuranceOf, isAssured } from './assurance.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { signInSecrets } from './sign-in-secrets.ts'

/** Who vouches for people on file, as the operator has set it. */
export type IssuerSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string
  /** The claim that holds the CPF. */
  readonly cpfClaim: string
  readonly levelMin: AssuranceLevel
}

/** Why nobody was let in. Each is said in words on a page, and is the outcome of the act on record. */
export type SignInFault =
  | 'issuer_unavailable'
  | 'sign_in_denied'
  | 'sign_in_expired'
  | 'id_token_invalid'
  | 'cpf_invalid'
  | 'level_too_low'

/** `cause` is a code of the library's: its messages may quote a token. */
export type SignInRefused = { readonly fault: SignInFault; readonly cause?: string | undefined }

export type Identified = {
  readonly document: DocumentNumber
  /** Who vouched, and how surely: kept with the request for access. */
  readonly identity: string
}

export type Issuer = {
  /** Where the browser is sent. */
  readonly authorizationUrl: (secret: string) => Promise<URL | SignInRefused>
  /** What the issuer's answer comes to: a person whose CPF it vouches for, or why not. */
  readonly identify: (secret: string, currentUrl: URL) => Promise<Identified | SignInRefused>
}

/** Loaded when the first person comes: a start should not wait for what few services use. */
const openId = () => import('openid-client')

/** An issuer that is slower than this leaves a page that says so. */
const issuerTimeoutSeconds = 10

/** What an issuer says of itself is looked at again this often: addresses and keys change. */
const metadataMaxMs = 60 * 60_000

type Known = {
  readonly config: OpenId.Configuration
  readonly readAtMs: number
  readonly skewSeconds: number
}

export type IssuerDeps = { readonly clock: Clock; readonly redirectUri: string }

/** Authorization code with PKCE, state and nonce; the ID token's signature is always checked. */
export function openIssuer(settings: IssuerSettings, { clock, redirectUri }: IssuerDeps): Issuer {
  let known: Known | undefined

  const configuration = async (): Promise<OpenId.Configuration> => {
    const nowMs = clock.nowMs()
    // Whether a token has expired is judged by the clock that everything else goes by.
    const skewSeconds = Math.round((nowMs - systemClock.nowMs()) / 1000)
    const isKnown =
      known !== undefined &&
      known.skewSeconds === skewSeconds &&
      Math.abs(nowMs - known.readAtMs) < metadataMaxMs
    if (!isKnown) known = { config: await discovered(settings, skewSeconds), readAtMs: nowMs, skewSeconds }
    return (known as Known).config
  }

  return {
    authorizationUrl: async (secret) => {
      const { state, nonce, pkceVerifier } = signInSecrets(secret)
      try {
        const oidc = await openId()
        return oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: settings.scope,
          code_challenge: await oidc.calculatePKCECodeChallenge(pkceVerifier),
          code_challenge_method: 'S256',
          state,
          nonce,
        })
      } catch (error) {
        return { fault: 'issuer_unavailable', cause: causeOf(error) }
      }
    },

    identify: async (secret, currentUrl) => {
      const { state, nonce, pkceVerifier } = signInSecrets(secret)
      let config: OpenId.Configuration
      try {
        config = await configuration()
      } catch (error) {
        return { fault: 'issuer_unavailable', cause: causeOf(error) }
      }
      const oidc = await openId()
      try {
        const tokens = await oidc.authorizationCodeGrant(config, currentUrl, {
          pkceCodeVerifier: pkceVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        return identified(settings, tokens.claims() ?? {})
      } catch (error) {
        return { fault: faultOf(oidc, error), cause: causeOf(error) }
      }
    },
  }
}

async function discovered(
  { issuer, clientId, clientSecret }: IssuerSettings,
  skewSeconds: number,
): Promise<OpenId.Configuration> {
  const oidc = await openId()
  const url = new URL(issuer)
  const metadata = { [oidc.clockSkew]: skewSeconds }
  const config = await oidc.discovery(url, clientId, metadata, oidc.ClientSecretBasic(clientSecret), {
    timeout: issuerTimeoutSeconds,
    [oidc.customFetch]: boundedFetch,
    // Settings take http for loopback only.
    execute: url.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
  })
  // Without it a token that came over TLS would be believed unsigned.
  oidc.enableNonRepudiationChecks(config)
  return config
}

/** The person that a checked ID token names: a CPF, whole and right, of somebody known well enough. */
function identified(
  { issuer, cpfClaim, levelMin }: IssuerSettings,
  claims: Readonly<Record<string, unknown>>,
): Identified | SignInRefused {
  const told = claims[cpfClaim]
  const parsed = typeof told === 'string' ? parseDocument(told) : undefined
  if (parsed?.kind !== 'document' || documentType(parsed.document) !== 'CPF') return { fault: 'cpf_invalid' }
  const level = assuranceOf(claims)
  if (!isAssured(level, levelMin)) return { fault: 'level_too_low' }
  return { document: parsed.document, identity: `OpenID Connect: ${new URL(issuer).host}, ${level}` }
}

function faultOf(oidc: typeof OpenId, error: unknown): SignInFault {
  if (error instanceof oidc.AuthorizationResponseError) return 'sign_in_denied'
  if (error instanceof oidc.ResponseBodyError) return 'sign_in_denied'
  return unreachable.has(causeOf(error) ?? '') ? 'issuer_unavailable' : 'id_token_invalid'
}

const unreachable: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'FETCH_FAILED',
])

/** A code and no more: what stands in a message may be somebody's. */
function causeOf(error: unknown): string | undefined {
  if (error instanceof TypeError && error.message === 'fetch failed') return 'FETCH_FAILED'
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
