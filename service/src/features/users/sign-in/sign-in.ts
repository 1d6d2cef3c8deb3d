import type { SignInRequest } from '@lastro/contract/users/sessions.ts'
import type { Clock } from '../../../clock.ts'
import { addressBlock } from '../../../http/headers/networks.ts'
import type { Refusal } from '../../../http/reply.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { sessionLifeMs, sessionMissing } from '../sessions/read-session.ts'
import { newSessionSecret, sessionHash } from '../sessions/session-secret.ts'
import { emailKey, type UserWithSecrets } from '../user.ts'
import type { SessionRecord, UserStore } from '../user-store.ts'
import { type PasswordHashing, TooManyHashes } from './password-hash.ts'
import { type PauseKey, pauseKeys, pauseLimits } from './sign-in-pauses.ts'
import { totpStepOf } from './totp.ts'

export type SignInDeps = {
  readonly users: UserStore
  readonly passwords: PasswordHashing
  readonly seal: Seal
  readonly clock: Clock
  /** Whether the client of a user still stands. */
  readonly isServed: (clientId: string) => Promise<boolean>
}

/** A session that has just been opened, with the secret that only its cookie keeps. */
export type OpenedSession = {
  readonly secret: string
  readonly session: SessionRecord
  readonly user: UserWithSecrets
}

/** Opens a session. Whoever is unknown, disabled or wrong is told the same, after the same work. */
export async function signIn(
  deps: SignInDeps,
  { email, password, totp }: SignInRequest,
  address: string,
): Promise<OpenedSession | Refusal> {
  const { users, clock } = deps
  // A try is written down before it is compared. What a storm brings beyond its room must not write at all, or
  // every query, whose record is written too, would wait behind it.
  deps.passwords.refuseIfFull()
  const user = await users.findUser(emailKey(email))
  const tries = await countedTries(deps, { email, userId: user?.id, address })
  if ('code' in tries) return tries
  const matches = await compared(deps, tries, password, user?.passwordHash)
  if (user === undefined || !matches || user.disabledAtMs !== undefined || !(await isOfSomeone(deps, user))) {
    return refused
  }
  const refusal = await totpRefusal(deps, user, totp)
  if (refusal?.code === 'totp_required') await tries.refund()
  if (refusal !== undefined) return refusal
  const opened = newSession(user.id, clock.nowMs())
  if (!(await users.addSession(opened.session, user.passwordHash))) return refused
  await tries.succeed(user.id)
  return { ...opened, user }
}

const refused: Refusal = { code: 'sign_in_refused', headers: sessionMissing.headers ?? {} }

const isOfSomeone = async ({ isServed }: SignInDeps, { clientId }: UserWithSecrets): Promise<boolean> =>
  clientId === undefined || isServed(clientId)

async function totpRefusal(
  { users, seal, clock }: SignInDeps,
  user: UserWithSecrets,
  code: string | undefined,
): Promise<Refusal | undefined> {
  if (user.totpSealed === undefined) return undefined
  if (code === undefined) return { code: 'totp_required', headers: sessionMissing.headers ?? {} }
  const secret = Buffer.from(seal.open(user.totpSealed, user.id), 'base64url')
  const step = totpStepOf(secret, code, clock.nowMs())
  const isFresh = step !== undefined && (await users.useTotpStep(user.id, step))
  return isFresh ? undefined : { code: 'totp_code_invalid' }
}

export function newSession(userId: string, nowMs: number): Omit<OpenedSession, 'user'> {
  const secret = newSessionSecret()
  const session = {
    hash: sessionHash(secret),
    userId,
    createdAtMs: nowMs,
    lastUsedAtMs: nowMs,
    endsAtMs: nowMs + sessionLifeMs,
  }
  return { secret, session }
}

type Trying = { readonly email: string; readonly userId: string | undefined; readonly address: string }

/** A try that was counted before anything was compared, so that many at once are counted too. */
export type CountedTries = {
  /** The password was right, and more is asked: this try was none. */
  readonly refund: () => Promise<void>
  readonly succeed: (userId: string) => Promise<void>
}

export async function countedTries(
  { users, clock }: Pick<SignInDeps, 'users' | 'clock'>,
  { email, userId, address }: Trying,
): Promise<CountedTries | Refusal> {
  const from = addressBlock(address)
  const isKnown = userId !== undefined && (await users.isKnownAddress(userId, from))
  const keys = pauseKeys(email, address, isKnown)
  const charged = await users.chargeSignIn(keys, clock.nowMs(), pauseLimits)
  if (charged.kind === 'paused') return paused(charged.untilMs - clock.nowMs())
  return {
    refund: () => users.refundSignIn(keys),
    succeed: (id) => succeeded(users, keys, { userId: id, from, nowMs: clock.nowMs() }),
  }
}

/** Whether the password is the one that is kept. One that there was no time to look at was no try. */
export async function compared(
  { passwords }: Pick<SignInDeps, 'passwords'>,
  tries: CountedTries,
  password: string,
  kept: string | undefined,
): Promise<boolean> {
  try {
    return await passwords.matches(password, kept)
  } catch (error) {
    if (error instanceof TooManyHashes) await tries.refund()
    throw error
  }
}

/** The user's tries are forgiven; those of an address only this one, or a user of one's own would forgive them all. */
async function succeeded(
  users: UserStore,
  keys: readonly PauseKey[],
  { userId, from, nowMs }: { userId: string; from: string; nowMs: number },
): Promise<void> {
  const [ofUser, ...ofAddress] = keys
  await users.clearPauses(ofUser === undefined ? [] : [ofUser.key])
  await users.refundSignIn(ofAddress)
  await users.rememberAddress(userId, from, nowMs)
}

function paused(leftMs: number): Refusal {
  const seconds = String(Math.max(1, Math.ceil(leftMs / 1000)))
  return { code: 'sign_in_paused', values: { seconds }, headers: { 'Retry-After': seconds } }
}
