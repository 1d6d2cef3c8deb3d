import type { TokenAnswer } from '@lastro/contract/clients/credentials.ts'
import { type Clock, systemClock } from './clock.ts'
import type { CallOptions, Connection, OperationCall } from './connection.ts'
import { type Credentials, type SentHeaders, transport } from './transport.ts'

/** What the operator handed out when the client was registered. */
export type ClientCredentials = {
  readonly clientId: string
  readonly clientSecret: string
  readonly apiKey: string
}

export type TokenCredentials = Credentials & {
  /** Ends every token that this client holds. */
  readonly revoke: (options?: CallOptions) => Promise<void>
}

/** A token is renewed this long before its end, so that none ends on its way. */
const marginMs = 60_000

type Held = { readonly token: TokenAnswer; readonly renewAtMs: number }

/** Token and key. The token is fetched when first needed, by one call for all, and renewed before its end. */
export function tokenCredentials(
  connection: Connection,
  { clientId, clientSecret, apiKey }: ClientCredentials,
): TokenCredentials {
  const clock: Clock = connection.clock ?? systemClock
  const { send } = transport(connection, nobody)
  let held: Held | undefined
  let fetching: Promise<Held> | undefined

  const grant = (body: object, repeats: OperationCall['repeats']): Promise<TokenAnswer> =>
    send(
      {
        method: 'POST',
        path: '/oauth/token',
        body: { ...body, client_id: clientId, client_secret: clientSecret },
        repeats,
      },
      tokenIn,
    )

  const fresh = () => grant({ grant_type: 'client_credentials' }, 'freely')

  /** A refresh token works once: sent twice, it would end the whole family. Whatever goes wrong, begin anew. */
  const renewed = ({ token }: Held) =>
    grant({ grant_type: 'refresh_token', refresh_token: token.refresh_token }, 'never').catch(fresh)

  const fetchToken = async (): Promise<Held> => {
    const askedAtMs = clock.nowMs()
    const token = await (held === undefined ? fresh() : renewed(held))
    const lifeMs = token.expires_in * 1000
    held = { token, renewAtMs: askedAtMs + Math.max(lifeMs - marginMs, lifeMs / 2) }
    return held
  }

  const current = (): Promise<Held> => {
    if (held !== undefined && clock.nowMs() < held.renewAtMs) return Promise.resolve(held)
    fetching ??= fetchToken().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  return {
    mode: 'omit',
    headers: async ({ options }) => {
      const { token } = await orGivenUp(current(), options?.signal)
      return { Authorization: `Bearer ${token.access_token}`, 'x-api-key': apiKey }
    },
    refused: ({ Authorization }) => {
      // Another call may have replaced it already.
      if (Authorization === `Bearer ${held?.token.access_token}`) held = undefined
      return true
    },
    revoke: async (options) => {
      const token = held?.token.refresh_token
      held = undefined
      if (token === undefined) return
      const body = { token, client_id: clientId, client_secret: clientSecret }
      await send(
        { method: 'POST', path: '/oauth/revoke', body, repeats: 'freely', options },
        async () => undefined,
      )
    },
  }
}

async function tokenIn(answer: Response): Promise<TokenAnswer> {
  const body = (await answer.json()) as Partial<TokenAnswer>
  if (typeof body.access_token !== 'string' || typeof body.expires_in !== 'number')
    throw new SyntaxError('No token')
  return body as TokenAnswer
}

/** The operations that give out tokens are open to whoever sends id and secret. */
const nobody: Credentials = {
  mode: 'omit',
  headers: async (): Promise<SentHeaders> => ({}),
  refused: () => false,
}

/** One caller that gives up does not take the token from the others that wait for it. */
function orGivenUp<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise
  return new Promise((resolve, reject) => {
    const givenUp = () => reject(signal.reason)
    if (signal.aborted) givenUp()
    else signal.addEventListener('abort', givenUp, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', givenUp))
  })
}
