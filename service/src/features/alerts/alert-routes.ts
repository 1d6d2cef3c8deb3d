import type { Route } from '../../http/route.ts'
import type { AlertStore } from './alert-store.ts'
import type { DocumentRouteDeps } from './documents/document-route-deps.ts'
import { documentRoutes } from './documents/document-routes.ts'
import { type EmailRouteDeps, emailRoutes } from './emails/email-routes.ts'
import { type LinkRouteDeps, linkRoutes } from './emails/link-routes.ts'
import { type OccurrenceRouteDeps, occurrenceRoutes } from './occurrences/occurrence-routes.ts'
import { type SandboxEventDeps, sandboxEventsRoute } from './sandbox-events.ts'

export type AlertRouteDeps = { readonly alerts: AlertStore } & Omit<
  DocumentRouteDeps & EmailRouteDeps & LinkRouteDeps & OccurrenceRouteDeps & SandboxEventDeps,
  keyof AlertStore
>

/** Every operation on alerts but those on webhooks. */
export function alertRoutes({ alerts, ...rest }: AlertRouteDeps): Route[] {
  const deps = { ...rest, ...alerts }
  return [
    ...documentRoutes(deps),
    ...emailRoutes(deps),
    ...linkRoutes(deps),
    ...occurrenceRoutes(deps),
    sandboxEventsRoute(deps),
  ]
}
