import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { comparisonPath, keptReportPath } from '@lastro/contract/clients/kept-reports.ts'
import type { WithheldReason } from '@lastro/contract/clients/withheld-reasons.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { compareReports, readableChanges } from '@lastro/rules/reports/compare-reports.ts'
import { reopenedOutcome } from '@lastro/rules/trail/billing.ts'
import type { ConsultationDraft } from '@lastro/rules/trail/consultation.ts'
import type { Awaitable } from '../../../awaitable.ts'
import type { Authenticate, Caller } from '../../../http/caller.ts'
import { matchPath, pathOf } from '../../../http/path-pattern.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { type Refusal, type Reply, success } from '../../../http/reply.ts'
import {
  type Call,
  environmentPrefix,
  environments,
  isRefusal,
  type Outcome,
  type Route,
} from '../../../http/route.ts'
import type { Recorder } from '../../trail/recorder.ts'
import { inMediaType, jsonMediaType, reportMediaTypes } from '../document/report-document.ts'
import { consultationHeaders } from '../query/record-query.ts'
import {
  degradedHeaderName,
  notCoveredHeaderName,
  sourcesHeaderName,
} from '../query/sections/report-sources.ts'
import { degradedIn, type ReportReader } from './judge-report.ts'
import { type ReopenDeps, type Reopened, reopenReport } from './reopen-report.ts'

export type KeptRouteDeps = ReopenDeps & {
  readonly authenticate: Authenticate
  /** The contract's rate alone: what was paid for is read again whatever is left of a quota. */
  readonly admitRate: (caller: Caller, nowMs: number) => Awaitable<Refusal | undefined>
  readonly record: Recorder
}

/** Reports that were answered before, and what changed between two of them. */
export const keptRoutes = (deps: KeptRouteDeps): Route[] =>
  environments.flatMap((environment) => [
    {
      operation: 'consultasRelatorio',
      method: 'GET',
      path: `${environmentPrefix[environment]}${keptReportPath}`,
      produces: reportMediaTypes,
      handle: readingOf(deps, environment, keptReportPath, readReport),
    },
    {
      operation: 'consultasComparacao',
      method: 'GET',
      path: `${environmentPrefix[environment]}${comparisonPath}`,
      produces: [jsonMediaType],
      handle: readingOf(deps, environment, comparisonPath, compareTwo),
    },
  ])

type KeptReportCall = {
  readonly call: Call
  readonly caller: Caller
  readonly environment: Environment
  readonly id: string
}

type Read = (deps: KeptRouteDeps, asked: KeptReportCall) => Promise<Outcome>

const readingOf =
  (deps: KeptRouteDeps, environment: Environment, path: string, read: Read): Route['handle'] =>
  async (call) => {
    const caller = await deps.authenticate(call, environment)
    if (isRefusal(caller)) return caller
    const limited = await deps.admitRate(caller, deps.clock.nowMs())
    if (limited !== undefined) return limited
    const { id = '' } = matchPath(`${environmentPrefix[environment]}${path}`, pathOf(call.request.url)) ?? {}
    return read(deps, { call, caller, environment, id })
  }

async function readReport(deps: KeptRouteDeps, asked: KeptReportCall): Promise<Outcome> {
  const reopened = await reopenReport(deps, readerOf(asked), asked.id)
  if (isRefusal(reopened)) return reopened
  const atMs = await recordReopening(deps, asked, reopened)
  const { product, report, standing } = reopened
  const context = {
    call: asked.call,
    environment: asked.environment,
    product,
    given: report.given,
    isContactDataWithheld: !reopened.contactData,
    reopened: {
      atMs,
      withheld: standing.withheld,
      isCoverageUnknown: report.notCovered === undefined,
    },
  }
  return inMediaType(context, replyOf(reopened))
}

const readerOf = ({ call, caller, environment }: KeptReportCall) => ({
  caller,
  environment,
  language: call.language,
})

/** As the query answered it, with what it was given by and whether something is left out. */
function replyOf(reopened: Reopened): Reply {
  const { kept, report, document, standing } = reopened
  const { notCovered } = report
  const degraded = degradedIn(reopened)
  const reply = success(
    {
      document,
      report: standing.report,
      ...givenOf({ kept, report }),
      keptUntil: instantText(kept.keepUntilMs),
      ...(notCovered !== undefined && { notCovered }),
      withheld: standing.withheld,
    },
    degraded.length === 0 ? 200 : 203,
  )
  return {
    ...reply,
    headers: {
      [sourcesHeaderName]: report.sources,
      ...(notCovered !== undefined &&
        notCovered.length > 0 && { [notCoveredHeaderName]: notCovered.join(', ') }),
      ...(degraded.length > 0 && { [degradedHeaderName]: degraded.join(', ') }),
      ...consultationHeaders(report.given),
    },
  }
}

