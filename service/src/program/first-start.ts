import { randomUUID } from 'node:crypto'
import { commandLineUserId } from '@lastro/contract/operator/command-acts.ts'
import type { Clock } from '../clock.ts'
import { type Act, onRecord } from '../features/acts/on-record.ts'
import { type NewCredentials, registerFirstClient } from '../features/clients/register-client.ts'
import { createFirstAnalyst, createFirstOperator, type NewSignIn } from '../features/users/manage-users.ts'
import type { PasswordHashing } from '../features/users/sign-in/password-hash.ts'
import type { Store } from '../store/store.ts'
import { systemUser } from './system-user.ts'

export type FirstStartDeps = {
  readonly store: Store
  readonly passwords: PasswordHashing
  readonly clock: Clock
}

/** What was made just now, with secrets that are shown this once. */
export type FirstStart = {
  readonly client?: NewCredentials | undefined
  readonly operator?: NewSignIn | undefined
  readonly analyst?: NewSignIn | undefined
}

/**
 * What an installation without clients or users starts with. An act of whoever started it, as if commands had made
 * them; a start that finds somebody makes nobody, and is none.
 */
export async function firstStart(deps: FirstStartDeps): Promise<FirstStart> {
  const { store, clock } = deps
  const [clients, isWithoutUsers] = await Promise.all([
    store.clients.listClients(),
    store.users.isWithoutUsers(),
  ])
  if (clients.length > 0 && !isWithoutUsers) return {}
  const by = { userId: commandLineUserId, userName: systemUser(), operation: 'comandoPrimeiraPartida' }
  const act: Act = { target: undefined, outcome: 'done' }
  return onRecord({ ...store, clock, newId: randomUUID }, by, act, async () => {
    const made = await makeFirst(deps)
    act.target = made.client?.clientId ?? made.operator?.userId
    // Another service on the same store was first.
    if (act.target === undefined) act.outcome = 'refused'
    return made
  })
}

async function makeFirst({ store, passwords, clock }: FirstStartDeps): Promise<FirstStart> {
  const client = await registerFirstClient({ clients: store.clients, clock })
  const users = { users: store.users, passwords, clock }
  const operator = await createFirstOperator(users)
  const analyst = client && (await createFirstAnalyst(users, client.clientId))
  return { client, operator, analyst }
}
