import { decisionsPath } from '@lastro/contract/decisions/decisions.ts'
import { csv } from '@lastro/contract/listings/batches.ts'
import { environments, type Route } from '../../../http/route.ts'
import { type DecideRouteDeps, decideRoute } from './decide-route.ts'
import { type AccessDeps, type DecisionRoute, decisionRoutesOf } from './decision-access.ts'
import type { DecisionStore } from './decision-store.ts'
import { countDecisions, type ListDeps, listDecisions } from './list-decisions.ts'
import { type ReviewDeps, reviewDecision } from './review-decision.ts'
import { checkDecision, showDecision } from './show-decision.ts'

export type DecisionRouteDeps = DecideRouteDeps &
  AccessDeps &
  ReviewDeps &
  ListDeps & { readonly decisions: DecisionStore }

/** Decide, list, count, read, decide again, review. */
export function decisionRoutes(deps: DecisionRouteDeps): Route[] {
  const one = `${decisionsPath}/{id}`
  const routes: readonly DecisionRoute[] = [
    {
      operation: 'decisoesLista',
      method: 'GET',
      path: decisionsPath,
      produces: ['application/json', csv],
      handle: (asked) => listDecisions(deps, asked),
    },
    {
      operation: 'decisoesContagens',
      method: 'GET',
      path: `${decisionsPath}/contagens`,
      handle: (asked) => countDecisions(deps, asked),
    },
    { operation: 'decisoesLe', method: 'GET', path: one, handle: (asked) => showDecision(deps, asked) },
    {
      operation: 'decisoesConfere',
      method: 'GET',
      path: `${one}/conferencia`,
      handle: (asked) => checkDecision(deps, asked),
    },
    {
      operation: 'decisoesRevisa',
      method: 'POST',
      path: `${one}/revisao`,
      handle: (asked) => reviewDecision(deps, asked),
    },
  ]
  return [
    ...environments.map((environment) => decideRoute(deps, environment)),
    ...decisionRoutesOf(deps, routes),
  ]
}
