import { createHash, type Hash } from 'node:crypto'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type Month, monthOf as monthOfDay } from '@lastro/rules/calendar/month.ts'
import { type Link, readRecord } from '@lastro/rules/trail/chain.ts'
import { cutLink, isSoundCut, keptText, recordsIn } from '@lastro/rules/trail/cut-link.ts'
import { isLongKept, keptYears, mayLeave } from '@lastro/rules/trail/retention.ts'
import type { ArchivedMonth } from './archiving-store.ts'
import { type Archives, changed, type LeftFault } from './known-archives.ts'

/** A record of what left. */
type Used = { readonly clientId: string; readonly day: string }

/**
 * Records that are kept for fifteen years, whose links are in archives. Each is held against the hash that was taken
 * when it was written, and all of a month against the sum in its manifest: whatever else of a month is on its way out,
 * these are there until they are fifteen years old. That they were not made anew, the archive tells. Without a day
 * nothing is old enough to have left.
 */
export function leftRecords(environment: Environment, archives: Archives, today: Day | undefined) {
  const { months, monthOf } = archives
  const sums = new Map<Month, Hash>()
  const faulty = new Set<Month>()
  let recordsKept = 0
  let lastNumber: number | undefined

  const isOld = (month: Month, years: number): boolean => today !== undefined && mayLeave(month, today, years)
  /** Whether records of fifteen years have to be here, whatever the store says. */
  const holdsKept = ({ month, holdsLongKept }: ArchivedMonth): boolean =>
    holdsLongKept || !isOld(month, keptYears.long)
  const isSummed = (one: ArchivedMonth): boolean => one.state === 'archived' || holdsKept(one)
  const isSound = (one: ArchivedMonth): boolean => {
    const sum = (sums.get(one.month) ?? createHash('sha256')).digest('hex')
    return sum === (holdsKept(one) ? one.manifest?.[environment].kept.sha256 : sumOfNothing)
  }
  const add = ({ month, state }: ArchivedMonth, link: Link): void => {
    // Of one that is on its way out other records may still be here.
    const kept = state === 'leaving' ? cutLink(link, isLongKept) : link
    if (kept === undefined) return
    recordsKept += Array.from(recordsIn(kept)).length
    sums.set(month, (sums.get(month) ?? createHash('sha256')).update(keptText(kept)))
  }

  return {
    isHeldAgainst: (number: number): boolean => monthOf(number)?.state !== 'leaving',
    /** Whether what is left of the link can be read. Links come in the order of their numbers. */
    take: (link: Link): boolean => {
      const month = monthOf(link.number)
      const isReadable = month !== undefined && link.number !== lastNumber && isReadableCut(link)
      lastNumber = link.number
      if (!isReadable) faulty.add(month?.month ?? months.at(-1)?.month ?? '')
      else if (isSummed(month)) add(month, link)
      return isReadable
    },
    /** What is said to have been used in what left, on a day of which nothing has. */
    invented: (used: readonly Used[]): Used | undefined =>
      used.find(({ day }) => monthOfDay(day as Day) > (months.at(-1)?.month ?? '')),
    found: () => ({
      months: months.map(({ month }) => month),
      leaving: months.find(({ state }) => state === 'leaving')?.month,
      recordsKept,
    }),
    faults: (): readonly LeftFault[] => [
      ...archives.faults,
      ...months.filter(({ month }) => !isOld(month, keptYears.usual)).map(({ month }) => changed(month)),
      ...months
        .filter((one) => one.manifest !== undefined && isSummed(one))
        .filter((one) => faulty.has(one.month) || !isSound(one))
        .map(({ month }): LeftFault => ({ kind: 'kept_changed', month })),
    ],
  }
}

const sumOfNothing = createHash('sha256').digest('hex')

/** Whoever writes to the database can put what is no record there, with its hash. */
function isReadableCut(link: Link): boolean {
  if (!isSoundCut(link)) return false
  try {
    for (const { text } of recordsIn(link)) readRecord(text)
    return true
  } catch {
    return false
  }
}
