import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { decisionScope } from '@lastro/contract/reports/products.ts'
import type { Awaitable } from '../../../awaitable.ts'
import type { Clock } from '../../../clock.ts'
import type { Authenticate, Caller } from '../../../http/caller.ts'
import { type ClientRoute, clientRoutes } from '../../../http/client-routes.ts'
import type { Refusal } from '../../../http/reply.ts'
import type { Call, Route } from '../../../http/route.ts'

/** A call on decisions of its caller's own. */
export type DecisionCall = {
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

export type DecisionRoute = ClientRoute<DecisionCall>

/** For whoever has the scope, at the contract's rate. */
export const decisionRoutesOf = (
  { authenticate, admitRate, clock }: AccessDeps,
  routes: readonly DecisionRoute[],
): Route[] =>
  clientRoutes<DecisionCall, DecisionRoute>(
    authenticate,
    routes,
    async ({ call, caller, environment, named }) => {
      if (!caller.scopes.has(decisionScope))
        return { code: 'product_not_contracted', values: { product: decisionScope } }
      const limited = await admitRate(caller, clock.nowMs())
      return limited ?? { call, caller, environment, id: named.id ?? '' }
    },
  )

export const decisionIdOf = ({
  caller: { environment, clientId },
  id,
}: Pick<DecisionCall, 'caller' | 'id'>) => ({
  environment,
  clientId,
  id,
})
