import type { PasswordFault } from '@lastro/contract/problems/problems.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { PasswordRequest } from '@lastro/contract/users/sessions.ts'
import type { Refusal } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import { type SignedIn, sessionMissing } from '../sessions/read-session.ts'
import type { UserWithSecrets } from '../user.ts'
import { deviceText } from './known-device.ts'
import { passwordFault, passwordFaultText } from './password-rules.ts'
import {
  type CountedTries,
  compared,
  countedTries,
  newSession,
  type OpenedSession,
  ownTries,
  type SignInDeps,
} from './sign-in.ts'

/**
 * Gives a user another password. Every other session and every known device ends; this session continues under a new
 * secret, and its browser becomes known again.
 */
export async function changePassword(
  deps: SignInDeps,
  signedIn: SignedIn,
  { current, next }: PasswordRequest,
  language: Language,
): Promise<Omit<OpenedSession, 'user'> | Refusal> {
  const { user } = signedIn
  const checked = await checkedPassword(deps, signedIn, current)
  if (isRefusal(checked)) return checked
  await checked.succeed()
  const fault: PasswordFault | undefined = current === next ? 'same' : passwordFault(next, user)
  if (fault !== undefined) {
    const reason = passwordFaultText(fault, language)
    const errors = [{ field: 'next', code: fault, message: reason }]
    return { code: 'password_refused', values: { reason }, errors }
  }
  const to = await deps.passwords.hash(next)
  const { passwordHash: from, deviceEpoch } = checked.kept
  const nowMs = deps.clock.nowMs()
  const opened = newSession(user.id, nowMs)
  const device = deviceText(deps.seal, { id: user.id, deviceEpoch: deviceEpoch + 1 }, nowMs)
  // An operator who reset the password or disabled the user meanwhile has ended this session.
  const isChanged = await deps.users.changePassword(user.id, { from, to, session: opened.session })
  return isChanged ? { ...opened, device } : sessionMissing
}

type Checked = { readonly kept: UserWithSecrets; readonly succeed: CountedTries['succeed'] }

/** Someone who finds an unlocked screen gets no more attempts at the password than anyone else. */
export async function checkedPassword(
  deps: SignInDeps,
  signedIn: SignedIn,
  password: string,
): Promise<Checked | Refusal> {
  const tries = await countedTries(deps, ownTries(signedIn))
  if ('code' in tries) return tries
  const kept = await deps.users.findUserById(signedIn.user.id)
  const matches = await compared(deps, tries, password, kept?.passwordHash)
  return kept === undefined || !matches ? { code: 'password_wrong' } : { kept, succeed: tries.succeed }
}
