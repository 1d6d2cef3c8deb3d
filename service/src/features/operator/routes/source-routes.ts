import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { environmentNames, operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import type { SourceHealth } from '@lastro/contract/operator/operator-sources.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { success } from '../../../http/reply.ts'
import type { SourceStore } from '../../declared-sources/source-store.ts'
import { type SourceViewDeps, sourceViews } from '../../declared-sources/source-view.ts'
import type { OperatorRoute } from '../operator-access.ts'

/** How a source has answered of late, as the process that asks it has counted. */
export type CountedSource = {
  readonly name: string
  readonly figures: () => {
    readonly calls: number
    readonly failures: number
    readonly p50Ms: number | undefined
    readonly p95Ms: number | undefined
    readonly lastFailure: { readonly atMs: number; readonly kind: string } | undefined
  }
}

export type SourceRouteDeps = {
  readonly declaredSources: Pick<SourceStore, 'list' | 'credentialOwners' | 'spentIn'>
  readonly sourceStates: SourceViewDeps['stateOf']
  readonly clock: SourceViewDeps['clock']
  /** Those of production come and go as they are declared. */
  readonly sources: Readonly<Record<Environment, () => readonly CountedSource[]>>
  readonly countedMinutes: number
  /** The process that counts: where there are several, each knows what it asked itself. */
  readonly process: { readonly host: string; readonly pid: number; readonly startedAtMs: number }
}

/** The sources of reports, and how each is doing. */
export const sourceRoutes = (deps: SourceRouteDeps): readonly OperatorRoute[] => [
  {
    operation: 'operadorFontes',
    method: 'GET',
    path: `${operatorPath}/fontes`,
    handle: async () => {
      const { host, pid, startedAtMs } = deps.process
      const { declaredSources: sources, sourceStates: stateOf, clock } = deps
      return success({
        process: { host, pid, startedAt: instantText(startedAtMs) },
        windowMinutes: deps.countedMinutes,
        sources: environmentNames.flatMap((environment) =>
          deps.sources[environment]().map((source) => healthOf(environment, source)),
        ),
        declared: await sourceViews({ sources, stateOf, clock }, await sources.list()),
      })
    },
  },
]

function healthOf(environment: Environment, { name, figures }: CountedSource): SourceHealth {
  const { calls, failures, p50Ms, p95Ms, lastFailure } = figures()
  return {
    environment,
    name,
    health: calls === 0 ? 'unknown' : failures * 2 >= calls ? 'failing' : 'up',
    calls,
    failures,
    ...(p50Ms !== undefined && { p50Ms }),
    ...(p95Ms !== undefined && { p95Ms }),
    ...(lastFailure !== undefined && {
      lastFailure: { at: instantText(lastFailure.atMs), kind: lastFailure.kind },
    }),
  }
}
