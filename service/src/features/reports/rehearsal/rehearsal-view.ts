import type { PolicyWarning } from '@lastro/contract/policies/kept-policies.ts'
import type { Rehearsal } from '@lastro/contract/policies/rehearsal.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { flipOf, rehearsalCounts } from '@lastro/rules/policies/rehearse.ts'
import type { RehearsedAll } from './rehearsal.ts'

type Around = {
  readonly over: Rehearsal['over']
  readonly inForce: number | undefined
  readonly warnings: readonly PolicyWarning[]
}

/** What a rehearsal found. Whose report it was is told by its query alone. */
export const rehearsalView = (
  { reports, unread, isWhole }: RehearsedAll,
  { over, inForce, warnings }: Around,
): Rehearsal => ({
  over,
  ...(inForce !== undefined && { inForce }),
  whole: isWhole,
  counts: { ...rehearsalCounts(reports.map((one) => one.case)), unread },
  flips: reports.flatMap(({ requestId, line, atMs, case: of }) => {
    const flip = flipOf(of)
    if (flip === undefined) return []
    return [
      {
        ...(requestId !== undefined && { requestId }),
        ...(line !== undefined && { line }),
        at: instantText(atMs),
        ...flip,
      },
    ]
  }),
  warnings: [...warnings],
})
