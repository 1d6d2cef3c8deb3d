import { dayAt } from '../calendar/day.ts'
import type { Billing, ConsultationDraft } from './consultation.ts'
import type { UsageLine } from './trail-store.ts'

/** Decides whether a draft is billed: an answer is, once in its window; a failure never is. */
export const billingOf = ({ priceCents }: ConsultationDraft, isRepeat: () => boolean): Billing =>
  priceCents === undefined ? 'unbilled' : isRepeat() ? 'repeat' : 'billed'

/** The answered queries among these, added up by client, day, product and features. */
export function usageOf(
  drafts: readonly ConsultationDraft[],
  billings: readonly Billing[],
): readonly UsageLine[] {
  const lines = new Map<string, { -readonly [Member in keyof UsageLine]: UsageLine[Member] }>()
  for (const [at, draft] of drafts.entries()) {
    const { clientId, atMs, product, features, outcome, priceCents } = draft
    if (!isAnswer(outcome)) continue
    const day = dayAt(atMs)
    const key = `${clientId} ${day} ${product} ${features}`
    let line = lines.get(key)
    if (line === undefined) {
      line = { clientId, day, product, features, billed: 0, unbilled: 0, cents: 0 }
      lines.set(key, line)
    }
    if (billings[at] === 'billed') {
      line.billed += 1
      line.cents += priceCents ?? 0
    } else line.unbilled += 1
  }
  return [...lines.values()]
}

/** Whose records these are: the clients', and the people's who asked with a session. */
export function ownersOf(drafts: readonly ConsultationDraft[]): readonly string[] {
  const owners = new Set<string>()
  for (const { clientId, userId } of drafts) {
    owners.add(clientId)
    if (userId !== undefined) owners.add(userId)
  }
  return [...owners]
}

/** Outcomes in which a report left the service. */
export const isAnswer = (outcome: string): boolean =>
  outcome === 'answered' || outcome === 'degraded' || outcome === 'replayed'

/** Outcomes in which something of the document was shown: reports, and alerts, which are no query and cost none. */
export const shownOutcomes: readonly string[] = ['answered', 'degraded', 'replayed', 'alerted']
