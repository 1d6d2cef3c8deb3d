import type { Clock } from '../../clock.ts'
import type { Credentials } from '../../features/declared-sources/declared-source.ts'
import { objectOf } from '../mapping/table.ts'
import { type Called, failedBy, type ProviderAnswer, readAs } from '../outward/outward-request.ts'
import type { ProviderCall } from '../outward/provider.ts'
import type { ProviderSession } from '../outward/shared-login.ts'
import { isSpikeArrest } from './spike-arrest.ts'

export type SerasaToken = {
  readonly accessToken: string
  /** For whoever has to decide whether an error means that it is over. */
  readonly madeAtMs: number
}

type LoginDeps = {
  readonly call: ProviderCall
  readonly credentials: Credentials
  readonly clock: Clock
}

const loginPath = '/security/iam/v1/client-identities/login'

/** One login: credentials for a token. Who shares it, and when it is renewed, is decided by whoever asks for it. */
export const logIn = ({
  call,
  credentials,
  clock,
}: LoginDeps): Promise<Called<ProviderSession<SerasaToken>>> => {
  const { clientId = '', clientSecret = '' } = credentials
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return call({
    method: 'POST',
    path: loginPath,
    headers: { authorization: `Basic ${basic}` },
    body: '{}',
    isRepeatable: true,
    read: (answer) => readLogin(answer, clock.nowMs()),
  })
}

type Answered = Pick<ProviderAnswer, 'status' | 'json'>

export function readLogin({ status, json }: Answered, nowMs: number): Called<ProviderSession<SerasaToken>> {
  if (isSpikeArrest(status, json)) return failedBy('rate_limited')
  if (status === 400 || status === 401 || status === 403) return failedBy('login_refused')
  if (status !== 201 && status !== 200) return failedBy(status >= 500 ? 'server_error' : 'refused')
  const { accessToken, expiresIn } = objectOf(json) ?? {}
  if (typeof accessToken !== 'string' || !isHeaderText(accessToken)) return failedBy('answer_malformed')
  return readAs({ token: { accessToken, madeAtMs: nowMs }, endsAtMs: endOf(expiresIn, nowMs) })
}

const isHeaderText = (text: string): boolean => /^[\x21-\x7e]{1,8192}$/.test(text)

/** A token whose end cannot be read is renewed soon, and often enough works that long. */
const unknownLifeMs = 5 * 60_000

/** Clocks differ: an end that has passed, or is very near, would have us log in for every question. */
const lifeMsMin = 60_000

/** Nobody's token is good for longer without being looked at. */
const lifeMsMax = 24 * 3_600_000

/** Below this it is a count of seconds, above it a moment; a moment in seconds is below the second one. */
const epochSecondsMin = 1e9
const epochMsMin = 1e12

/** `expiresIn` is a number of seconds, or the moment of its end in seconds or milliseconds; as a number or a text. */
export function endOf(expiresIn: unknown, nowMs: number): number {
  const told = typeof expiresIn === 'string' && expiresIn.trim() !== '' ? Number(expiresIn) : expiresIn
  if (typeof told !== 'number' || !Number.isFinite(told) || told <= 0) return nowMs + unknownLifeMs
  const lifeMs = told < epochSecondsMin ? told * 1_000 : (told < epochMsMin ? told * 1_000 : told) - nowMs
  return nowMs + Math.min(Math.max(lifeMs, lifeMsMin), lifeMsMax)
}
