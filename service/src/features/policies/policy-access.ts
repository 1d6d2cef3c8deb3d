import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { decisionScope, policyScope } from '@lastro/contract/reports/products.ts'
import type { Authenticate, Caller } from '../../http/caller.ts'
import { matchPath, pathOf } from '../../http/path-pattern.ts'
import {
  type Call,
  environmentPrefix,
  environments,
  isRefusal,
  type Outcome,
  type Route,
} from '../../http/route.ts'

/** A call that may work on policies: who makes it, and what its path names. */
export type Asked = {
  readonly call: Call
  readonly caller: Caller
  readonly name: string
  readonly version: string
}

/** An operation on policies before it stands in an environment. */
export type PolicyRoute = {
  readonly operation: string
  readonly method: Route['method']
  readonly path: string
  /** Whoever only decides by policies may read them, and no more. */
  readonly opens: 'reading' | 'writing'
  readonly handle: (asked: Asked) => Promise<Outcome>
}

/** The same operations in both environments, for whoever has both credentials and the scope. */
export const policyRoutesOf = (authenticate: Authenticate, routes: readonly PolicyRoute[]): Route[] =>
  environments.flatMap((environment) => routes.map((one) => policyRoute(authenticate, one, environment)))

function policyRoute(
  authenticate: Authenticate,
  { operation, method, path: bare, opens, handle }: PolicyRoute,
  environment: Environment,
): Route {
  const path = `${environmentPrefix[environment]}${bare}`
  return {
    operation,
    method,
    path,
    produces: ['application/json'],
    handle: async (call) => {
      const caller = await authenticate(call, environment)
      if (isRefusal(caller)) return caller
      const { scopes } = caller
      if (!scopes.has(policyScope) && !(opens === 'reading' && scopes.has(decisionScope)))
        return { code: 'product_not_contracted', values: { product: policyScope } }
      const { name = '', version = '' } = matchPath(path, pathOf(call.request.url)) ?? {}
      return handle({ call, caller, name, version })
    },
  }
}

export const ownerOf = ({ caller: { environment, clientId } }: Pick<Asked, 'caller'>) => ({
  environment,
  clientId,
})

export const idOf = (asked: Pick<Asked, 'caller' | 'name'>) => ({ ...ownerOf(asked), name: asked.name })
