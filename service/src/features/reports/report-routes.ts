import type { Route } from '../../http/route.ts'
import { environments } from '../../http/route.ts'
import { additionalsRoute } from './additionals-route.ts'
import type { DemonstrationLimits } from './demonstration-caller.ts'
import { demonstrationRoute } from './demonstration-route.ts'
import { type QueryDeps, queryRoute } from './query/query-route.ts'

/** Every product's query and its list of additionals, in both environments; and the first one's demonstration. */
export function reportRoutes(deps: QueryDeps & DemonstrationLimits): Route[] {
  const routes = deps.products.flatMap((product) =>
    environments.flatMap((environment) => [
      queryRoute(deps, product, environment),
      additionalsRoute(deps, product, environment),
    ]),
  )
  return [...routes, ...deps.products.slice(0, 1).map((product) => demonstrationRoute(deps, product))]
}
