import { dateText } from '@lastro/reading/value-text.ts'
import { useWidth } from '../use-width.ts'
import type { DaySeries } from './day-series.ts'
import { ticksUpTo } from './ticks.ts'

type DayChartProps = {
  readonly series: DaySeries
  /** What it shows, for whoever does not see it. */
  readonly label: string
  readonly nameOf: (part: string) => string
  /** The class that a part is filled by, where its colour means something. */
  readonly classOf?: (part: string) => string
  readonly textOf: (value: number) => string
}

const heightPx = 220
const foot = 22
const head = 10
/** So that the number of the last day is not cut. */
const edge = 6

/** A bar for each day, a colour for each part. The figures are in a table beside it. */
export function DayChart({ series, label, nameOf, textOf, classOf }: DayChartProps) {
  const { place, widthPx } = useWidth()
  const ticks = ticksUpTo(series.peak)
  const top = ticks.at(-1) ?? 1
  const left = 12 + 7 * Math.max(...ticks.map((one) => textOf(one).length))
  const slot = Math.max(1, (widthPx - left - edge) / series.days.length)
  const fillOf = (of: number) => classOf?.(series.parts[of] ?? '') ?? `series-${of % colourCount}`
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
                  value === 0 ? [] : [`${nameOf(series.parts[of] ?? '')} ${textOf(value)}`],
                )
                .join(', ')}`}</title>
            )}
            {barsOf(values).map(({ from, until, of }) => (
              <rect
                key={series.parts[of]}
                className={fillOf(of)}
                x={left + at * slot + slot * 0.12}
                width={slot * 0.76}
                y={yOf(until)}
                height={Math.max(0, yOf(from) - yOf(until))}
              />
            ))}
            {isNamed(numberOf(day), slot) && (
              <text className="day" x={left + (at + 0.5) * slot} y={heightPx - 6} textAnchor="middle">
                {numberOf(day)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <figcaption>
        <ul className="legend">
          {series.parts.map((part, of) => (
            <li key={part}>
              <svg width={12} height={12} aria-hidden="true">
                <rect className={fillOf(of)} width={12} height={12} rx={2} />
              </svg>
              {nameOf(part)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

/** As many as the style has. */
const colourCount = 6

/** That of the day in its month. */
const numberOf = (day: string): number => Number(day.slice(8))

/** Every day where there is room, else the first and every fifth; the thirtieth would stand too near to the first. */
const isNamed = (number: number, slot: number): boolean =>
  slot >= 20 || number === 1 || (number % 5 === 0 && number < 30)

/** The parts of a day, one on top of the other. */
function barsOf(values: readonly number[]) {
  let from = 0
  return values.flatMap((value, of) => {
    const bar = { from, until: from + value, of }
    from += value
    return value === 0 ? [] : [bar]
  })
}
