import type { Caller } from '../../../http/caller.ts'
import { type Given, type Reply, success } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import { jsonMediaType } from '../document/report-document.ts'
import { degradedIn, type JudgeDeps, type Judged, judgeReport } from '../kept/judge-report.ts'
import type { KeptReport } from '../kept/kept-report.ts'
import type { QueryContext } from '../query/query-context.ts'
import { consultationHeaders, type QueryRecordDeps, recordGivenAgain } from '../query/record-query.ts'
import { degradedHeaderName, notCoveredIn, sourcesHeaderName } from '../query/sections/report-sources.ts'
import type { Bought } from '../source.ts'

export type GiveAgainDeps = QueryRecordDeps & JudgeDeps

/**
 * An answer that goes out again under its key. JSON is repeated byte for byte and says of when it is. A page or a PDF
 * is drawn anew, for people, so that it shows what may be read today, as a kept report that is opened again does.
 * Either is on record as opened again, and counts nowhere.
 */
export async function giveAgain(
  deps: GiveAgainDeps,
  context: QueryContext,
  caller: Caller,
  first: Reply,
): Promise<Outcome> {
  const { given, purpose } = first
  const { headers, mediaType } = context.call
  // Asked for another purpose it is another request. An earlier release kept no purpose with its answers.
  const isForAnother = headers.purpose !== undefined && purpose !== undefined && headers.purpose !== purpose
  if (isForAnother) return { code: 'idempotency_key_reused' }
  context.firstPurpose = purpose
  if (given !== undefined && mediaType !== jsonMediaType)
    return drawAgain(deps, context, caller, first, given)
  await recordGivenAgain(deps, context, { shownVersions: first.note ?? '', given })
  return given === undefined ? first : withHeaders(first, consultationHeaders(given))
}

async function drawAgain(
  deps: GiveAgainDeps,
  context: QueryContext,
  caller: Caller,
  first: Reply,
  given: Given,
): Promise<Outcome> {
  const { environment, call } = context
  const reader = { caller, environment, language: call.language }
  const judged = await judgeReport(deps, reader, reportOf(context, first, given))
  if (isRefusal(judged)) return judged
  await recordGivenAgain(deps, context, { shownVersions: judged.listings, given })
  const { withheld } = judged.standing
  const told = { ...consultationHeaders(given), ...givenAgain }
  // As long as all of it may be read, the same request is drawn to the same bytes.
  if (withheld.length === 0) return withHeaders(first, told)
  context.reopened = { atMs: deps.clock.nowMs(), withheld }
  return withHeaders(standingReply(judged, first), told)
}

/** The first answer in the form in which reports are kept. */
const reportOf = ({ product, features }: QueryContext, first: Reply, given: Given): KeptReport => ({
  product: product.code,
  features,
  purpose: first.purpose ?? '',
  body: first.body,
  status: first.status,
  sources: first.headers?.[sourcesHeaderName] ?? '',
  degraded: first.headers?.[degradedHeaderName],
  notCovered: notCoveredIn(first.headers),
  given,
  bought: first.bought as Bought | undefined,
})

function standingReply(judged: Judged, first: Reply): Reply {
  const { document, standing } = judged
  const degraded = degradedIn(judged)
  const reply = success({ document, report: standing.report }, degraded.length === 0 ? 200 : 203)
  const headers = degraded.length === 0 ? {} : { [degradedHeaderName]: degraded.join(', ') }
  return { ...reply, headers: { ...first.headers, ...headers } }
}

const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
})

/** The first answer was billed, or was not; this one is not. */
const givenAgain = { 'X-Billed': 'false', 'X-Billing-Reason': 'given_again' }
