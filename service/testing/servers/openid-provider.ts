import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import type { IssuerSettings } from '../../src/features/person/sign-in/issuer.ts'

type Claims = Record<string, unknown>

/** A real OpenID provider on a socket. What it says of the next person, and what happens to its tokens, a test decides. */
export type OpenIdProvider = {
  readonly url: string
  readonly settings: (redirectUri: string) => IssuerSettings
  /** Who signs in next: the subject, and what else is told of it. */
  person: { sub: string; claims: Claims }
  /** Whether the person gives up at the provider. */
  isCancelled: boolean
  /** Changes the ID token on its way; by default it goes as the provider made it. */
  tamper: (token: IdToken) => string
  isDown: boolean
  /** What time it is: the provider's own clock is the machine's, a test's may be another. */
  nowMs: () => number
  readonly close: () => Promise<void>
}

export type IdToken = {
  readonly raw: string
  readonly claims: Claims
  /** Signs other claims with the provider's own key. */
  readonly resigned: (claims: Claims) => string
  /** Signs the same claims with somebody else's key. */
  readonly forged: () => string
}

const clientId = 'lastro-titular'
const clientSecret = 'a secret of the client that is long enough'
const kid = 'test'

export async function openIdProvider(): Promise<OpenIdProvider> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const strange = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Another site than 127.0.0.1, so that a browser treats cookies as it would those of a stranger's site.
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`

  const of: OpenIdProvider = {
    url: issuer,
    person: { sub: '52998224725', claims: { reliability_info: { level: 'gold' } } },
    isCancelled: false,
    isDown: false,
    nowMs: () => Date.now(),
    tamper: ({ raw }) => raw,
    settings: (redirectUri) => {
      const provider = providerFor(issuer, redirectUri, privateKey, of)
      handle = (request, response) => answer(provider, of, { privateKey, strange }, request, response)
      return { issuer, clientId, clientSecret, scope: 'openid profile', cpfClaim: 'sub', levelMin: 'silver' }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return of
}

function providerFor(issuer: string, redirectUri: string, key: KeyObject, of: OpenIdProvider) {
  const jwk = { ...key.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }
  return new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key for the cookies of the provider'] },
    claims: { openid: ['sub', 'reliability_info', 'cpf'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, name: 'ANA CLARA', ...of.person.claims }),
    }),
    loadExistingGrant: async (ctx: GrantContext) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      })
      grant.addOIDCScope('openid profile')
      await grant.save()
      return grant
    },
    // Whoever comes again is somebody else: nobody stays signed in at the provider.
    ttl: { Session: 60, Grant: 60, IdToken: 600, Interaction: 600, AccessToken: 60 },
  })
}

type GrantContext = {
  readonly oidc: {
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string }
    readonly provider: {
      readonly Grant: new (
        of: object,
      ) => { addOIDCScope: (scope: string) => void; save: () => Promise<string> }
    }
  }
}

type Keys = { readonly privateKey: KeyObject; readonly strange: KeyObject }

function answer(
  provider: Provider,
  of: OpenIdProvider,
  keys: Keys,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (of.isDown) {
    response.writeHead(503).end()
    return
  }
  if (request.url?.startsWith('/interaction/')) {
    const result = of.isCancelled
      ? { error: 'access_denied', error_description: 'The person gave up' }
      : { login: { accountId: of.person.sub, remember: false } }
    void provider.interactionFinished(request, response, result)
    return
  }
  if (request.url === '/token') tampered(of, keys, response)
  void provider.callback()(request, response)
}

/** What the token endpoint sends passes through the test's hands. */
function tampered(of: OpenIdProvider, { privateKey, strange }: Keys, response: ServerResponse): void {
  const end = response.end.bind(response)
  response.end = ((body: string | Buffer) => {
    const told = JSON.parse(String(body)) as { id_token?: string }
    if (told.id_token === undefined) return end(body)
    const made = JSON.parse(Buffer.from(told.id_token.split('.')[1] ?? '', 'base64url').toString()) as Claims
    const iat = Math.floor(of.nowMs() / 1000)
    const claims = { ...made, iat, exp: iat + 600 }
    const id_token = of.tamper({
      raw: signed(claims, privateKey),
      claims,
      resigned: (other) => signed(other, privateKey),
      forged: () => signed(claims, strange),
    })
    const changed = JSON.stringify({ ...told, id_token })
    response.setHeader('Content-Length', Buffer.byteLength(changed))
    return end(changed)
  }) as typeof response.end
}

function signed(claims: Claims, key: KeyObject): string {
  const part = (of: object) => Buffer.from(JSON.stringify(of)).toString('base64url')
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
