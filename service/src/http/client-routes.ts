import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Authenticate, Caller } from './caller.ts'
import { matchPath, pathOf } from './path-pattern.ts'
import type { Refusal } from './reply.ts'
import { type Call, environmentPrefix, environments, isRefusal, type Outcome, type Route } from './route.ts'

/** An operation of clients before it stands in an environment. */
export type ClientRoute<Asked> = {
  readonly operation: string
  readonly method: Route['method']
  /** Without what the sandbox puts before it. */
  readonly path: string
  readonly produces?: readonly string[]
  readonly handle: (asked: Asked) => Promise<Outcome>
}

/** A call whose caller is known, and what its path names. */
export type ClientCall = {
  readonly call: Call
  readonly caller: Caller
  readonly environment: Environment
  readonly named: Readonly<Record<string, string>>
}

/** The same operations in both environments, for whoever has both credentials; `admit` says who else is refused. */
export const clientRoutes = <Asked extends object, One extends ClientRoute<Asked>>(
  authenticate: Authenticate,
  routes: readonly One[],
  admit: (by: ClientCall, route: One) => Awaitable<Asked | Refusal>,
): Route[] =>
  environments.flatMap((environment) =>
    routes.map((route): Route => {
      const path = `${environmentPrefix[environment]}${route.path}`
      return {
        operation: route.operation,
        method: route.method,
        path,
        produces: route.produces ?? ['application/json'],
        handle: async (call) => {
          const caller = await authenticate(call, environment)
          if (isRefusal(caller)) return caller
          const named = matchPath(path, pathOf(call.request.url)) ?? {}
          const asked = await admit({ call, caller, environment, named }, route)
          return isRefusal(asked) ? asked : route.handle(asked)
        },
      }
    }),
  )
