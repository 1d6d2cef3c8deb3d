import type { DecisionCounts } from '@lastro/contract/decisions/decisions.ts'
import type { Outcome } from '@lastro/contract/policies/policy.ts'
import { addDays, type Day } from '@lastro/rules/calendar/day.ts'
import type { DaySeries } from '../parts/charts/day-series.ts'

/** Decisions by day and by the outcome that stands, with those that a person changed. */
export type OutcomeSeries = Pick<DaySeries, 'peak'> & {
  readonly parts: readonly Outcome[]
  readonly days: readonly (DaySeries['days'][number] & { readonly overruled: number })[]
}

const outcomes = ['approve', 'review', 'decline'] as const satisfies readonly Outcome[]

export function outcomeSeries({ from, until, lines }: DecisionCounts): OutcomeSeries {
  const byDay = Map.groupBy(lines, ({ day }) => day)
  const days = daysBetween(from as Day, until as Day).map((day) => {
    const of = byDay.get(day) ?? []
    const values = outcomes.map((outcome) => countOf(of.filter((one) => one.finalOutcome === outcome)))
    const overruled = countOf(of.filter((one) => one.finalOutcome !== one.outcome))
    return { day, values, total: countOf(of), overruled }
  })
  return { parts: outcomes, days, peak: Math.max(0, ...days.map(({ total }) => total)) }
}

const countOf = (lines: DecisionCounts['lines']): number => lines.reduce((sum, { count }) => sum + count, 0)

function daysBetween(from: Day, until: Day): readonly Day[] {
  const days: Day[] = []
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day)
  return days
}
