import { countDaysMax } from '@lastro/contract/decisions/decisions.ts'
import { requestIdPattern } from '@lastro/contract/parameters.ts'
import { outcomes, slugPattern } from '@lastro/contract/policies/policy.ts'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'
import { ListQuery, readPosition } from '../../../http/query/list-query.ts'
import type { Refusal } from '../../../http/reply.ts'
import type { Call } from '../../../http/route.ts'
import { pageBounds } from '../batches/read-page.ts'
import type { DecisionFilter, DecisionPage } from './decision-store.ts'

type Filter = Omit<DecisionFilter, 'environment' | 'clientId'>

const periodNames = ['from', 'until', 'policy', 'version']

/** Which decisions, and which page of them. */
export function readDecisionPage(call: Call): Omit<DecisionPage, 'environment' | 'clientId'> | Refusal {
  const query = new ListQuery(call, [...periodNames, 'consulta', 'outcome', 'reviewed', 'limit', 'cursor'])
  const filter = { ...readConsultation(query), ...readPeriod(query), ...readStanding(query) }
  const limit = query.limit(pageBounds)
  const after = query.after(readPosition)
  if (query.refusal !== undefined) return query.refusal
  return {
    ...filter,
    limit,
    ...(after !== undefined && { after: { atMs: after.createdAtMs, id: after.id } }),
  }
}

/** The id of a query, which is no document: that has no place in an address. */
function readConsultation(query: ListQuery): Filter {
  const requestId = query.matching('consulta', requestIdShape)
  if (requestId === undefined) return {}
  if (holdsDocument(requestId)) query.wrong('consulta', 'document_inside')
  return { requestId }
}

const requestIdShape = new RegExp(requestIdPattern)

/** What a count spans: the last thirty days unless said otherwise. */
export function readCountPeriod(call: Call, today: Day): (Filter & CountPeriod) | Refusal {
  const query = new ListQuery(call, periodNames)
  const filter = readPeriod(query)
  const until = (filter.until ?? today) as Day
  const from = (filter.from ?? addDays(until, -29)) as Day
  if (query.refusal === undefined && addDays(from, countDaysMax - 1) < until)
    query.wrong('from', 'period', { limit: String(countDaysMax) })
  return query.refusal ?? { ...filter, from, until }
}

type CountPeriod = { readonly from: Day; readonly until: Day }

function readPeriod(query: ListQuery): Filter {
  const from = query.day('from')
  const until = query.day('until')
  if (from !== undefined && until !== undefined && from > until) query.wrong('until', 'period_reversed')
  const version = query.matching('version', /^[1-9]\d{0,6}$/)
  const policy = query.matching('policy', policyName)
  return {
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(policy !== undefined && { policy }),
    ...(version !== undefined && { version: Number(version) }),
  }
}

/** Nothing else is a policy's, and PostgreSQL cannot even be asked for a NUL. */
const policyName = new RegExp(slugPattern)

function readStanding(query: ListQuery): Filter {
  const outcome = query.choice('outcome', outcomes)
  const isReviewed = query.whether('reviewed')
  return {
    ...(outcome !== undefined && { outcome }),
    ...(isReviewed !== undefined && { isReviewed }),
  }
}
