import { csv } from '@lastro/contract/listings/batches.ts'
import { dayAt } from '@lastro/rules/calendar/day.ts'
import { csvRow } from '@lastro/rules/text/csv-text.ts'
import { cursorOf } from '../../../http/query/list-query.ts'
import { success } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import type { DecisionCall } from './decision-access.ts'
import { type DecisionClocks, decisionNowMs } from './decision-clock.ts'
import type { DecisionPage, DecisionRow, DecisionStore } from './decision-store.ts'
import { itemView } from './decision-view.ts'
import { readCountPeriod, readDecisionPage } from './read-filter.ts'

export type ListDeps = DecisionClocks & { readonly decisions: Pick<DecisionStore, 'list' | 'count'> }

/** A client's decisions, by pages or as a file. */
export async function listDecisions(deps: ListDeps, { call, caller }: DecisionCall): Promise<Outcome> {
  const read = readDecisionPage(call)
  if (isRefusal(read)) return read
  const { environment, clientId } = caller
  const page = { ...read, environment, clientId }
  if (call.mediaType === csv) {
    const headers = { 'Cache-Control': 'no-store' }
    return { status: 200, contentType: `${csv}; charset=utf-8`, body: '', stream: rows(deps, page), headers }
  }
  const found = await deps.decisions.list({ ...page, limit: page.limit + 1 }, await decisionNowMs(deps, page))
  const shown = found.slice(0, page.limit)
  const last = shown.at(-1)
  return success({
    decisions: shown.map(itemView),
    ...(found.length > shown.length && last !== undefined && { cursor: cursorOf(last.atMs, last.id) }),
  })
}

/** How many of each outcome, day by day. */
export async function countDecisions(deps: ListDeps, { call, caller }: DecisionCall): Promise<Outcome> {
  const period = readCountPeriod(call, dayAt(await decisionNowMs(deps, caller)))
  if (isRefusal(period)) return period
  const { environment, clientId } = caller
  const counts = await deps.decisions.count({ ...period, environment, clientId })
  return success({
    from: period.from,
    until: period.until,
    total: counts.reduce((sum, { count }) => sum + count, 0),
    lines: counts.map(({ day, policy, version, outcome, finalOutcome, count }) => ({
      day,
      policy: { name: policy, version },
      outcome,
      finalOutcome,
      count,
    })),
  })
}

/** Rows of a file are read by so many, while the ones before are on their way. */
const filePageCount = 500

const columns = [
  'id',
  'at',
  'requestId',
  'product',
  'policy',
  'version',
  'outcome',
  'decidedBy',
  'finalOutcome',
  'reviewedAt',
]

async function* rows(deps: ListDeps, page: DecisionPage): AsyncGenerator<string> {
  yield csvRow(columns)
  for (let after = page.after; ; ) {
    const found = await deps.decisions.list(
      { ...page, ...(after !== undefined && { after }), limit: filePageCount },
      await decisionNowMs(deps, page),
    )
    if (found.length > 0) yield found.map(rowText).join('')
    const last = found.at(-1)
    if (last === undefined || found.length < filePageCount) return
    after = { atMs: last.atMs, id: last.id }
  }
}

function rowText(row: DecisionRow): string {
  const { policy, reviewedAt = '', ...item } = itemView(row)
  const { id, at, requestId, product, outcome, decidedBy, finalOutcome } = item
  return csvRow([
    id,
    at,
    requestId,
    product,
    policy.name,
    policy.version,
    outcome,
    decidedBy,
    finalOutcome,
    reviewedAt,
  ])
}
