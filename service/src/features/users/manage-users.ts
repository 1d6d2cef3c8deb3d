import { randomBytes } from 'node:crypto'
import type { Role } from '@lastro/contract/roles.ts'
import type { Language } from '@lastro/contract/text.ts'
import { drawId } from '@lastro/rules/documents/draw-id.ts'
import type { Clock } from '../../clock.ts'
import type { Client } from '../clients/client-store.ts'
import type { PasswordHashing } from './sign-in/password-hash.ts'
import { newPassword } from './sign-in/password-rules.ts'
import { userKey } from './sign-in/sign-in-pauses.ts'
import { emailKey, isEmail, type User } from './user.ts'
import type { NewUser, UserStore } from './user-store.ts'

export type ManageDeps = {
  readonly users: UserStore
  readonly passwords: PasswordHashing
  readonly clock: Clock
}

/** What is shown once and never again. */
export type NewSignIn = { readonly userId: string; readonly email: string; readonly password: string }

export type UserRequest = {
  readonly name: string
  readonly email: string
  readonly roles: readonly Role[]
  readonly clientId: string | undefined
  readonly language?: Language | undefined
}

export type UserFault =
  | 'email_invalid'
  | 'email_taken'
  | 'name_invalid'
  | 'client_needed'
  | 'client_not_wanted'
  | 'client_unknown'
  | 'roles_invalid'

const nameLengthMax = 120

/** Makes a user with a password of ours, shown once. */
export async function createUser(
  deps: ManageDeps & { readonly findClient: (id: string) => Promise<Client | undefined> },
  request: UserRequest,
): Promise<NewSignIn | UserFault> {
  const fault = requestFault(request) ?? (await clientFault(deps, request))
  if (fault !== undefined) return fault
  const { user, signIn } = await newUser(deps, request)
  return (await deps.users.addUser(user)) ? signIn : 'email_taken'
}

function requestFault({ name, email, roles, clientId }: UserRequest): UserFault | undefined {
  if (!isEmail(email)) return 'email_invalid'
  if (name.trim() === '' || name.length > nameLengthMax || /\p{Cc}/u.test(name)) return 'name_invalid'
  if (roles.length === 0) return 'roles_invalid'
  const isOperator = roles.includes('operator')
  // Whoever runs the service reads no client's data, so an operator is nothing else besides.
  if (isOperator && roles.length > 1) return 'roles_invalid'
  if (isOperator) return clientId === undefined ? undefined : 'client_not_wanted'
  return clientId === undefined ? 'client_needed' : undefined
}

async function clientFault(
  { findClient }: { readonly findClient: (id: string) => Promise<Client | undefined> },
  { clientId }: UserRequest,
): Promise<UserFault | undefined> {
  if (clientId === undefined) return undefined
  const client = await findClient(clientId)
  return client === undefined || client.revokedAtMs !== undefined ? 'client_unknown' : undefined
}

/** What the first operator signs in with until it makes users of its own. */
const firstOperatorEmail = 'operador@localhost'

/** The operator that an installation without users starts with; undefined when there was a user before. */
export async function createFirstOperator(deps: ManageDeps): Promise<NewSignIn | undefined> {
  if (!(await deps.users.isWithoutUsers())) return undefined
  const { user, signIn } = await newUser(deps, {
    name: 'Operador',
    email: firstOperatorEmail,
    roles: ['operator'],
    clientId: undefined,
  })
  return (await deps.users.addFirstUser(user)) ? signIn : undefined
}

/** Of the client that an installation starts with: whoever tries the service out asks, lists and watches. */
const firstAnalystEmail = 'analista@localhost'

/** Goes with the first client: made in the same start, and never for a client that was there before. */
export async function createFirstAnalyst(deps: ManageDeps, clientId: string): Promise<NewSignIn | undefined> {
  const { user, signIn } = await newUser(deps, {
    name: 'Analista',
    email: firstAnalystEmail,
    roles: ['analyst', 'creditor'],
    clientId,
  })
  return (await deps.users.addUser(user)) ? signIn : undefined
}

/** A new password of ours; every session ends, and so do the pauses. */
export async function resetPassword(deps: ManageDeps, email: string): Promise<NewSignIn | 'unknown_user'> {
  const user = await deps.users.findUser(emailKey(email))
  if (user === undefined) return 'unknown_user'
  const password = newPassword()
  await deps.users.setPassword(user.id, await deps.passwords.hash(password))
  await unlock(deps, user)
  return { userId: user.id, email: user.email, password }
}

/** Ends every session; the user signs in no more. */
export const disableUser = ({ users, clock }: Pick<ManageDeps, 'users' | 'clock'>, email: string) =>
  changed(users, email, async ({ id }) => void (await users.disableUser(id, clock.nowMs())))

export const enableUser = ({ users }: Pick<ManageDeps, 'users'>, email: string) =>
  changed(users, email, async ({ id }) => void (await users.enableUser(id)))

/** Ends the pauses that wrong tries have earned this user, from anywhere. */
export const unlockUser = ({ users }: Pick<ManageDeps, 'users'>, email: string) =>
  changed(users, email, (user) => unlock({ users }, user))

/** For whoever has lost the application of codes: the password alone signs in again. */
export const removeTotp = ({ users }: Pick<ManageDeps, 'users'>, email: string) =>
  changed(users, email, async ({ id }) => void (await users.removeTotp(id)))

async function changed(
  users: UserStore,
  email: string,
  change: (user: User) => Promise<void>,
): Promise<User | 'unknown_user'> {
  const user = await users.findUser(emailKey(email))
  if (user === undefined) return 'unknown_user'
  await change(user)
  return user
}

const unlock = ({ users }: Pick<ManageDeps, 'users'>, { id, email }: User): Promise<void> =>
  users.clearPausesOf(id, userKey(email))

async function newUser(
  { passwords, clock }: Pick<ManageDeps, 'passwords' | 'clock'>,
  { name, email, roles, clientId, language }: UserRequest,
): Promise<{ user: NewUser; signIn: NewSignIn }> {
  const password = newPassword()
  const id = drawId(() => `usr_${randomBytes(12).toString('base64url')}`)
  const user: NewUser = {
    id,
    name: name.trim(),
    email: email.trim(),
    roles: [...new Set(roles)],
    clientId,
    language,
    createdAtMs: clock.nowMs(),
    passwordHash: await passwords.hash(password),
  }
  return { user, signIn: { userId: id, email: user.email, password } }
}
