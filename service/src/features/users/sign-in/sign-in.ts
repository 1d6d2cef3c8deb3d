import type { SignInRequest } from '@lastro/contract/users/sessions.ts'
import type { Clock } from '../../../clock.ts'
import type { Refusal } from '../../../http/reply.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { type SignedIn, sessionLifeMs, sessionMissing } from '../sessions/read-session.ts'
import { newSessionSecret, sessionHash } from '../sessions/session-secret.ts'
import { emailKey, isEmail, type UserWithSecrets } from '../user.ts'
import type { SessionRecord, UserStore } from '../user-store.ts'
import { deviceText, knownDevice } from './known-device.ts'
import { type PasswordHashing, TooManyHashes } from './password-hash.ts'
import { pauseKeys, pauseLimits, type Trying } from './sign-in-pauses.ts'
import { totpStepOf } from './totp.ts'

export type SignInDeps = {
  readonly users: UserStore
  readonly passwords: PasswordHashing
  readonly seal: Seal
  readonly clock: Clock
  /** Whether the client of a user still stands. */
  readonly isServed: (clientId: string) => Promise<boolean>
}

/** A session that was just opened, with the secrets that are only in its cookies. */
export type OpenedSession = {
  readonly secret: string
  /** The value of the device cookie. */
  readonly device: string
  readonly session: SessionRecord
  readonly user: UserWithSecrets
}

/** Where a sign-in comes from: a network address, and the device cookie of the browser if it has one. */
export type SignInOrigin = { readonly address: string; readonly device?: string | undefined }

/** Opens a session. An unknown user, a disabled one and a wrong password get the same answer after the same work. */
export async function signIn(
  deps: SignInDeps,
  { email, password, totp }: SignInRequest,
  { address, device }: SignInOrigin,
): Promise<OpenedSession | Refusal> {
  const { users, seal, clock } = deps
  // A try is written before it is compared. Attempts beyond the limit must not write at all, or a flood of them would
  // delay every query, which writes a record too.
  deps.passwords.refuseIfFull()
  // Text that is no address is looked up nowhere: PostgreSQL refuses some of it.
  const user = isEmail(email) ? await users.findUser(emailKey(email)) : undefined
  const known = knownDevice(seal, device, user, clock.nowMs())
  const own = user && known && { userId: user.id, by: known }
  const tries = await countedTries(deps, { email, address, ...(own && { own }) })
  if ('code' in tries) return tries
  const matches = await compared(deps, tries, password, user?.passwordHash)
  if (user === undefined || !matches || user.disabledAtMs !== undefined || !(await isOfSomeone(deps, user))) {
    return refused
  }
  const refusal = await totpRefusal(deps, user, totp)
  if (refusal?.code === 'totp_required') await tries.refund()
  if (refusal !== undefined) return refusal
  const nowMs = clock.nowMs()
  const opened = newSession(user.id, nowMs)
  if (!(await users.addSession(opened.session, user.passwordHash))) return refused
  await tries.succeed()
  return { ...opened, user, device: deviceText(seal, user, nowMs, known) }
}

const refused: Refusal = { code: 'sign_in_refused', headers: sessionMissing.headers ?? {} }

const isOfSomeone = async ({ isServed }: SignInDeps, { clientId }: UserWithSecrets): Promise<boolean> =>
  clientId === undefined || isServed(clientId)

export async function totpRefusal(
  { users, seal, clock }: Pick<SignInDeps, 'users' | 'seal' | 'clock'>,
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

export function newSession(userId: string, nowMs: number): Pick<OpenedSession, 'secret' | 'session'> {
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

/** An attempt that was counted before anything was compared, so that concurrent attempts count too. */
export type CountedTries = {
  /** Does not count as an attempt: the password was right but a code is required, or it was not compared in time. */
  readonly refund: () => Promise<void>
  readonly succeed: () => Promise<void>
}

export async function countedTries(
  { users, clock }: Pick<SignInDeps, 'users' | 'clock'>,
  trying: Trying,
): Promise<CountedTries | Refusal> {
  const keys = pauseKeys(trying)
  const charged = await users.chargeSignIn(keys, clock.nowMs(), pauseLimits)
  if (charged.kind === 'paused') return paused(charged.untilMs - clock.nowMs())
  return {
    refund: () => users.refundSignIn(keys),
    succeed: async () => {
      // Clears the user's attempts, but only this one of the address: otherwise anyone with an account could clear an
      // address repeatedly.
      await users.clearPauses(keys.filter(({ kind }) => kind === 'user').map(({ key }) => key))
      await users.refundSignIn(keys.filter(({ kind }) => kind === 'address'))
    },
  }
}

/** Attempts at the password or code by a signed-in user, which other people's failures do not delay. */
export const ownTries = ({ user, address }: SignedIn): Trying => ({
  email: user.email,
  address,
  own: { userId: user.id, by: 'session' },
})

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

function paused(leftMs: number): Refusal {
  const seconds = String(Math.max(1, Math.ceil(leftMs / 1000)))
  return { code: 'sign_in_paused', values: { seconds }, headers: { 'Retry-After': seconds } }
}
