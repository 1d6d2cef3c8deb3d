import type { OperatorUsage } from '@lastro/contract/operator/operator-usage.ts'
import type { DaySeries } from '../../parts/charts/day-series.ts'

export type Measure = 'queries' | 'amount'

/** A month of usage: its parts are products, by their codes, in the order of their share. */
export type UsageSeries = DaySeries & { readonly total: number }

/** Amounts are counted in cents. */
export function usageSeries({ month, lines }: OperatorUsage, measure: Measure): UsageSeries {
  const measured = (line: OperatorUsage['lines'][number]) =>
    measure === 'queries' ? line.billed + line.unbilled : Number(line.amount.replace('.', ''))
  const sums = new Map<string, number>()
  for (const line of lines) sums.set(line.product, (sums.get(line.product) ?? 0) + measured(line))
  const products = [...sums].toSorted(([, a], [, b]) => b - a).map(([code]) => code)
  const days = daysOf(month).map((day) => {
    const values = products.map((product) =>
      lines
        .filter((line) => line.day === day && line.product === product)
        .reduce((sum, line) => sum + measured(line), 0),
    )
    return { day, values, total: values.reduce((sum, one) => sum + one, 0) }
  })
  return {
    parts: products,
    days,
    total: days.reduce((sum, { total }) => sum + total, 0),
    peak: Math.max(0, ...days.map(({ total }) => total)),
  }
}

function daysOf(month: string): readonly string[] {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const dayCount = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: dayCount }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`)
}
