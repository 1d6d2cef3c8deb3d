import { operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import { NewUserRequest, type OperatorUser } from '@lastro/contract/operator/operator-users.ts'
import { roleNames } from '@lastro/contract/roles.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { fieldError, type Refusal, success } from '../../../http/reply.ts'
import { type Call, isRefusal, type Outcome } from '../../../http/route.ts'
import type { Client, ClientStore } from '../../clients/client-store.ts'
import {
  createUser,
  disableUser,
  enableUser,
  type ManageDeps,
  removeTotp,
  resetPassword,
  type UserFault,
  unlockUser,
} from '../../users/manage-users.ts'
import { TooManyHashes } from '../../users/sign-in/password-hash.ts'
import type { User } from '../../users/user.ts'
import {
  type AccessDeps,
  type Handle,
  noBody,
  type OperatorCall,
  type OperatorRoute,
  once,
} from '../operator-access.ts'
import { afterIn, cutPage, limitIn } from '../operator-query.ts'
import type { PeopleStore } from '../people-store.ts'

export type UserRouteDeps = AccessDeps &
  ManageDeps & { readonly people: PeopleStore; readonly clients: Pick<ClientStore, 'findClient'> }

/** People who sign in: of clients, and operators. The same acts as `lastro user`. */
export function userRoutes(deps: UserRouteDeps): readonly OperatorRoute[] {
  const path = `${operatorPath}/usuarios`
  const act = (verb: string, step: string, handle: Handle): OperatorRoute => ({
    operation: `operadorUsuarios${verb}`,
    method: 'POST',
    path: `${path}/{id}/${step}`,
    handle,
  })
  return [
    { operation: 'operadorUsuariosLista', method: 'GET', path, handle: list(deps) },
    { operation: 'operadorUsuariosInclui', method: 'POST', path, handle: create(deps) },
    act('Desativa', 'desativar', disable(deps)),
    act('Ativa', 'ativar', changing(deps, enableUser)),
    act('Senha', 'senha', password(deps)),
    act('Desbloqueia', 'desbloquear', changing(deps, unlockUser)),
    act('DesligaTotp', 'desligarTotp', changing(deps, removeTotp)),
  ]
}

const newUser = validator(NewUserRequest)

const list =
  (deps: UserRouteDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['clientId', 'role', 'limit', 'cursor'])
    const clientId = query.text('clientId')
    const role = query.choice('role', roleNames)
    const limit = limitIn(query)
    const after = afterIn(query)
    if (query.refusal !== undefined) return query.refusal
    const found = await deps.people.page({ clientId, role, after, limit: limit + 1 })
    const { page, cursor } = cutPage(found, limit, (user) => user)
    return success({ users: await viewsOf(deps, page), ...(cursor !== undefined && { cursor }) })
  }

const create =
  (deps: UserRouteDeps): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, newUser)
    if (isRefusal(body)) return body
    return once(deps, asked, 'operadorUsuariosInclui', body.bytes, () =>
      whenHashed(async () => {
        const { findClient } = deps.clients
        const { clientId, ...request } = body.value
        const made = await createUser({ ...deps, findClient }, { ...request, clientId })
        if (typeof made === 'string') return faultRefusal(made, asked.call)
        asked.target = made.userId
        return withPassword(deps, made.userId, made.password)
      }),
    )
  }

const password =
  (deps: UserRouteDeps): Handle =>
  (asked) =>
    once(deps, asked, 'operadorUsuariosSenha', noBody, () =>
      whenHashed(async () => {
        const user = await deps.users.findUserById(asked.id)
        const reset = user === undefined ? 'unknown_user' : await resetPassword(deps, user.email)
        return reset === 'unknown_user' ? unknown : withPassword(deps, asked.id, reset.password)
      }),
    )

/** Disables, unless nobody could run the service any more; also where two disable each other at once. */
const disable =
  (deps: UserRouteDeps): Handle =>
  async (asked) => {
    const { people, users } = deps
    const isLast = async () => !(await people.hasOperator(asked.id)) && (await people.hasOperator())
    if (await isLast()) return { code: 'operator_last' }
    const outcome = await change(deps, asked, disableUser)
    if (isRefusal(outcome) || (await people.hasOperator())) return outcome
    await users.enableUser(asked.id)
    return { code: 'operator_last' }
  }

type Change = (deps: ManageDeps, email: string) => Promise<User | 'unknown_user'>

const changing =
  (deps: UserRouteDeps, by: Change): Handle =>
  (asked) =>
    change(deps, asked, by)

async function change(deps: UserRouteDeps, { id }: OperatorCall, by: Change): Promise<Outcome> {
  const user = await deps.users.findUserById(id)
  if (user === undefined || (await by(deps, user.email)) === 'unknown_user') return unknown
  return success(await viewOf(deps, id))
}

const unknown: Refusal = { code: 'user_unknown' }

/** The one answer that shows a password: to whoever has just made it. */
const withPassword = async (deps: UserRouteDeps, id: string, shown: string): Promise<Outcome> =>
  success({ user: await viewOf(deps, id), password: shown }, 201)

/** Hashing a password takes a while, and only so many may wait for it. */
async function whenHashed(work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof TooManyHashes) return { code: 'overloaded' }
    throw error
  }
}

function faultRefusal(fault: UserFault, { language }: Call): Refusal {
  const faultOf = (
    problem: 'body_invalid' | 'fields_mismatch',
    field: string,
    code: Parameters<typeof fieldError>[1],
  ): Refusal => ({ code: problem, errors: [fieldError(field, code, language)] })
  switch (fault) {
    case 'email_taken':
      return { code: 'user_email_taken' }
    case 'client_unknown':
      return { code: 'client_unknown' }
    case 'email_invalid':
      return faultOf('body_invalid', 'email', 'format')
    case 'name_invalid':
      return faultOf('body_invalid', 'name', 'format')
    case 'roles_invalid':
      return faultOf('fields_mismatch', 'roles', 'format')
    case 'client_needed':
      return faultOf('fields_mismatch', 'clientId', 'required')
    case 'client_not_wanted':
      return faultOf('fields_mismatch', 'clientId', 'unknown_member')
  }
}

async function viewOf(deps: UserRouteDeps, id: string): Promise<OperatorUser> {
  const user = await deps.users.findUserById(id)
  const [view] = user === undefined ? [] : await viewsOf(deps, [user])
  if (view === undefined) throw new Error('A user that was just changed is gone')
  return view
}

async function viewsOf(
  { people, clients, clock }: UserRouteDeps,
  users: readonly User[],
): Promise<readonly OperatorUser[]> {
  const paused = await people.pausedUntilMs(users, clock.nowMs())
  const clientIds = [...new Set(users.flatMap(({ clientId }) => clientId ?? []))]
  const found = new Map(
    await Promise.all(clientIds.map(async (id) => [id, await clients.findClient(id)] as const)),
  )
  return users.map((user) => userView(user, found.get(user.clientId ?? ''), paused.get(user.id)))
}

const userView = (
  { id, name, email, roles, clientId, disabledAtMs, hasTotp, createdAtMs }: User,
  client: Client | undefined,
  pausedUntilMs: number | undefined,
): OperatorUser => ({
  id,
  name,
  email,
  roles: [...roles],
  ...(clientId !== undefined && { clientId }),
  ...(client !== undefined && { clientName: client.name, environment: client.environment }),
  disabled: disabledAtMs !== undefined,
  ...(pausedUntilMs !== undefined && { lockedUntil: instantText(pausedUntilMs) }),
  totp: hasTotp,
  createdAt: instantText(createdAtMs),
})
