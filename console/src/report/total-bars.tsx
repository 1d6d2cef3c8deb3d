import type { Total } from '@lastro/reading/totals.ts'
import { scaleLinear } from '@visx/scale'
import { Bar } from '@visx/shape'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'

type TotalBarsProps = {
  readonly heading: string
  /** What the first column names. */
  readonly of: string
  readonly totals: readonly Total[]
}

const barHeight = 10
const barWidth = 100

/** A bar for each total beside its figures: a chart to look at, and a table to whoever hears it. */
export function TotalBars({ heading, of, totals }: TotalBarsProps) {
  const say = useSay(reportWords)
  const hasAmounts = totals.some(({ cents }) => cents > 0n)
  const sizeOf = ({ cents, count }: Total) => (hasAmounts ? Number(cents) : count)
  const scale = scaleLinear({ domain: [0, Math.max(1, ...totals.map(sizeOf))], range: [0, barWidth] })
  return (
    <table className="bars">
      <caption>{heading}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">{say('count')}</th>
          <th scope="col">{say('amount')}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map((one) => (
          <tr key={one.id} className={one.count === 0 ? 'none' : undefined}>
            <th scope="row">{one.label}</th>
            <td className="bar-count number">
              <svg viewBox={`0 0 ${barWidth} ${barHeight}`} preserveAspectRatio="none" aria-hidden="true">
                <Bar className="ground" width={barWidth} height={barHeight} />
                <Bar width={barSize(scale(sizeOf(one)), one.count)} height={barHeight} />
              </svg>
              {say(one.isAtLeast ? 'timesAtLeast' : 'times', { count: one.count })}
            </td>
            <td className="right number">
              {one.amount}
              {one.withoutAmountCount > 0 && (
                <small className="muted">{say('withoutAmount', { count: one.withoutAmountCount })}</small>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What is there is seen, however little it comes to beside the rest. */
const barSize = (width: number, count: number): number => (count === 0 ? 0 : Math.max(1.5, width))
