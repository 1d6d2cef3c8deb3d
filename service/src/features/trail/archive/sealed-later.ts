import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { endOfMonthMs, type Month } from '@lastro/rules/calendar/month.ts'
import { laneOf } from '@lastro/rules/trail/lane.ts'
import type { Seal } from '@lastro/rules/trail/seal.ts'
import type { Archives } from './known-archives.ts'

/** A record is written within seconds of its time, and by clocks that are no further apart than this. */
const slackMs = 86_400_000

/**
 * Finds months that cannot have left as the store says, by the times of seals, which are given in their order. A seal
 * leaves with a month that ends after it. And a lane that a seal ends with a link went on after that seal: so the next
 * link, whose archive is of a month that was over before, cannot be in it.
 */
export function sealedLater(
  environment: Environment,
  { months, monthOf, leftOf }: Pick<Archives, 'months' | 'monthOf' | 'leftOf'>,
) {
  const found = new Set<Month>()
  /** Up to when a seal of a later number contradicts it: then the clock of the earlier one was ahead. */
  const doubted = new Map<Month, number>()
  const monthOfSeal = (number: number): Month | undefined =>
    months.find(({ manifest }) => {
      const range = manifest?.seals
      return range !== undefined && number > range.from.number && number <= range.until.number
    })?.month

  return {
    take: ({ number, atMs, heads }: Seal): void => {
      const own = monthOfSeal(number)
      if (own !== undefined && atMs >= endOfMonthMs(own)) found.add(own)
      for (const [month, endMs] of doubted) if (atMs < endMs) doubted.delete(month)
      for (const head of heads) {
        const left = leftOf(laneOf(head.number))
        if (head.environment !== environment || left === undefined || head.number >= left.number) continue
        const next = monthOf(head.number + 1)?.month
        if (next === undefined) continue
        const endMs = endOfMonthMs(next) + slackMs
        if (atMs >= endMs) doubted.set(next, endMs)
      }
    },
    months: (): readonly Month[] => [...found, ...doubted.keys()],
  }
}
