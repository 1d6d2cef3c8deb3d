import type {
  DecidedAgain,
  DecisionItem,
  KeptDecision,
  Review,
} from '@lastro/contract/decisions/decisions.ts'
import type { Decision } from '@lastro/contract/policies/decision.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { decisionWarnings } from '@lastro/rules/policies/check/coverage-warnings.ts'
import type { DecisionReview, DecisionRow, WholeDecision } from './decision-store.ts'
import type { KeptInputs } from './seal-inputs.ts'

type Names = ReadonlyMap<string, string>

/** The decision, with the version as the number that requests name it by. */
type DecidedView = Omit<Decision, 'policy' | 'notCoveredSections' | 'partlyCoveredSections'> &
  Pick<DecidedAgain, 'policy' | 'notCoveredSections' | 'partlyCoveredSections'>

/** A decision as its client sees it. */
export const decisionView = (
  row: DecisionRow & Pick<WholeDecision, 'reviews'>,
  { document, missingSections, inputs, decision }: KeptInputs,
  names: Names,
): Omit<KeptDecision, keyof DecidedAgain> & DecidedView => ({
  id: row.id,
  at: instantText(row.atMs),
  requestId: row.requestId,
  document,
  product: row.product,
  features: [...row.features],
  values: inputs.sent,
  missingSections: [...missingSections],
  ...decidedView(decision),
  warnings: [...decisionWarnings(decision, inputs.documentType)],
  finalOutcome: row.finalOutcome,
  reviews: row.reviews.map((one) => reviewView(one, names)),
  version: versionOf(row),
  keptUntil: instantText(row.keepUntilMs),
})

/** What the policy said, which no review changes. */
export const decidedView = (decision: Decision): DecidedView => ({
  ...decision,
  policy: { name: decision.policy.name, version: Number(decision.policy.version) },
  notCoveredSections: [...(decision.notCoveredSections ?? [])],
  partlyCoveredSections: [...(decision.partlyCoveredSections ?? [])],
})

const reviewView = ({ outcome, reason, atMs, userId, named }: DecisionReview, names: Names): Review => {
  const name = names.get(userId ?? '')
  return {
    at: instantText(atMs),
    outcome,
    reason,
    ...(userId !== undefined && { user: name === undefined ? { id: userId } : { id: userId, name } }),
    ...(named !== undefined && { by: named }),
  }
}

/** A decision in a list. */
export const itemView = (row: DecisionRow): DecisionItem => ({
  id: row.id,
  at: instantText(row.atMs),
  requestId: row.requestId,
  checkCode: row.checkCode,
  product: row.product,
  policy: { name: row.policy, version: row.version },
  outcome: row.outcome,
  decidedBy: row.decidedBy,
  finalOutcome: row.finalOutcome,
  ...(row.reviewedAtMs !== undefined && { reviewedAt: instantText(row.reviewedAtMs) }),
})

/** One version for each review: whoever reviews says which was the last that they saw. */
const versionOf = ({ reviewCount }: Pick<DecisionRow, 'reviewCount'>): number => reviewCount + 1

export const etagOf = (row: Pick<DecisionRow, 'reviewCount'>): string => `"${versionOf(row)}"`
