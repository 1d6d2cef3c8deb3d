import { type Day, dayAt } from '../calendar/day.ts'
import type { Billing, ConsultationDraft } from './consultation.ts'

/** Answered queries of one client, product, set of features and day. */
export type UsageLine = {
  readonly clientId: string
  readonly day: string
  readonly product: string
  readonly features: string
  readonly billed: number
  readonly unbilled: number
  readonly cents: number
}

/** When a client last paid for the same query on a document: in whatever way, and under the same key. */
export type PaidBefore = { readonly sameQueryAtMs: number; readonly sameKeyAtMs: number }

/** Of what was never paid for. */
export const neverMs = Number.NEGATIVE_INFINITY

export const neverPaid: PaidBefore = { sameQueryAtMs: neverMs, sameKeyAtMs: neverMs }

/**
 * Decides which drafts of a commit are billed. An answer is, once in its client's window and once in its key's day; a
 * failure never is. `paidBefore` says what was paid before this commit; the drafts see one another here, in order.
 */
export function billDrafts(
  drafts: readonly ConsultationDraft[],
  paidBefore: (draft: ConsultationDraft, at: number) => PaidBefore,
): readonly Billing[] {
  const paidHere = new Map<string, number>()
  return drafts.map((draft, at) => {
    if (draft.priceCents === undefined) return 'unbilled'
    const query = `${draft.clientId} ${draft.document} ${queryOf(draft)}`
    const key = draft.key === '' ? undefined : `${query} key ${draft.key}`
    const isRepeat =
      isPaid(draft, {
        sameQueryAtMs: paidHere.get(query) ?? neverMs,
        sameKeyAtMs: key === undefined ? neverMs : (paidHere.get(key) ?? neverMs),
      }) || isPaid(draft, paidBefore(draft, at))
    if (isRepeat) return 'repeat'
    paidHere.set(query, draft.atMs)
    if (key !== undefined) paidHere.set(key, draft.atMs)
    return 'billed'
  })
}

/** A copy that stands in for a source gives again what was bought since it was made, and no other product or feature. */
const isPaid = (draft: ConsultationDraft, { sameQueryAtMs, sameKeyAtMs }: PaidBefore): boolean =>
  (draft.repeatWindowMs > 0 && sameQueryAtMs > draft.atMs - draft.repeatWindowMs) ||
  (draft.copiedAtMs !== undefined && sameQueryAtMs >= draft.copiedAtMs) ||
  (draft.key !== '' && sameKeyAtMs > draft.atMs - keyLifeMs)

/** What makes two queries of one client on one document the same. */
export const queryOf = ({ product, features }: Pick<ConsultationDraft, 'product' | 'features'>): string =>
  `${product} ${features}`

/** How far back to look for an earlier payment: through its own window, the life of its key and that of its copy. */
export function paidSinceMs({ atMs, repeatWindowMs, key, copiedAtMs }: ConsultationDraft): number {
  const sinceMs = atMs - (key === '' ? repeatWindowMs : Math.max(repeatWindowMs, keyLifeMs))
  return copiedAtMs === undefined ? sinceMs : Math.min(sinceMs, copiedAtMs - 1)
}

/** How long an `Idempotency-Key` stands for one answer. */
export const keyLifeMs = 24 * 60 * 60_000

/** Lines by client, day, product and features, as they are added up. */
export type UsageLines = Map<string, UsedLine>

type UsedLine = { -readonly [Member in keyof UsageLine]: UsageLine[Member] }

type Used = Pick<ConsultationDraft, 'clientId' | 'atMs' | 'product' | 'features' | 'outcome'>

/** Counts an answered query where it belongs; anything else leaves the lines as they are. */
export function addUsage(lines: UsageLines, used: Used, isBilled: boolean, cents: number): void {
  if (isAnswer(used.outcome)) count(lineOf(lines, used, dayAt(used.atMs)), isBilled, cents)
}

function lineOf(lines: UsageLines, { clientId, product, features }: Used, day: Day): UsedLine {
  const key = `${clientId} ${day} ${product} ${features}`
  const line = lines.get(key) ?? { clientId, day, product, features, billed: 0, unbilled: 0, cents: 0 }
  lines.set(key, line)
  return line
}

function count(line: UsedLine, isBilled: boolean, cents: number): void {
  if (isBilled) {
    line.billed += 1
    line.cents += cents
  } else line.unbilled += 1
}

/** The answered queries among these, added up by client, day, product and features. */
export function usageOf(
  drafts: readonly ConsultationDraft[],
  billings: readonly Billing[],
): readonly UsageLine[] {
  const lines: UsageLines = new Map()
  let line: UsedLine | undefined
  for (const [at, draft] of drafts.entries()) {
    if (!isAnswer(draft.outcome)) continue
    const day = dayAt(draft.atMs)
    // Neighbours often count in one line.
    if (line === undefined || !isOfLine(line, draft, day)) line = lineOf(lines, draft, day)
    count(line, billings[at] === 'billed', draft.priceCents ?? 0)
  }
  return [...lines.values()]
}

const isOfLine = (line: UsedLine, used: Used, day: Day): boolean =>
  line.clientId === used.clientId &&
  line.day === day &&
  line.product === used.product &&
  line.features === used.features

/** Whose records these are: the clients', and the people's who asked with a session. */
export function ownersOf(
  drafts: readonly Pick<ConsultationDraft, 'clientId' | 'userId'>[],
): readonly string[] {
  const owners = new Set<string>()
  let last: string | undefined
  for (const { clientId, userId } of drafts) {
    // Neighbours are often of one client.
    if (clientId !== last) owners.add(clientId)
    last = clientId
    if (userId !== undefined) owners.add(userId)
  }
  return [...owners]
}

/** Outcomes in which a report left the service. Of one that went out again, `replayed` is what earlier releases wrote. */
export const isAnswer = (outcome: string): boolean =>
  outcome === 'answered' || outcome === 'degraded' || outcome === 'replayed'

/**
 * A report that its client has already was opened again: a kept one, or the same under its key, as a file too. It is
 * no consultation of the person: nothing is shown that the first had not, and it counts nowhere.
 */
export const reopenedOutcome = 'reopened'

/** Outcomes in which something of the document was shown: reports, and alerts, which are no query and cost none. */
export const shownOutcomes: readonly string[] = ['answered', 'degraded', 'replayed', 'alerted']
