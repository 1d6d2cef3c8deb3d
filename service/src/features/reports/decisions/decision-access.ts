import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { decisionScope } from '@lastro/contract/reports/products.ts'
import type { Clock } from '../../../clock.ts'
import type { Authenticate, Caller } from '../../../http/caller.ts'
import { matchPath, pathOf } from '../../../http/path-pattern.ts'
import type { Refusal } from '../../../http/reply.ts'
import {
  type Awaitable,
  type Call,
  environmentPrefix,
  environments,
  isRefusal,
  type Outcome,
  type Route,
} from '../../../http/route.ts'

/** A call on decisions of its caller's own. */
export type Asked = {
  readonly call: Call
  readonly caller: Caller
  readonly environment: Environment
  readonly id: string
}

export type AccessDeps = {
  readonly authenticate: Authenticate
  /** The contract's rate alone: what was decided is read again whatever is left of a quota. */
  readonly admitRate: (caller: Caller, nowMs: number) => Awaitable<Refusal | undefined>
  readonly clock: Clock
}

/** An operation on decisions before it stands in an environment. */
export type DecisionRoute = {
  readonly operation: string
  readonly method: Route['method']
  readonly path: string
  readonly produces?: readonly string[]
  readonly handle: (asked: Asked) => Promise<Outcome>
}

/** The same operations in both environments, for whoever has both credentials and the scope, at the contract's rate. */
export const decisionRoutesOf = (deps: AccessDeps, routes: readonly DecisionRoute[]): Route[] =>
  environments.flatMap((environment) => routes.map((one) => decisionRoute(deps, one, environment)))

function decisionRoute(
  { authenticate, admitRate, clock }: AccessDeps,
  { operation, method, path: bare, produces, handle }: DecisionRoute,
  environment: Environment,
): Route {
  const path = `${environmentPrefix[environment]}${bare}`
  return {
    operation,
    method,
    path,
    produces: produces ?? ['application/json'],
    handle: async (call) => {
      const caller = await authenticate(call, environment)
      if (isRefusal(caller)) return caller
      if (!caller.scopes.has(decisionScope))
        return { code: 'product_not_contracted', values: { product: decisionScope } }
      const limited = await admitRate(caller, clock.nowMs())
      if (limited !== undefined) return limited
      const { id = '' } = matchPath(path, pathOf(call.request.url)) ?? {}
      return handle({ call, caller, environment, id })
    },
  }
}

export const idOf = ({ caller: { environment, clientId }, id }: Pick<Asked, 'caller' | 'id'>) => ({
  environment,
  clientId,
  id,
})