const givenOf = ({ kept, report }: Pick<Reopened, 'kept' | 'report'>) => ({
  requestId: kept.requestId,
  at: instantText(kept.atMs),
  product: report.product,
  features: report.features,
})

async function compareTwo(deps: KeptRouteDeps, asked: KeptReportCall): Promise<Outcome> {
  const other = readOther(asked.call)
  if (isRefusal(other)) return other
  const one = await reopenReport(deps, readerOf(asked), asked.id)
  if (isRefusal(one)) return one
  const two = await reopenReport(deps, readerOf(asked), other.id)
  if (isRefusal(two)) return two
  if (one.document !== two.document || one.product !== two.product) return { code: 'reports_not_comparable' }
  const [first, after] = one.kept.atMs <= two.kept.atMs ? [one, two] : [two, one]
  const before = await judgedBy(deps, readerOf(asked), first, after)
  if (isRefusal(before)) return before
  const inOrder = first === one ? [before, after] : [after, before]
  await Promise.all(inOrder.map((opened) => recordReopening(deps, asked, opened)))
  return comparison([before, after])
}

/** What a provider no longer told the second time is not told by the comparison either. */
const judgedBy = async (
  deps: KeptRouteDeps,
  reader: ReportReader,
  before: Reopened,
  after: Reopened,
): Promise<Reopened | Refusal> =>
  after.report.bought === undefined ? before : reopenReport(deps, reader, before.kept.requestId, after.report)

function readOther(call: Call): { readonly id: string } | Refusal {
  const query = new ListQuery(call, ['com'])
  const id = query.sent('com') ?? ''
  if (id === '') query.wrong('com', 'required')
  return query.refusal ?? (isRequestId(id) ? { id } : { code: 'report_unknown' })
}

/** As those that we take from callers, and those that we make. No store is asked for what cannot be one. */
const isRequestId = (text: string): boolean => /^[\w.-]{1,64}$/.test(text)

/** What was answered is compared, so that nothing passes for new; of that, what may still be read is told. */
function comparison([before, after]: readonly [Reopened, Reopened]): Reply {
  const notCovered = { before: before.report.notCovered, after: after.report.notCovered }
  const compared = readableChanges(compareReports(before.answered, after.answered, notCovered), {
    before: before.standing.report,
    after: after.standing.report,
  })
  const withheld: ReadonlySet<WithheldReason> = new Set([
    ...before.standing.withheld,
    ...after.standing.withheld,
  ])
  return success({
    document: before.document,
    product: before.report.product,
    before: { requestId: before.kept.requestId, at: instantText(before.kept.atMs) },
    after: { requestId: after.kept.requestId, at: instantText(after.kept.atMs) },
    sections: compared.map(({ isPartial, ...of }) => ({ ...of, partial: isPartial })),
    withheld: [...withheld],
  })
}

/** What of an opening is on record. */
type ReopenedOnRecord = {
  readonly kept: Pick<Reopened['kept'], 'requestId'>
  readonly report: Pick<Reopened['report'], 'purpose' | 'product' | 'features'>
  readonly document: Reopened['document']
  readonly listings: string
}

/** Who opened which report again is in the trail before it leaves; no person is consulted by it, and nobody pays. */
export async function recordReopening(
  { record, clock }: Pick<KeptRouteDeps, 'record' | 'clock'>,
  { call, caller, environment }: Omit<KeptReportCall, 'id'>,
  { kept, report, document, listings }: ReopenedOnRecord,
): Promise<number> {
  const draft: ConsultationDraft = {
    atMs: clock.nowMs(),
    clientId: caller.clientId,
    purpose: report.purpose,
    document,
    product: report.product,
    features: report.features.toSorted().join(),
    listings,
    address: caller.address,
    requestId: call.requestId,
    outcome: reopenedOutcome,
    priceCents: undefined,
    key: '',
    repeatWindowMs: 0,
    userId: caller.userId,
    reopens: kept.requestId,
  }
  await record(environment, draft)
  return draft.atMs
}
