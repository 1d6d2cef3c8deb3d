import { setImmediate as others } from 'node:timers/promises'
import { operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import type { OperatorUsage } from '@lastro/contract/operator/operator-usage.ts'
import { addDays, type Day, dayAt, parseDay } from '@lastro/rules/calendar/day.ts'
import { isMonth } from '@lastro/rules/calendar/month.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { success } from '../../../http/reply.ts'
import type { ClientStore } from '../../clients/client-store.ts'
import type { SourceStore } from '../../declared-sources/source-store.ts'
import { costView, counted } from '../../trail/routes/usage-routes.ts'
import type { TrailStore } from '../../trail/trail-store.ts'
import type { AccessDeps, Handle, OperatorRoute } from '../operator-access.ts'
import { afterIn, cutPage, environmentIn, limitIn } from '../operator-query.ts'

export type UsageRouteDeps = AccessDeps & {
  readonly clients: Pick<ClientStore, 'clientNames'>
  readonly trail: Pick<TrailStore, 'usageOfDay' | 'usageByClient'>
  readonly declaredSources: Pick<SourceStore, 'costsIn'>
}

/** What was used in a month: by day and product, and client by client. */
export const usageRoutes = (deps: UsageRouteDeps): readonly OperatorRoute[] => [
  { operation: 'operadorConsumo', method: 'GET', path: `${operatorPath}/consumo`, handle: byDay(deps) },
  {
    operation: 'operadorConsumoClientes',
    method: 'GET',
    path: `${operatorPath}/consumo/clientes`,
    handle: byClient(deps),
  },
]

const byDay =
  ({ trail, declaredSources, clock }: UsageRouteDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['environment', 'month', 'clientId'])
    const environment = environmentIn(query)
    const month = monthOf(query, dayAt(clock.nowMs()))
    const clientId = query.text('clientId')
    if (query.refusal !== undefined) return query.refusal
    const total = { billed: 0, unbilled: 0, cents: 0 }
    const lines: OperatorUsage['lines'] = []
    for (const day of daysOf(month, dayAt(clock.nowMs()))) {
      for (const { product, ...counts } of await trail.usageOfDay(environment, day, clientId)) {
        total.billed += counts.billed
        total.unbilled += counts.unbilled
        total.cents += counts.cents
        lines.push({ day, product, ...counted(counts) })
      }
      // A day of very many clients takes a while on the embedded engine; whoever waits is answered in between.
      await others()
    }
    // Only production has providers.
    const costs = environment === 'production' ? await declaredSources.costsIn(month, clientId) : []
    return success({
      environment,
      month,
      ...(clientId !== undefined && { clientId }),
      total: counted(total),
      lines,
      costs: costs.map(({ paidBy, unbilled, ...calls }) => ({
        ...costView(calls),
        paidBy,
        unbilledCalls: unbilled.calls,
        unbilledCost: moneyText(BigInt(unbilled.cents)),
      })),
    })
  }

const byClient =
  ({ trail, clients, clock }: UsageRouteDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['environment', 'month', 'limit', 'cursor'])
    const environment = environmentIn(query)
    const month = monthOf(query, dayAt(clock.nowMs()))
    const limit = limitIn(query)
    const after = afterIn(query)?.id ?? ''
    if (query.refusal !== undefined) return query.refusal
    const found = await trail.usageByClient(environment, month, { after, limit: limit + 1 })
    const { page, cursor } = cutPage(found, limit, ({ clientId }) => ({ createdAtMs: 0, id: clientId }))
    const names = await clients.clientNames(page.map((one) => one.clientId))
    return success({
      environment,
      month,
      clients: page.map(({ clientId, ...counts }) => {
        const clientName = names.get(clientId)
        return { clientId, ...(clientName !== undefined && { clientName }), ...counted(counts) }
      }),
      ...(cursor !== undefined && { cursor }),
    })
  }

function monthOf(query: ListQuery, today: Day): string {
  const month = query.text('month') ?? today.slice(0, 7)
  if (!isMonth(month)) query.wrong('month', 'month')
  return month
}

/** The days of a month that have begun. */
function daysOf(month: string, today: Day): readonly Day[] {
  const first = parseDay(`${month}-01`)
  if (first === undefined) return []
  const days = Array.from({ length: 31 }, (_, at) => addDays(first, at))
  return days.filter((day) => day.startsWith(month) && day <= today)
}
