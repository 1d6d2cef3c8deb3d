import { contractScopes } from '@lastro/contract/clients/client-contract.ts'
import type { TokenAnswer, TokenErrorCode } from '@lastro/contract/clients/credentials.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Clock } from '../../clock.ts'
import type { Client, ClientStore, TokenPair } from './client-store.ts'
import { hashSecret, newAccessToken, newFamilyId, newRefreshToken, secretMatches } from './secrets.ts'

export const accessTokenSeconds = 600
export const refreshTokenSeconds = 86_400

export type TokenDeps = {
  readonly clients: Pick<
    ClientStore,
    | 'findClient'
    | 'addTokens'
    | 'findAccessToken'
    | 'findRefreshToken'
    | 'useRefreshToken'
    | 'revokeFamily'
    | 'revokeAccessToken'
  >
  readonly clock: Clock
  readonly products: readonly Product[]
}

export type TokenRefusal = { readonly refused: TokenErrorCode; readonly why: keyof typeof tokenRefusals }

/** The sentences of `error_description`. RFC 6749 leaves them to us; they say what to change. */
export const tokenRefusals = {
  body: {
    pt: 'Envie um formulário ou um objeto JSON em UTF-8, com cada parâmetro uma só vez e como texto.',
    en: 'Send a form or a JSON object in UTF-8, with each parameter once and as text.',
  },
  media_type: {
    pt: 'Envie Content-Type application/x-www-form-urlencoded ou application/json.',
    en: 'Send Content-Type application/x-www-form-urlencoded or application/json.',
  },
  too_large: { pt: 'O corpo é grande demais.', en: 'The body is too large.' },
  grant_type_missing: { pt: 'Envie grant_type.', en: 'Send grant_type.' },
  grant_type: {
    pt: 'grant_type deve ser client_credentials ou refresh_token.',
    en: 'grant_type must be client_credentials or refresh_token.',
  },
  client_twice: {
    pt: 'Envie as credenciais do cliente em Authorization: Basic ou no corpo, não nos dois.',
    en: 'Send the client credentials in Authorization: Basic or in the body, not in both.',
  },
  client: {
    pt: 'Cliente desconhecido, revogado ou com segredo errado.',
    en: 'The client is unknown, revoked, or its secret is wrong.',
  },
  refresh_token_missing: { pt: 'Envie refresh_token.', en: 'Send refresh_token.' },
  refresh_token: {
    pt: 'Este refresh_token não existe, venceu, foi revogado ou é de outro cliente. Gere um token novo.',
    en: 'This refresh_token does not exist, has expired, was revoked or is of another client. Generate a new token.',
  },
  refresh_token_reused: {
    pt: 'Este refresh_token já foi usado; por segurança, toda a sua família foi revogada. Gere um token novo.',
    en: 'This refresh_token was used before; to be safe its whole family is revoked. Generate a new token.',
  },
  scope: {
    pt: 'Há escopo pedido que o contrato, ou o token renovado, não inclui.',
    en: 'A scope asked for is not in the contract, or not in the token being refreshed.',
  },
  token_missing: { pt: 'Envie token.', en: 'Send token.' },
  store: {
    pt: 'O banco de dados não respondeu. Tente de novo em instantes.',
    en: 'The database did not answer. Try again shortly.',
  },
} as const

export async function findClientBySecret(
  { clients }: { readonly clients: Pick<ClientStore, 'findClient'> },
  credentials: { readonly id: string; readonly secret: string },
): Promise<Client | TokenRefusal> {
  if (isForeign(credentials.id) || isForeign(credentials.secret)) {
    return { refused: 'invalid_client', why: 'client' }
  }
  const client = await clients.findClient(credentials.id)
  const matches = secretMatches(credentials.secret, client?.secretHash ?? hashSecret(''))
  if (client === undefined || !matches || client.revokedAtMs !== undefined) {
    return { refused: 'invalid_client', why: 'client' }
  }
  return client
}

