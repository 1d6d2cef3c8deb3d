import { keptReportDays } from '@lastro/contract/clients/client-contract.ts'
import { notCoveredHeader } from '@lastro/contract/reports/coverage.ts'
import type { Caller } from '../../../http/caller.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import type { QueryContext } from '../query/query-context.ts'
import { degradedHeaderName, sourcesHeaderName } from '../query/sections/report-sources.ts'
import type { ReportKeeper } from './report-keeper.ts'

const dayMs = 86_400_000

/** For how many days this caller's contract keeps what it is answered now. */
export const keptDaysOf = (caller: Caller): number => keptReportDays(caller.contract, askedByOf(caller))

const askedByOf = ({ userId }: Caller) => (userId === undefined ? 'key' : 'session')

/** Hands over a report that was answered, as it goes out, where its caller's contract keeps it. It waits for nothing. */
export function keepAnswer(
  { keeper }: { readonly keeper: Pick<ReportKeeper, 'keep'> },
  context: QueryContext,
  outcome: Outcome,
): void {
  const { toKeep, caller, environment, product, features, bought } = context
  if (toKeep === undefined || caller === undefined || isRefusal(outcome)) return
  const { given, purpose } = toKeep
  keeper.keep({
    environment,
    clientId: caller.clientId,
    requestId: given.requestId,
    atMs: given.atMs,
    askedBy: askedByOf(caller),
    keepUntilMs: given.atMs + keptDaysOf(caller) * dayMs,
    report: {
      product: product.code,
      features,
      purpose,
      body: outcome.body,
      status: outcome.status,
      sources: outcome.headers?.[sourcesHeaderName] ?? '',
      degraded: outcome.headers?.[degradedHeaderName],
      notCovered: outcome.headers?.[notCoveredHeader.name],
      given,
      bought,
    },
  })
}
