import { dateText } from '@lastro/reading/value-text.ts'
import { useWidth } from '../../parts/use-width.ts'
import { ticksUpTo, type UsageSeries } from './usage-series.ts'

type UsageChartProps = {
  readonly series: UsageSeries
  /** What it shows, for whoever does not see it. */
  readonly label: string
  readonly nameOf: (product: string) => string
  readonly textOf: (value: number) => string
}

const heightPx = 220
const foot = 22
const head = 10
/** So that the number of the last day is not cut. */
const edge = 6

/** A bar for each day, a colour for each product. The figures are in a table beside it. */
export function UsageChart({ series, label, nameOf, textOf }: UsageChartProps) {
  const { place, widthPx } = useWidth()
  const ticks = ticksUpTo(series.peak)
  const top = ticks.at(-1) ?? 1
  const left = 12 + 7 * Math.max(...ticks.map((one) => textOf(one).length))
  const slot = Math.max(1, (widthPx - left - edge) / series.days.length)
  const yOf = (value: number) => head + (heightPx - head - foot) * (1 - value / top)
  return (
    <figure className="chart" ref={place}>
      <svg width={widthPx} height={heightPx} role="img" aria-label={label}>
        {ticks.map((tick) => (
          <g key={tick} className="tick">
            <line x1={left} x2={widthPx} y1={yOf(tick)} y2={yOf(tick)} />
            <text x={left - 6} y={yOf(tick) + 4} textAnchor="end">
              {textOf(tick)}
            </text>
          </g>
        ))}
        {series.days.map(({ day, values, total }, at) => (
          <g key={day}>
            {total > 0 && (
              <title>{`${dateText(day)}: ${values
                .flatMap((value, of) =>
                  value === 0 ? [] : [`${nameOf(series.products[of] ?? '')} ${textOf(value)}`],
                )
                .join(', ')}`}</title>
            )}
            {barsOf(values).map(({ from, until, of }) => (
              <rect
                key={series.products[of]}
                className={`series-${of % colourCount}`}
                x={left + at * slot + slot * 0.12}
                width={slot * 0.76}
                y={yOf(until)}
                height={Math.max(0, yOf(from) - yOf(until))}
              />
            ))}
            {isNamed(at, slot) && (
              <text className="day" x={left + (at + 0.5) * slot} y={heightPx - 6} textAnchor="middle">
                {at + 1}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption>
        <ul className="legend">
          {series.products.map((product, of) => (
            <li key={product}>
              <svg width={12} height={12} aria-hidden="true">
                <rect className={`series-${of % colourCount}`} width={12} height={12} rx={2} />
              </svg>
              {nameOf(product)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

/** As many as the style has. */
const colourCount = 6

/** Every day where there is room, else every fifth. */
const isNamed = (at: number, slot: number): boolean => slot >= 20 || at === 0 || (at + 1) % 5 === 0

/** The products of a day, one on top of the other. */
function barsOf(values: readonly number[]) {
  let from = 0
  return values.flatMap((value, of) => {
    const bar = { from, until: from + value, of }
    from += value
    return value === 0 ? [] : [bar]
  })
}
