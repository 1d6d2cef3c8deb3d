import type { Route } from '../http/route.ts'
import { actRoutes } from './act-routes.ts'
import { type ClientRouteDeps, clientRoutes } from './client-routes.ts'
import { type ContractRouteDeps, contractRoutes } from './contract-routes.ts'
import { type ListingRouteDeps, listingRoutes } from './listing-routes.ts'
import { operatorRoutesOf } from './operator-access.ts'
import { type QueueRouteDeps, queueRoutes } from './queue-routes.ts'
import { type SourceRouteDeps, sourceRoutes } from './source-routes.ts'
import { type TrailRouteDeps, trailRoutes } from './trail-routes.ts'
import { type UsageRouteDeps, usageRoutes } from './usage-routes.ts'
import { type UserRouteDeps, userRoutes } from './user-routes.ts'

export type OperatorDeps = ClientRouteDeps &
  ContractRouteDeps &
  ListingRouteDeps &
  QueueRouteDeps &
  SourceRouteDeps &
  TrailRouteDeps &
  UsageRouteDeps &
  UserRouteDeps

/** Everything the person who runs the service does over HTTP, below /operador/v2. */
export const operatorRoutes = (deps: OperatorDeps): Route[] =>
  operatorRoutesOf(deps, [
    ...clientRoutes(deps),
    ...contractRoutes(deps),
    ...userRoutes(deps),
    ...usageRoutes(deps),
    ...sourceRoutes(deps),
    ...trailRoutes(deps),
    ...listingRoutes(deps),
    ...queueRoutes(deps),
    ...actRoutes(deps),
  ])
