import type { Clock } from '../../../clock.ts'
import { callerAddress } from '../../../http/headers/networks.ts'
import type { Refusal } from '../../../http/reply.ts'
import { type Call, isRefusal } from '../../../http/route.ts'
import type { Client } from '../../clients/client-store.ts'
import type { User } from '../user.ts'
import type { SessionRecord, UserStore } from '../user-store.ts'
import { ownOrigin } from './own-origin.ts'
import type { SessionCookie } from './session-cookie.ts'
import { csrfTokenFits, sessionHash } from './session-secret.ts'

/** A working day without a pause for lunch is still one session; a screen left open overnight is not. */
export const sessionIdleMaxMs = 8 * 60 * 60_000

/** However busy it is kept, a session ends after a day: a stolen one is worth no more than that. */
export const sessionLifeMs = 24 * 60 * 60_000

/** An ended session must stop answering within 5 seconds on every process; a copy is believed for less. */
const sessionAgeMaxMs = 3_000

/** Use is written down this often at most: reading must not become writing. */
const touchEveryMs = 5 * 60_000

/** How many sessions are kept at once; a few megabytes. */
const sessionCountMax = 10_000

export type SessionDeps = {
  readonly users: Pick<UserStore, 'findSession' | 'touchSession'>
  readonly findClient: (id: string) => Promise<Client | undefined>
  readonly clock: Clock
  readonly cookie: SessionCookie
  /** Where pages of ours are seen from outside; undefined takes the host that was asked. */
  readonly publicUrl: string | undefined
  readonly trustedProxies: readonly string[]
}

/** Who is signed in, and by which session. */
export type SignedIn = {
  readonly secret: string
  readonly session: SessionRecord
  readonly user: User
  /** Of everyone but an operator. */
  readonly client: Client | undefined
  readonly address: string
}

export type SessionRefusal = Refusal & { readonly signedIn?: SignedIn }

export type ReadSession = {
  /** The session of a call. What is more than reading must carry the token of the page. */
  readonly read: (call: Call) => Promise<SignedIn | SessionRefusal>
  /** Whether a call brings a session at all, alive or not. */
  readonly isBrought: (call: Call) => boolean
  readonly addressOf: (call: Call) => string
  /** What was believed of a session is no longer, here; elsewhere within seconds. */
  readonly forget: (secret: string) => void
}

type Known = Omit<SignedIn, 'address' | 'secret'> & { readonly readAtMs: number }

export function sessionReader(deps: SessionDeps): ReadSession {
  const { cookie, clock, trustedProxies, publicUrl } = deps
  const known = new Map<string, Known>()
  const secretOf = ({ headers }: Call) =>
    headers.cookie === undefined ? undefined : cookie.read(headers.cookie)
  const addressOf = ({ request, headers }: Call) =>
    callerAddress(request.remoteAddress, headers.forwardedFor, trustedProxies)

  const find = async (secret: string): Promise<Known | undefined> => {
    const nowMs = clock.nowMs()
    const held = known.get(secret)
    if (held !== undefined && Math.abs(nowMs - held.readAtMs) < sessionAgeMaxMs) {
      return isAlive(held.session, nowMs) ? held : undefined
    }
    known.delete(secret)
    const found = await findAlive(deps, secret, nowMs)
    if (found === undefined) return undefined
    if (known.size >= sessionCountMax) known.clear()
    known.set(secret, found)
    return found
  }

  return {
    isBrought: (call) => secretOf(call) !== undefined,
    addressOf,
    forget: (secret) => void known.delete(secret),
    read: async (call) => {
      const secret = secretOf(call)
      const found = secret === undefined ? undefined : await find(secret)
      if (secret === undefined || found === undefined) return sessionMissing
      const signedIn: SignedIn = { ...found, secret, address: addressOf(call) }
      if (!ownOrigin(call.headers, publicUrl)) return { code: 'origin_not_allowed', signedIn }
      const reads = call.request.method === 'GET' || call.request.method === 'HEAD'
      if (reads || csrfTokenFits(secret, call.headers.csrf)) return signedIn
      return { code: 'csrf_token_invalid', signedIn }
    },
  }
}

export const sessionMissing: Refusal = {
  code: 'session_missing',
  headers: { 'WWW-Authenticate': 'Session realm="lastro"' },
}

async function findAlive(
  { users, findClient }: SessionDeps,
  secret: string,
  nowMs: number,
): Promise<Known | undefined> {
  const hash = sessionHash(secret)
  const found = await users.findSession(hash)
  if (found === undefined || found.user.disabledAtMs !== undefined || !isAlive(found.session, nowMs)) {
    return undefined
  }
  const { user, session } = found
  const client = user.clientId === undefined ? undefined : await findClient(user.clientId)
  // A user of a client that is gone, or of none without being an operator, can reach nothing.
  if (user.clientId !== undefined && (client === undefined || client.revokedAtMs !== undefined)) {
    return undefined
  }
  if (nowMs - session.lastUsedAtMs < touchEveryMs) return { session, user, client, readAtMs: nowMs }
  await users.touchSession(hash, nowMs)
  return { session: { ...session, lastUsedAtMs: nowMs }, user, client, readAtMs: nowMs }
}

const isAlive = (session: SessionRecord, nowMs: number): boolean => sessionEndsAtMs(session) > nowMs

/** When a session is over, unless it is used before: never later than its whole life. */
export const sessionEndsAtMs = ({ lastUsedAtMs, endsAtMs }: SessionRecord): number =>
  Math.min(lastUsedAtMs + sessionIdleMaxMs, endsAtMs)

/** Reads the session of a call and does something with it; a refusal goes back as it is. */
export async function signedInTo<Result>(
  { read }: Pick<ReadSession, 'read'>,
  call: Call,
  work: (signedIn: SignedIn) => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  const signedIn = await read(call)
  if (!isRefusal(signedIn)) return work(signedIn)
  const { signedIn: _, ...refusal } = signedIn
  return refusal
}
