import type { Operation } from '@lastro/contract/operation.ts'
import type { Product } from '@lastro/contract/reports/products.ts'
import type { Clock } from '../../clock.ts'
import type { Authenticate } from '../../http/caller.ts'
import type { Route } from '../../http/route.ts'
import type { Client } from '../clients/client-store.ts'
import type { Seal } from '../sealing/sealed-secrets.ts'
import { type AuthenticateOperator, operatorAuthenticator } from './operator.ts'
import { sessionReader } from './sessions/read-session.ts'
import { withSessions } from './sessions/session-caller.ts'
import { deviceCookieOf, sessionCookieOf } from './sessions/session-cookie.ts'
import { sessionRoutes } from './sessions/session-routes.ts'
import { passwordHashing } from './sign-in/password-hash.ts'
import type { UserStore } from './user-store.ts'

export type UserDeps = {
  readonly users: UserStore
  readonly findClient: (id: string) => Promise<Client | undefined>
  readonly seal: Seal
  readonly clock: Clock
  /** Where the service is reached from outside. Under https its cookies are for https only. */
  readonly publicUrl: string | undefined
  readonly trustedProxies: readonly string[]
  readonly products: readonly Product[]
  readonly operations: readonly Operation[]
}

export type Users = {
  /** What tokens and keys open, sessions open too, as far as their roles go. */
  readonly withSessions: (byToken: Authenticate) => Authenticate
  readonly operator: AuthenticateOperator
  /** Whether a person may still ask for this client. */
  readonly isAnalyst: (userId: string, clientId: string) => Promise<boolean>
  readonly routes: readonly Route[]
}

/** Everything about people who sign in, for one process. */
export function openUsers(deps: UserDeps): Users {
  const { findClient, publicUrl } = deps
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const cookie = sessionCookieOf({ isSecure })
  const deviceCookie = deviceCookieOf({ isSecure })
  const sessions = sessionReader({ ...deps, cookie })
  const isServed = async (clientId: string) => {
    const client = await findClient(clientId)
    return client !== undefined && client.revokedAtMs === undefined
  }
  return {
    withSessions: (byToken) => withSessions(byToken, { ...deps, sessions }),
    operator: operatorAuthenticator(sessions),
    isAnalyst: async (userId, clientId) => {
      const user = await deps.users.findUserById(userId)
      const isOfClient = user?.clientId === clientId && user.disabledAtMs === undefined
      return isOfClient && user.roles.includes('analyst')
    },
    routes: sessionRoutes({
      ...deps,
      cookie,
      deviceCookie,
      sessions,
      passwords: passwordHashing(),
      isServed,
    }),
  }
}
