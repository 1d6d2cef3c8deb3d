import type { Route } from '../http/route.ts'
import { environments } from '../http/route.ts'
import { additionalsRoute } from './additionals-route.ts'
import { queryRoute, type ReportDeps } from './query-route.ts'

/** Every product's query and its list of additionals, in both environments. */
export function reportRoutes(deps: ReportDeps): Route[] {
  return deps.products.flatMap((product) =>
    environments.flatMap((environment) => [
      queryRoute(deps, product, environment),
      additionalsRoute(deps.authenticate, product, environment),
    ]),
  )
}
