import { isUtf8 } from 'node:buffer'
import type { TokenErrorCode } from '@lastro/contract/clients/credentials.ts'
import { bodyMediaType, readBody } from '../../http/body/body.ts'
import { json, type Reply } from '../../http/reply.ts'
import { type Call, environmentPrefix, environments, type Route } from '../../http/route.ts'
import {
  findClientBySecret,
  generateToken,
  refreshToken,
  revokeToken,
  type TokenDeps,
  type TokenRefusal,
  tokenRefusals,
} from './tokens.ts'

type Parameters = Readonly<Record<string, string>>

export type TokenRouteDeps = TokenDeps & { readonly isOutage: (error: unknown) => boolean }

/**
 * The token operations. They stand below both environments; a token always belongs to its client's own,
 * whichever of the two addresses it was asked at.
 */
export function tokenRoutes(deps: TokenRouteDeps): Route[] {
  return environments.flatMap((environment) => {
    const route = (path: string, operation: string, handle: Handle): Route => ({
      operation,
      method: 'POST',
      path: `${environmentPrefix[environment]}${path}`,
      produces: ['application/json'],
      handle: (call) => answer(call, deps, handle),
    })
    return [route('/oauth/token', 'token', token), route('/oauth/revoke', 'revoke', revoke)]
  })
}

type Handle = (
  deps: TokenDeps,
  parameters: Parameters,
  credentials: Credentials,
) => Promise<object | TokenRefusal>
type Credentials = { readonly id: string; readonly secret: string }

async function token(deps: TokenDeps, parameters: Parameters, credentials: Credentials) {
  const client = await findClientBySecret(deps, credentials)
  if ('refused' in client) return client
  const { grant_type: grantType, refresh_token: refresh, scope } = parameters
  if (grantType === undefined) return refuse('invalid_request', 'grant_type_missing')
  if (grantType === 'client_credentials') return generateToken(deps, client, scope)
  if (grantType !== 'refresh_token') return refuse('unsupported_grant_type', 'grant_type')
  if (refresh === undefined) return refuse('invalid_request', 'refresh_token_missing')
  return refreshToken(deps, client, { refreshToken: refresh, scope })
}

async function revoke(deps: TokenDeps, parameters: Parameters, credentials: Credentials) {
  const client = await findClientBySecret(deps, credentials)
  if ('refused' in client) return client
  if (parameters.token === undefined) return refuse('invalid_request', 'token_missing')
  await revokeToken(deps, client, parameters.token)
  return {}
}

async function answer(call: Call, deps: TokenRouteDeps, handle: Handle): Promise<Reply> {
  const read = await readParameters(call)
  if (read.kind === 'refused') return refusal(call, refuse('invalid_request', read.why), read.status)
  const credentials = credentialsOf(call.headers.authorization, read.parameters)
  if ('refused' in credentials) return refusal(call, credentials)
  try {
    const outcome = await handle(deps, read.parameters, credentials)
    if ('refused' in outcome) return refusal(call, outcome as TokenRefusal)
    return { status: 200, contentType: json, body: JSON.stringify(outcome), headers: notStored }
  } catch (error) {
    if (!deps.isOutage(error)) throw error
    return refusal(call, refuse('temporarily_unavailable', 'store'), 503)
  }
}

/** RFC 6749, 5.1: nothing on the way may keep a token. */
const notStored = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

const refuse = (refused: TokenErrorCode, why: TokenRefusal['why']): TokenRefusal => ({ refused, why })

function refusal(
  call: Call,
  { refused, why }: TokenRefusal,
  status = refused === 'invalid_client' ? 401 : 400,
): Reply {
  return {
    status,
    contentType: json,
    body: JSON.stringify({ error: refused, error_description: tokenRefusals[why][call.language] }),
    headers: {
      ...notStored,
      ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="lastro", charset="UTF-8"' }),
      ...(status === 503 && { 'Retry-After': '1' }),
    },
  }
}

type Read =
  | { readonly kind: 'parameters'; readonly parameters: Parameters }
  | { readonly kind: 'refused'; readonly why: TokenRefusal['why']; readonly status: number }

async function readParameters(call: Call): Promise<Read> {
  const mediaType = bodyMediaType(call.headers)
  const isForm = mediaType === 'application/x-www-form-urlencoded'
  if (!isForm && mediaType !== 'application/json') return { kind: 'refused', why: 'media_type', status: 415 }
  const bytes = await readBody(call)
  if (typeof bytes === 'string') return { kind: 'refused', why: 'too_large', status: 413 }
  const parameters = isUtf8(bytes) ? (isForm ? fromForm : fromJson)(bytes.toString('utf8')) : undefined
  return parameters === undefined
    ? { kind: 'refused', why: 'body', status: 400 }
    : { kind: 'parameters', parameters: withoutEmpty(parameters) }
}

/** RFC 6749, 3.2: a parameter sent without a value counts as omitted. */
const withoutEmpty = (parameters: Parameters): Parameters =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))

function fromForm(text: string): Parameters | undefined {
  const form = new URLSearchParams(text)
  const names = [...form.keys()]
  return new Set(names).size === names.length ? Object.fromEntries(form) : undefined
}

function fromJson(text: string): Parameters | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    const isFlat = Object.values(value).every((one) => typeof one === 'string')
    return isFlat && stringCount(text) === 2 * Object.keys(value).length ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** How many strings a JSON text holds. A flat object of texts has two a member, and more when one is repeated. */
const stringCount = (text: string): number => text.match(/"(?:[^"\\]|\\.)*"/g)?.length ?? 0

/** RFC 6749, 2.3.1: in a Basic header, or in the body; never in both. The body may still name the same client. */
function credentialsOf(header: string | undefined, body: Parameters): Credentials | TokenRefusal {
  if (header === undefined) {
    return {
      id: body.client_id ?? '',
      secret: body.client_secret ?? '',
    }
  }
  const credentials = basicCredentials(header)
  const isOther = body.client_id !== undefined && body.client_id !== credentials.id
  return isOther || body.client_secret !== undefined ? refuse('invalid_request', 'client_twice') : credentials
}

function basicCredentials(header: string): Credentials {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header) ?? []
  const [, id, secret] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? []
  return {
    id: percentDecoded(id ?? ''),
    secret: percentDecoded(secret ?? ''),
  }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
