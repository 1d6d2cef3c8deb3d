import type { Route } from '../../http/route.ts'
import { operatorRoutesOf } from './operator-access.ts'
import { actRoutes } from './routes/act-routes.ts'
import { type ClientRouteDeps, clientRoutes } from './routes/client-routes.ts'
import { type ContractRouteDeps, contractRoutes } from './routes/contract-routes.ts'
import { type CorrectionRouteDeps, correctionRoutes } from './routes/correction-routes.ts'
import { type CoverageRouteDeps, coverageRoutes } from './routes/coverage-routes.ts'
import { type DataRouteDeps, dataRoutes } from './routes/data-routes.ts'
import { type DeclaredSourceRouteDeps, declaredSourceRoutes } from './routes/declared-source-routes.ts'
import { type ListingRouteDeps, listingRoutes } from './routes/listing-routes.ts'
import { type PersonRouteDeps, personRoutes } from './routes/person-routes.ts'
import { type QueueRouteDeps, queueRoutes } from './routes/queue-routes.ts'
import { type SourceRouteDeps, sourceRoutes } from './routes/source-routes.ts'
import { type StatementRouteDeps, statementRoutes } from './routes/statement-routes.ts'
import { type TrailRouteDeps, trailRoutes } from './routes/trail-routes.ts'
import { type UsageRouteDeps, usageRoutes } from './routes/usage-routes.ts'
import { type UserRouteDeps, userRoutes } from './routes/user-routes.ts'

export type OperatorDeps = ClientRouteDeps &
  ContractRouteDeps &
  ListingRouteDeps &
  CorrectionRouteDeps &
  CoverageRouteDeps &
  DataRouteDeps &
  PersonRouteDeps &
  QueueRouteDeps &
  SourceRouteDeps &
  DeclaredSourceRouteDeps &
  StatementRouteDeps &
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
    ...statementRoutes(deps),
    ...sourceRoutes(deps),
    ...declaredSourceRoutes(deps),
    ...dataRoutes(deps),
    ...coverageRoutes(deps),
    ...trailRoutes(deps),
    ...listingRoutes(deps),
    ...correctionRoutes(deps),
    ...personRoutes(deps),
    ...queueRoutes(deps),
    ...actRoutes(deps),
  ])
