import {
  type ConsultationItem,
  consultationPageDefault,
  consultationPageMax,
  consultationsPath,
} from '@lastro/contract/clients/consultations.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Outcome } from '@lastro/contract/policies/policy.ts'
import { decisionScope } from '@lastro/contract/reports/products.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { registerOf } from '@lastro/rules/listings/register.ts'
import { isAnswer } from '@lastro/rules/trail/billing.ts'
import { codeOfRecorded } from '@lastro/rules/trail/check-code.ts'
import type { Consultation } from '@lastro/rules/trail/consultation.ts'
import { laneOf } from '@lastro/rules/trail/lane.ts'
import type { Authenticate, Caller } from '../../../http/caller.ts'
import { cursorOf, ListQuery } from '../../../http/query/list-query.ts'
import { type Refusal, success } from '../../../http/reply.ts'
import { type Call, environmentPrefix, environments, isRefusal, type Route } from '../../../http/route.ts'
import type { CorrectionSeen, CorrectionsOf } from '../corrections-seen.ts'
import { ownConsultations } from '../own-consultations.ts'
import type { RecordPlace } from '../page-of-trail.ts'
import type { TrailStore } from '../trail-store.ts'
import { costView } from './usage-routes.ts'

export type ConsultationDeps = {
  readonly authenticate: Authenticate
  readonly trail: Pick<TrailStore, 'linksOf'>
  /** The names of users, by their ids. */
  readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly correctionsOf: CorrectionsOf
  /** Which of a client's queries have a report that is kept. */
  readonly keptOf: (of: {
    readonly environment: Environment
    readonly clientId: string
    readonly requestIds: readonly string[]
  }) => Promise<readonly KeptMark[]>
  /** Which of a client's queries were made for a decision. */
  readonly decisionsOf: (of: {
    readonly environment: Environment
    readonly clientId: string
    readonly consultations: readonly { readonly requestId: string; readonly checkCode: string }[]
  }) => Promise<readonly DecisionMark[]>
}

type DecisionMark = {
  readonly id: string
  readonly checkCode: string
  readonly finalOutcome: Outcome
  readonly reviewCount: number
}

/** Whose request id and time it is, and until when its report is kept. */
type KeptMark = { readonly requestId: string; readonly atMs: number; readonly keepUntilMs: number }

/** What a client, or one of its users, has asked before. */
export function consultationRoutes(deps: ConsultationDeps): Route[] {
  const { authenticate, trail, namesOf } = deps
  return environments.map((environment) => ({
    operation: 'consultas',
    method: 'GET',
    path: `${environmentPrefix[environment]}${consultationsPath}`,
    produces: ['application/json'],
    handle: async (call) => {
      const caller = await authenticate(call, environment)
      if (isRefusal(caller)) return caller
      const page = readAsked(call, caller)
      if (isRefusal(page)) return page
      const own = { clientId: caller.clientId, userId: page.userId }
      const { found, next } = await ownConsultations(trail, environment, own, page)
      const names = await namesOf([...new Set(found.flatMap(({ userId = [] }) => userId))])
      const corrections = await deps.correctionsOf({
        register: registerOf({ environment, clientId: caller.clientId }),
        clientId: caller.clientId,
        listingIds: [...new Set(found.flatMap((one) => shownIn(one).map(({ id }) => id)))],
      })
      const requestIds = [...new Set(found.filter(isAnswered).map(({ requestId }) => requestId))]
      const kept = await deps.keptOf({ environment, clientId: caller.clientId, requestIds })
      const decided = await decisionsIn(deps, caller, found.filter(isAnswered))
      const consultations = found.map((one) => ({
        ...itemOf(one, names),
        ...keptIn(one, kept),
        ...decided(one),
        ...correctionsIn(one, corrections),
      }))
      return success({ consultations, ...(next !== undefined && { cursor: placeCursorOf(next) }) })
    },
  }))
}

type ConsultationsAsked = {
  readonly limit: number
  readonly before: RecordPlace | undefined
  readonly userId: string | undefined
}

const parameters: readonly string[] = ['mine', 'limit', 'cursor']

