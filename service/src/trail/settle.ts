import { dayAt } from '../calendar/day.ts'
import type { Billing, Consultation, ConsultationDraft } from './consultation.ts'
import type { UsageLine } from './trail-store.ts'

type Settled = {
  readonly record: Omit<Consultation, 'environment' | 'number' | 'place'>
  readonly billing: Billing
}

/** Decides whether a draft is billed: an answer is, once in its window; a failure never is. */
export function settleDraft(draft: ConsultationDraft, isRepeat: () => boolean): Settled {
  const { priceCents, repeatWindowMs: _, ...fields } = draft
  const billing: Billing = priceCents === undefined ? 'unbilled' : isRepeat() ? 'repeat' : 'billed'
  const billed = billing === 'billed'
  return { record: { ...fields, billed, cents: billed ? (priceCents ?? 0) : 0 }, billing }
}

/** The answered queries among these records, added up by client, day, product and features. */
export function usageOf(records: readonly Settled['record'][]): UsageLine[] {
  const lines = new Map<string, { -readonly [Member in keyof UsageLine]: UsageLine[Member] }>()
  for (const { clientId, atMs, product, features, outcome, billed, cents } of records) {
    if (!isAnswer(outcome)) continue
    const day = dayAt(atMs)
    const key = `${clientId} ${day} ${product} ${features}`
    const line = lines.get(key) ?? { clientId, day, product, features, billed: 0, unbilled: 0, cents: 0 }
    lines.set(key, line)
    if (billed) line.billed += 1
    else line.unbilled += 1
    line.cents += cents
  }
  return [...lines.values()]
}

/** Outcomes in which a report left the service. */
export const isAnswer = (outcome: string): boolean =>
  outcome === 'answered' || outcome === 'degraded' || outcome === 'replayed'
