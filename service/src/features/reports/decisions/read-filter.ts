import { countDaysMax } from '@lastro/contract/decisions/decisions.ts'
import { requestIdPattern } from '@lastro/contract/parameters.ts'
import { type Outcome, outcomes, slugPattern } from '@lastro/contract/policies/policy.ts'
import { addDays, type Day, parseDay } from '@lastro/rules/calendar/day.ts'
import { holdsDocument } from '@lastro/rules/documents/document-number.ts'
import type { Refusal } from '../../../http/reply.ts'
import type { Call } from '../../../http/route.ts'
import { cursorIn, limitOf, parametersOf } from '../batches/read-page.ts'
import type { DecisionFilter, DecisionPage } from './decision-store.ts'

type Parameters = ReturnType<typeof parametersOf>
type Filter = Omit<DecisionFilter, 'environment' | 'clientId'>

const periodNames = ['from', 'until', 'policy', 'version']

/** Which decisions, and which page of them. */
export function readDecisionPage(call: Call): Omit<DecisionPage, 'environment' | 'clientId'> | Refusal {
  const sent = parametersOf(call, [...periodNames, 'consulta', 'outcome', 'reviewed', 'limit', 'cursor'])
  const { asked, errors, wrong } = sent
  const filter = { ...readConsultation(sent), ...readPeriod(sent), ...readStanding(sent) }
  const limit = limitOf(asked, wrong)
  const [, atMs, id] = /^(\d{1,16}) ([\w-]{1,64})$/.exec(cursorIn(asked)) ?? []
  if (asked.has('cursor') && id === undefined) wrong('cursor', 'cursor')
  if (errors.length > 0) return { code: 'query_invalid', errors }
  return { ...filter, limit, ...(id !== undefined && { after: { atMs: Number(atMs), id } }) }
}

/** The id of a query, which is no document: that has no place in an address. */
function readConsultation({ asked, wrong }: Parameters): Filter {
  const requestId = asked.get('consulta')
  if (requestId === null) return {}
  if (!requestIdShape.test(requestId)) wrong('consulta', 'format')
  else if (holdsDocument(requestId)) wrong('consulta', 'document_inside')
  return { requestId }
}

const requestIdShape = new RegExp(requestIdPattern)

/** What a count spans: the last thirty days unless said otherwise. */
export function readCountPeriod(call: Call, today: Day): (Filter & CountPeriod) | Refusal {
  const sent = parametersOf(call, periodNames)
  const filter = readPeriod(sent)
  const until = (filter.until ?? today) as Day
  const from = (filter.from ?? addDays(until, -29)) as Day
  if (sent.errors.length === 0 && addDays(from, countDaysMax - 1) < until)
    sent.wrong('from', 'period', { limit: String(countDaysMax) })
  if (sent.errors.length > 0) return { code: 'query_invalid', errors: sent.errors }
  return { ...filter, from, until }
}

type CountPeriod = { readonly from: Day; readonly until: Day }

function readPeriod({ asked, wrong }: Parameters): Filter {
  const [from, until] = (['from', 'until'] as const).map((name) => {
    const text = asked.get(name)
    const day = text === null ? undefined : parseDay(text)
    if (text !== null && day === undefined) wrong(name, 'day')
    return day
  })
  if (from !== undefined && until !== undefined && from > until) wrong('until', 'period_reversed')
  const version = asked.get('version')
  if (version !== null && !/^[1-9]\d{0,6}$/.test(version)) wrong('version', 'format')
  const policy = asked.get('policy')
  if (policy !== null && !policyName.test(policy)) wrong('policy', 'format')
  return {
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(policy !== null && { policy }),
    ...(version !== null && { version: Number(version) }),
  }
}

/** Nothing else is a policy's, and PostgreSQL cannot even be asked for a NUL. */
const policyName = new RegExp(slugPattern)

function readStanding({ asked, wrong }: Parameters): Filter {
  const outcome = asked.get('outcome')
  if (outcome !== null && !outcomes.some((one) => one === outcome))
    wrong('outcome', 'choice', { choices: outcomes.join(', ') })
  const reviewed = asked.get('reviewed')
  if (reviewed !== null && reviewed !== 'true' && reviewed !== 'false')
    wrong('reviewed', 'choice', { choices: 'true, false' })
  return {
    ...(outcome !== null && { outcome: outcome as Outcome }),
    ...(reviewed !== null && { isReviewed: reviewed === 'true' }),
  }
}
