import type { PasswordFault } from '@lastro/contract/problems/problems.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { PasswordRequest } from '@lastro/contract/users/sessions.ts'
import type { Refusal } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import { type SignedIn, sessionMissing } from '../sessions/read-session.ts'
import { passwordFault, passwordFaultText } from './password-rules.ts'
import { compared, countedTries, newSession, type OpenedSession, type SignInDeps } from './sign-in.ts'

/** Gives a user another password. Every other session ends, and this one goes on under a new secret. */
export async function changePassword(
  deps: SignInDeps,
  signedIn: SignedIn,
  { current, next }: PasswordRequest,
  language: Language,
): Promise<Omit<OpenedSession, 'user'> | Refusal> {
  const { user } = signedIn
  const checked = await checkedPassword(deps, signedIn, current)
  if (isRefusal(checked)) return checked
  const fault: PasswordFault | undefined = current === next ? 'same' : passwordFault(next, user)
  if (fault !== undefined) {
    const reason = passwordFaultText(fault, language)
    const errors = [{ field: 'next', code: fault, message: reason }]
    return { code: 'password_refused', values: { reason }, errors }
  }
  const to = await deps.passwords.hash(next)
  const opened = newSession(user.id, deps.clock.nowMs())
  const change = { from: checked.passwordHash, to, session: opened.session }
  // An operator who gave another password meanwhile, or none, has ended this session.
  return (await deps.users.changePassword(user.id, change)) ? opened : sessionMissing
}

/** Whoever found a screen open does not know the password, and gets no more tries at it than anybody else. */
export async function checkedPassword(
  deps: SignInDeps,
  { user, address }: SignedIn,
  password: string,
): Promise<{ readonly passwordHash: string } | Refusal> {
  const tries = await countedTries(deps, { email: user.email, userId: user.id, address })
  if ('code' in tries) return tries
  const kept = await deps.users.findUserById(user.id)
  const matches = await compared(deps, tries, password, kept?.passwordHash)
  if (kept === undefined || !matches) return { code: 'password_wrong' }
  await tries.succeed(user.id)
  return kept
}
