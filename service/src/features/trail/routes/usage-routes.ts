import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Usage } from '@lastro/contract/clients/usage.ts'
import { csv } from '@lastro/contract/listings/batches.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { isMonth } from '@lastro/rules/calendar/month.ts'
import { moneyText } from '@lastro/rules/money/cents.ts'
import { csvRow } from '@lastro/rules/text/csv-text.ts'
import type { UsageLine } from '@lastro/rules/trail/billing.ts'
import type { CallCost } from '@lastro/rules/trail/consultation.ts'
import type { Clock } from '../../../clock.ts'
import type { Authenticate } from '../../../http/caller.ts'
import { queryOf } from '../../../http/query/query-of.ts'
import { fieldError, type Reply, success } from '../../../http/reply.ts'
import { type Call, environmentPrefix, environments, isRefusal, type Route } from '../../../http/route.ts'
import type { TrailStore } from '../trail-store.ts'

export type UsageDeps = {
  readonly authenticate: Authenticate
  readonly trail: Pick<TrailStore, 'usage'>
  /** Alerts and listings of a client in a month, by day. */
  readonly servicesOf: (owner: UsageOwner, month: string) => Promise<readonly UsedService[]>
  /** What sources cost in a month that the client pays by its own credentials. */
  readonly costsOf: (owner: UsageOwner, month: string) => Promise<readonly SourceCalls[]>
  readonly clock: Clock
}

/** Calls to a source, and what they cost. */
export type SourceCalls = Pick<CallCost, 'source' | 'calls' | 'cents'>

type UsageOwner = { readonly environment: Environment; readonly clientId: string }

export type UsedService = {
  readonly day: string
  readonly product: string
  readonly count: number
  readonly priceCents: bigint
}

/** What a client used, for the client itself. */
export function usageRoutes({ authenticate, trail, servicesOf, costsOf, clock }: UsageDeps): Route[] {
  return environments.map((environment) => ({
    operation: 'consumo',
    method: 'GET',
    path: `${environmentPrefix[environment]}/conta/v2/consumo`,
    produces: ['application/json', csv],
    handle: async (call) => {
      const caller = await authenticate(call, environment)
      if (isRefusal(caller)) return caller
      const month = monthAsked(call) ?? dayAt(clock.nowMs()).slice(0, 7)
      if (!isMonth(month)) {
        return { code: 'query_invalid', errors: [fieldError('month', 'month', call.language)] }
      }
      const { clientId } = caller
      const lines = await trail.usage(environment, month, clientId)
      const owner = { environment, clientId }
      const usage = usageIn(month, lines, await servicesOf(owner, month), await costsOf(owner, month))
      return call.mediaType === csv ? csvReply(usage) : success(usage)
    },
  }))
}

/** A row for each day, product and features, and no totals, which a spreadsheet would add up again. */
const csvReply = ({ month, lines, services, costs }: Usage): Reply => ({
  status: 200,
  contentType: `${csv}; charset=utf-8`,
  body: [
    ['day', 'product', 'features', 'billed', 'unbilled', 'amount', 'source', 'calls', 'cost'],
    ...lines.map(({ day, product, features, billed, unbilled, amount }) => [
      ...[day, product, features.join(' ')],
      ...[billed, unbilled, { number: amount }],
      ...['', '', ''],
    ]),
    ...services.map(({ day, product, count, amount }) => [
      ...[day, product, ''],
      ...[count, 0, { number: amount }],
      ...['', '', ''],
    ]),
    // What a source costs is counted by month, so the row has no day.
    ...costs.map(({ source, calls, cost }) => ['', '', '', '', '', '', source, calls, { number: cost }]),
  ]
    .map((row) => csvRow(row))
    .join(''),
  headers: { 'Content-Disposition': `attachment; filename="consumo-${month}.csv"` },
})

const monthAsked = ({ request }: Call): string | undefined =>
  new URLSearchParams(queryOf(request.url)).get('month') ?? undefined

/** A month's lines and their total, with money as the contract writes it. */
export function usageIn(
  month: string,
  lines: readonly UsageLine[],
  services: readonly UsedService[],
  costs: readonly SourceCalls[],
): Usage {
  const total = { billed: 0, unbilled: 0, cents: 0 }
  for (const line of lines) {
    total.billed += line.billed
    total.unbilled += line.unbilled
    total.cents += line.cents
  }
  return {
    month,
    total: counted(total),
    lines: lines.map(({ day, product, features, ...counts }) => ({
      day,
      product,
      features: features === '' ? [] : features.split(','),
      ...counted(counts),
    })),
    services: services.map(({ day, product, count, priceCents }) => ({
      day,
      product,
      count,
      amount: moneyText(priceCents * BigInt(count)),
    })),
    costs: costs.map(costView),
  }
}

export const costView = ({ source, calls, cents }: SourceCalls) => ({
  source,
  calls,
  cost: moneyText(BigInt(cents)),
})

export const counted = ({ billed, unbilled, cents }: Pick<UsageLine, 'billed' | 'unbilled' | 'cents'>) => ({
  billed,
  unbilled,
  amount: moneyText(BigInt(cents)),
})

/** How many queries a client was answered in a month: what its quota counts. */
export async function usedInMonth(
  trail: Pick<TrailStore, 'usage'>,
  environment: Environment,
  clientId: string,
  month: string,
): Promise<number> {
  const lines = await trail.usage(environment, month, clientId)
  return lines.reduce((sum, line) => sum + line.billed + line.unbilled, 0)
}
