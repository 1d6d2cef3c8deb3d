import { productPath } from '@lastro/contract/reports/products.ts'
import type { Clock } from '../../clock.ts'
import type { Credentials } from '../../features/declared-sources/declared-source.ts'
import { type Called, failedBy, type ProviderAnswer, readAs } from '../outward/outward-request.ts'
import type { ProviderCall } from '../outward/provider.ts'
import type { ProviderSession } from '../outward/shared-login.ts'
import { type OfferedFeatures, queriedProducts } from './plan-queries.ts'
import { readProblem } from './read-problem.ts'

/** What a login leaves: the tokens, and which features may be asked for. */
export type LastroToken = {
  readonly accessToken: string
  readonly refreshToken: string | undefined
  readonly offered: OfferedFeatures
}

type LoginDeps = {
  readonly call: ProviderCall
  readonly credentials: Credentials
  readonly clock: Clock
}

/** Renews a session by its refresh token, where it has one that still works, and otherwise begins another. */
export async function logIn(
  deps: LoginDeps,
  before: ProviderSession<LastroToken> | undefined,
): Promise<Called<ProviderSession<LastroToken>>> {
  const tokens = await newTokens(deps, before?.token.refreshToken)
  if (tokens.kind === 'failed') return tokens
  const { accessToken, refreshToken, endsAtMs } = tokens.value
  const offered = await offeredFeatures(deps, accessToken)
  return readAs({ token: { accessToken, refreshToken, offered }, endsAtMs })
}

type Tokens = Pick<LastroToken, 'accessToken' | 'refreshToken'> & { readonly endsAtMs: number }

async function newTokens(deps: LoginDeps, refreshToken: string | undefined): Promise<Called<Tokens>> {
  if (refreshToken !== undefined) {
    const renewed = await tokensFor(deps, { grant_type: 'refresh_token', refresh_token: refreshToken })
    if (renewed.kind === 'read' || renewed.fault !== 'login_refused') return renewed
  }
  return tokensFor(deps, { grant_type: 'client_credentials' })
}

const tokensFor = (
  { call, credentials, clock }: LoginDeps,
  grant: Readonly<Record<string, string>>,
): Promise<Called<Tokens>> =>
  call({
    method: 'POST',
    path: '/oauth/token',
    headers: {},
    body: JSON.stringify({
      ...grant,
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    }),
    // A refresh token that is used twice ends the session of everybody who has it.
    isRepeatable: grant.grant_type === 'client_credentials',
    read: (answer) => readTokens(answer, clock.nowMs()),
  })

function readTokens({ status, json }: ProviderAnswer, nowMs: number): Called<Tokens> {
  if (status === 400 || status === 401 || status === 403) return failedBy('login_refused')
  if (status !== 200) return failedBy(status >= 500 ? 'server_error' : 'refused')
  const { access_token, refresh_token, expires_in } = (json ?? {}) as Readonly<Record<string, unknown>>
  if (typeof access_token !== 'string' || typeof expires_in !== 'number') return failedBy('answer_malformed')
  return readAs({
    accessToken: access_token,
    refreshToken: typeof refresh_token === 'string' ? refresh_token : undefined,
    endsAtMs: nowMs + expires_in * 1_000,
  })
}

/** A service that does not list its features is asked for them all the same; it says itself what it refuses. */
async function offeredFeatures(deps: LoginDeps, accessToken: string): Promise<OfferedFeatures> {
  const all = await Promise.all(
    queriedProducts.map(async (product) => {
      const listed = await deps.call({
        method: product.additionalsMethod,
        path: `${productPath(product)}/adicionais`,
        headers: { authorization: `Bearer ${accessToken}`, 'x-api-key': deps.credentials.apiKey ?? '' },
        ...(product.additionalsMethod === 'POST' && { body: '{}' }),
        isRepeatable: true,
        read: readAdditionals,
      })
      return [product.code, listed.kind === 'read' ? listed.value : undefined] as const
    }),
  )
  return Object.fromEntries(all)
}

type Listed = { readonly code?: unknown; readonly contracted?: unknown; readonly coverage?: unknown }

function readAdditionals(answer: ProviderAnswer): Called<ReadonlySet<string> | undefined> {
  // The source document does not say where they are listed: a service without a list is no fault.
  if (answer.status === 404 || answer.status === 405) return readAs(undefined)
  if (answer.status !== 200) return readProblem(answer)
  const { result } = (answer.json ?? {}) as { readonly result?: { readonly features?: unknown } }
  if (!Array.isArray(result?.features)) return failedBy('answer_malformed')
  const codes = (result.features as readonly (Listed | null)[]).flatMap((one) =>
    typeof one?.code === 'string' && one.contracted === true && one.coverage !== 'none' ? [one.code] : [],
  )
  return readAs(new Set(codes))
}
