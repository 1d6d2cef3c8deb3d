import { decisionScope, policyScope } from '@lastro/contract/reports/products.ts'
import type { Authenticate, Caller } from '../../http/caller.ts'
import { type ClientRoute, clientRoutes } from '../../http/client-routes.ts'
import type { Call, Route } from '../../http/route.ts'

/** A call that may work on policies: who makes it, and what its path names. */
export type PolicyCall = {
  readonly call: Call
  readonly caller: Caller
  readonly name: string
  readonly version: string
}

/** Whoever only decides by policies may read them, and no more. */
export type PolicyRoute = ClientRoute<PolicyCall> & { readonly opens: 'reading' | 'writing' }

/** For whoever has the scope. */
export const policyRoutesOf = (authenticate: Authenticate, routes: readonly PolicyRoute[]): Route[] =>
  clientRoutes<PolicyCall, PolicyRoute>(authenticate, routes, ({ call, caller, named }, { opens }) => {
    const { scopes } = caller
    if (!scopes.has(policyScope) && !(opens === 'reading' && scopes.has(decisionScope)))
      return { code: 'product_not_contracted', values: { product: policyScope } }
    return { call, caller, name: named.name ?? '', version: named.version ?? '' }
  })

export const ownerOf = ({ caller: { environment, clientId } }: Pick<PolicyCall, 'caller'>) => ({
  environment,
  clientId,
})

export const policyIdOf = (asked: Pick<PolicyCall, 'caller' | 'name'>) => ({
  ...ownerOf(asked),
  name: asked.name,
})
