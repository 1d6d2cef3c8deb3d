import type { PasswordFault } from '@lastro/contract/problems.ts'
import type { PasswordRequest } from '@lastro/contract/sessions.ts'
import type { Language } from '@lastro/contract/text.ts'
import type { Refusal } from '../http/reply.ts'
import { passwordFault, passwordFaultText } from './password-rules.ts'
import type { SignedIn } from './read-session.ts'
import { countedTries, newSession, type Opened, type SignInDeps } from './sign-in.ts'

/** Gives a user another password. Every other session ends, and this one goes on under a new secret. */
export async function changePassword(
  deps: SignInDeps,
  signedIn: SignedIn,
  { current, next }: PasswordRequest,
  language: Language,
): Promise<Omit<Opened, 'user'> | Refusal> {
  const { user } = signedIn
  const refusal = await passwordRefusal(deps, signedIn, current)
  if (refusal !== undefined) return refusal
  const fault: PasswordFault | undefined = current === next ? 'same' : passwordFault(next, user)
  if (fault !== undefined) {
    const reason = passwordFaultText(fault, language)
    const errors = [{ field: 'next', code: fault, message: reason }]
    return { code: 'password_refused', values: { reason }, errors }
  }
  const opened = newSession(user.id, deps.clock.nowMs())
  await deps.users.setPassword(user.id, await deps.passwords.hash(next), { next: opened.session })
  return opened
}

/** Whoever found a screen open does not know the password, and gets no more tries at it than anybody else. */
export async function passwordRefusal(
  deps: SignInDeps,
  { user, address }: SignedIn,
  password: string,
): Promise<Refusal | undefined> {
  const tries = await countedTries(deps, { email: user.email, userId: user.id, address })
  if ('code' in tries) return tries
  const kept = await deps.users.findUserById(user.id)
  if (!(await deps.passwords.matches(password, kept?.passwordHash))) return { code: 'password_wrong' }
  await tries.succeed(user.id)
  return undefined
}