function readAsked(call: Call, { userId }: Caller): ConsultationsAsked | Refusal {
  const query = new ListQuery(call, parameters)
  const limit = query.limit({ usual: consultationPageDefault, max: consultationPageMax })
  const before = query.after(readPlace)
  const isMine = query.whether('mine')
  // A token is a program's, and nobody in particular asks: all of its client's are its own.
  return query.refusal ?? { limit, before, userId: isMine === true ? userId : undefined }
}

/** In the first lane it is what it was before there were others. */
const placeCursorOf = ({ lastAtMs, number, place }: RecordPlace): string =>
  laneOf(number) === 0 ? cursorOf(number, place) : cursorOf(lastAtMs, number, place)

function readPlace(text: string): RecordPlace | undefined {
  const [, lastAtMs = '0', number, place] = /^(?:(\d{1,15}) )?(\d{1,15}) (\d{1,6})$/.exec(text) ?? []
  if (number === undefined) return undefined
  return { lastAtMs: Number(lastAtMs), number: Number(number), place: Number(place) }
}

const itemOf = (one: Consultation, names: ReadonlyMap<string, string>): ConsultationItem => ({
  at: instantText(one.atMs),
  requestId: one.requestId,
  ...(one.document !== '' && { document: one.document }),
  product: one.product,
  features: one.features === '' ? [] : one.features.split(','),
  outcome: one.outcome,
  ...(one.coverage !== undefined && { coverage: one.coverage }),
  billed: one.billed,
  ...ownCosts(one),
  ...(one.userId !== undefined && { user: userOf(one.userId, names.get(one.userId)) }),
})

/** What the operator pays for is the operator's alone. */
function ownCosts({ costs = [] }: Consultation): Pick<ConsultationItem, 'costs'> {
  const own = costs.filter(({ paidBy }) => paidBy === 'client')
  return own.length === 0 ? {} : { costs: own.map(costView) }
}

const isAnswered = ({ outcome }: Consultation): boolean => isAnswer(outcome) && outcome !== 'replayed'

/** A client may send the same request id with several queries: kept is that of the one that was at this time. */
function keptIn(one: Consultation, kept: readonly KeptMark[]): Pick<ConsultationItem, 'report'> {
  const mark = kept.find(({ requestId, atMs }) => requestId === one.requestId && atMs === one.atMs)
  return mark === undefined || !isAnswered(one)
    ? {}
    : { report: { keptUntil: instantText(mark.keepUntilMs) } }
}

/** By the codes of their records, for a client may send the same request id with several. */
async function decisionsIn(
  { decisionsOf }: ConsultationDeps,
  { environment, clientId, scopes }: Caller,
  answered: readonly Consultation[],
): Promise<(one: Consultation) => Pick<ConsultationItem, 'decision'>> {
  if (!scopes.has(decisionScope)) return () => ({})
  const codes = new Map(answered.map((one) => [one, codeOfRecorded(one)]))
  const consultations = Array.from(codes, ([{ requestId }, checkCode]) => ({ requestId, checkCode }))
  const made = await decisionsOf({ environment, clientId, consultations })
  return (one) => {
    const mark = made.find(({ checkCode }) => checkCode === codes.get(one))
    return mark === undefined
      ? {}
      : { decision: { id: mark.id, outcome: mark.finalOutcome, reviewed: mark.reviewCount > 0 } }
  }
}

/** What it showed that was wrong. */
function correctionsIn(
  one: Consultation,
  all: readonly CorrectionSeen[],
): Pick<ConsultationItem, 'corrections'> {
  const shown = shownIn(one)
  const corrections = all.filter(({ listingId, wrongVersions }) =>
    shown.some(({ id, version }) => id === listingId && wrongVersions.includes(version)),
  )
  return corrections.length === 0 ? {} : { corrections: corrections.map(correctionOf) }
}

const correctionOf = ({ occurrenceId, toldAtMs, data }: CorrectionSeen) => ({
  occurrenceId,
  ...(toldAtMs !== undefined && { toldAt: instantText(toldAtMs) }),
  data,
})

/** The listings that it showed, from the trail's `id:version,…`. */
const shownIn = ({ listings }: Consultation) =>
  listings === ''
    ? []
    : listings.split(',').map((one) => {
        const [id = '', version] = one.split(':')
        return { id, version: Number(version) }
      })

const userOf = (id: string, name: string | undefined) => (name === undefined ? { id } : { id, name })