export async function generateToken(
  deps: TokenDeps,
  client: Client,
  scope: string | undefined,
): Promise<TokenAnswer | TokenRefusal> {
  const granted = grant(contractScopes(client.contract, deps.products), scope)
  if (granted === undefined) return { refused: 'invalid_scope', why: 'scope' }
  const nowMs = deps.clock.nowMs()
  const { pair, answer } = newPair(client.id, newFamilyId(), { access: granted, refresh: granted }, nowMs)
  await deps.clients.addTokens(pair, nowMs)
  return answer
}

/** A refresh token is used once; its second use, by whomever, revokes all that came from it. */
export async function refreshToken(
  deps: TokenDeps,
  client: Client,
  request: { readonly refreshToken: string; readonly scope: string | undefined },
): Promise<TokenAnswer | TokenRefusal> {
  if (isForeign(request.refreshToken)) return { refused: 'invalid_grant', why: 'refresh_token' }
  const refreshHash = hashSecret(request.refreshToken)
  const held = await deps.clients.findRefreshToken(refreshHash)
  const nowMs = deps.clock.nowMs()
  if (held === undefined || held.clientId !== client.id || held.revoked || held.expiresAtMs <= nowMs) {
    return { refused: 'invalid_grant', why: 'refresh_token' }
  }
  const granted = grant(held.scope.split(' '), request.scope)
  if (granted === undefined) return { refused: 'invalid_scope', why: 'scope' }
  const { pair, answer } = newPair(client.id, held.familyId, { access: granted, refresh: held.scope }, nowMs)
  const first = !held.used && (await deps.clients.useRefreshToken(refreshHash, pair, nowMs))
  if (first) return answer
  await deps.clients.revokeFamily(held.familyId, nowMs)
  return { refused: 'invalid_grant', why: 'refresh_token_reused' }
}

/** RFC 7009: a token that is unknown, or another client's, is left as it is and answered the same. */
export async function revokeToken(
  { clients, clock }: TokenDeps,
  client: Client,
  token: string,
): Promise<void> {
  if (isForeign(token)) return
  const tokenHash = hashSecret(token)
  const refresh = await clients.findRefreshToken(tokenHash)
  if (refresh?.clientId === client.id) return clients.revokeFamily(refresh.familyId, clock.nowMs())
  const access = await clients.findAccessToken(tokenHash)
  if (access?.clientId === client.id) await clients.revokeAccessToken(tokenHash, clock.nowMs())
}

/** Nothing of ours holds a control character, and PostgreSQL cannot even be asked about a NUL. */
const isForeign = (text: string): boolean => /\p{Cc}/u.test(text)

/** The scopes asked for, when all of them may be had; everything that may be had when none is asked for. */
function grant(allowed: readonly string[], asked: string | undefined): string | undefined {
  const wanted = asked?.split(' ').filter((one) => one !== '') ?? []
  if (wanted.length === 0) return allowed.join(' ')
  return wanted.every((one) => allowed.includes(one)) ? [...new Set(wanted)].join(' ') : undefined
}

function newPair(
  clientId: string,
  familyId: string,
  scope: { readonly access: string; readonly refresh: string },
  nowMs: number,
): { pair: TokenPair; answer: TokenAnswer } {
  const answer: TokenAnswer = {
    access_token: newAccessToken(),
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    refresh_token: newRefreshToken(),
    refresh_expires_in: refreshTokenSeconds,
    scope: scope.access,
  }
  const pair: TokenPair = {
    clientId,
    familyId,
    accessHash: hashSecret(answer.access_token),
    accessScope: scope.access,
    accessExpiresAtMs: nowMs + accessTokenSeconds * 1000,
    refreshHash: hashSecret(answer.refresh_token),
    refreshScope: scope.refresh,
    refreshExpiresAtMs: nowMs + refreshTokenSeconds * 1000,
  }
  return { pair, answer }
}
