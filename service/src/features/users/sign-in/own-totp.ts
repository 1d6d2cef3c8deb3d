import type { TotpRemoveRequest, TotpSecret } from '@lastro/contract/users/sessions.ts'
import type { Refusal } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import type { SignedIn } from '../sessions/read-session.ts'
import type { User } from '../user.ts'
import { checkedPassword } from './change-password.ts'
import { countedTries, ownTries, type SignInDeps, totpRefusal } from './sign-in.ts'
import { base32, newTotpSecret, totpStepOf, totpUri } from './totp.ts'

/** Long enough to install an application; then the secret on the screen is worth nothing. */
const pendingLifeMs = 10 * 60_000

/** A secret for an application of codes, shown this once. It counts from when a code confirms it. */
export async function beginTotp(
  { users, seal, clock }: SignInDeps,
  { id, email }: User,
): Promise<TotpSecret | Refusal> {
  const kept = await users.findUserById(id)
  if (kept?.totpSealed !== undefined) return { code: 'totp_on_already' }
  const secret = newTotpSecret()
  const sealed = seal.seal(secret.toString('base64url'), id)
  await users.beginTotp(id, { sealed, untilMs: clock.nowMs() + pendingLifeMs })
  return { secret: base32(secret), uri: totpUri(secret, email) }
}

/** From now on signing in takes a code. Undefined when it is done. */
export async function confirmTotp(
  deps: SignInDeps,
  signedIn: SignedIn,
  code: string,
): Promise<Refusal | undefined> {
  const { users, seal, clock } = deps
  const { user } = signedIn
  const kept = await users.findUserById(user.id)
  if (kept?.totpSealed !== undefined) return { code: 'totp_on_already' }
  const pending = kept?.totpPending
  if (pending === undefined || pending.untilMs <= clock.nowMs()) return { code: 'totp_not_begun' }
  const tries = await countedTries(deps, ownTries(signedIn))
  if ('code' in tries) return tries
  const secret = Buffer.from(seal.open(pending.sealed, user.id), 'base64url')
  const step = totpStepOf(secret, code, clock.nowMs())
  if (step === undefined) return { code: 'totp_code_invalid' }
  if (!(await users.confirmTotp(user.id, pending.sealed, step))) return { code: 'totp_not_begun' }
  await tries.succeed()
  return undefined
}

/**
 * Undefined once it is off. Requires the password and a code, so that neither an unlocked screen nor a stolen password
 * is enough; a user without the application has to ask the operator.
 */
export async function turnTotpOff(
  deps: SignInDeps,
  signedIn: SignedIn,
  { password, code }: TotpRemoveRequest,
): Promise<Refusal | undefined> {
  const checked = await checkedPassword(deps, signedIn, password)
  if (isRefusal(checked)) return checked
  const refusal = await totpRefusal(deps, checked.kept, code)
  if (refusal !== undefined) return refusal
  await checked.succeed()
  await deps.users.removeTotp(signedIn.user.id)
  return undefined
}
