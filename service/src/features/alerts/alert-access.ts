import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { alertService } from '@lastro/contract/reports/products.ts'
import type { Authenticate, Caller } from '../../http/caller.ts'
import { matchPath, pathOf } from '../../http/path-pattern.ts'
import type { Refusal } from '../../http/reply.ts'
import {
  type Call,
  environmentPrefix,
  environments,
  isRefusal,
  type Outcome,
  type Route,
} from '../../http/route.ts'
import { type Register, registerOf } from './alert.ts'
import { monitoring } from './match-event.ts'

/** A call that may work on alerts: who makes it, in which register, and the id in its path. */
export type Asked = {
  readonly call: Call
  readonly caller: Caller
  readonly register: Register
  readonly id: string
}

/** An operation on alerts before it stands in an environment. */
export type AlertRoute = {
  readonly operation: string
  readonly method: Route['method']
  readonly path: string
  readonly produces?: readonly string[]
  readonly handle: (asked: Asked) => Promise<Outcome>
}

/** The same operations in both environments, for whoever has both credentials and the product. */
export const alertRoutesOf = (authenticate: Authenticate, routes: readonly AlertRoute[]): Route[] =>
  environments.flatMap((environment) => routes.map((one) => alertRoute(authenticate, one, environment)))

function alertRoute(
  authenticate: Authenticate,
  { operation, method, path: bare, produces, handle }: AlertRoute,
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
      const { code } = alertService
      if (!caller.scopes.has(code)) return { code: 'product_not_contracted', values: { product: code } }
      const { id = '' } = matchPath(path, pathOf(call.request.url)) ?? {}
      return handle({ call, caller, register: registerOf(caller), id })
    },
  }
}

export const keyOf = ({ caller, register, id }: Asked) => ({ register, clientId: caller.clientId, id })

/** Whoever watches somebody needs the purpose of it in the contract. */
export function monitoringRefusal({ contract }: Caller): Refusal | undefined {
  if (contract.purposes.includes(monitoring)) return undefined
  return { code: 'purpose_not_allowed', values: { purposes: contract.purposes.join(', ') || '—' } }
}
