import type { DecisionItem } from '@lastro/contract/decisions/decisions.ts'
import { decidedByFailedSections, decidedByOtherwise } from '@lastro/contract/policies/decision.ts'
import type { Say } from '../shell/language.tsx'
import type { decisionWords } from '../words/analyst/decisions.ts'

/** Which rule decided; where none did, why not. */
export function deciderText(
  { decidedBy }: Pick<DecisionItem, 'decidedBy'>,
  say: Say<typeof decisionWords>,
): string {
  if (decidedBy === decidedByOtherwise) return say('byOtherwise')
  return decidedBy === decidedByFailedSections ? say('byFailures') : decidedBy
}
