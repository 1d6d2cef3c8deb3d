import type { OperatorUsage } from '@lastro/contract/operator/operator-usage.ts'

export type Measure = 'queries' | 'amount'

/** A month of usage as a chart and a table show it: a row for each day, in it a figure for each product. */
export type UsageSeries = {
  /** Codes, in the order of their share. */
  readonly products: readonly string[]
  readonly days: readonly {
    readonly day: string
    readonly values: readonly number[]
    readonly total: number
  }[]
  readonly total: number
  /** The largest day. */
  readonly peak: number
}

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
    products,
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

/** Round figures for the lines of a chart: 0, and up to four above it. */
export function ticksUpTo(peak: number): readonly number[] {
  const rough = Math.max(1, peak) / 4
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 5, 10].find((one) => one * magnitude >= rough) ?? 10) * magnitude)
  return Array.from({ length: Math.ceil(Math.max(1, peak) / step) + 1 }, (_, at) => at * step)
}
