import type { Occurrence } from '@lastro/reading/timeline.ts'
import { dateText } from '@lastro/reading/value-text.ts'
import { AxisBottom } from '@visx/axis'
import { scaleSqrt, scaleUtc } from '@visx/scale'
import { useWidth } from '../parts/use-width.ts'
import { useSay } from '../shell/language.tsx'
import { reportWords } from '../words/analyst/report.ts'

type TimelinePictureProps = {
  /** Newest first. */
  readonly occurrences: readonly Occurrence[]
  /** The right end: the day it was asked for. */
  readonly atMs: number
}

const laneHeightPx = 44
const footPx = 30
const edgePx = 14
/** More would be one blot; the list has them all. */
const drawnCountMax = 2_000
const radiusPx = { least: 4, most: 11 }
/** A year that holds everything is too short to tell days apart: the picture is never narrower than this. */
const shortestMs = 365 * 86_400_000

/** When what happened: a lane for each kind, a circle for each item, as large as its amount. */
export function TimelinePicture({ occurrences, atMs }: TimelinePictureProps) {
  const say = useSay(reportWords)
  const { place, widthPx } = useWidth()
  const dated = occurrences.filter(({ day }) => Number.isFinite(Date.parse(day))).slice(0, drawnCountMax)
  const [last, first] = [dated[0], dated.at(-1)]
  if (first === undefined || last === undefined) return null
  const kinds = [...new Set(dated.map(({ kind }) => kind))]
  const times = dated.map(({ day }) => Date.parse(day))
  const end = Math.max(atMs, ...times)
  const x = scaleUtc({
    domain: [Math.min(end - shortestMs, ...times), end],
    range: [edgePx, Math.max(edgePx + 1, widthPx - edgePx)],
  })
  const most = Math.max(1, ...dated.map(({ cents }) => Number(cents)))
  const radius = scaleSqrt({ domain: [0, most], range: [radiusPx.least, radiusPx.most] })
  const height = kinds.length * laneHeightPx + footPx
  const said = { first: dateText(first.day), last: dateText(last.day), count: occurrences.length }
  return (
    <figure className="chart timeline-picture" ref={place}>
      <svg
        width={widthPx}
        height={height}
        viewBox={`0 0 ${widthPx} ${height}`}
        role="img"
        aria-label={say('timelinePicture', said)}
      >
        {kinds.map((kind, lane) => (
          <g key={kind}>
            <line className="lane" x1={0} x2={widthPx} y1={yOf(lane)} y2={yOf(lane)} />
            <text x={0} y={yOf(lane) - 18}>
              {kind}
            </text>
          </g>
        ))}
        {dated.map((one, at) => (
          <circle
            key={at}
            className={`series-${kinds.indexOf(one.kind) % colourCount}`}
            cx={x(Date.parse(one.day))}
            cy={yOf(kinds.indexOf(one.kind))}
            r={radius(Number(one.cents))}
          >
            <title>{[one.date, one.kind, one.text, one.amount].filter(Boolean).join(' · ')}</title>
          </circle>
        ))}
        <AxisBottom
          top={height - footPx}
          scale={x}
          numTicks={Math.max(2, Math.floor(widthPx / 110))}
          tickFormat={(value) => monthText(Number(value))}
          hideAxisLine
        />
      </svg>
    </figure>
  )
}

/** As many as the style has. */
const colourCount = 6

const yOf = (lane: number): number => (lane + 1) * laneHeightPx - 10

/** `03/2026`. */
function monthText(ms: number): string {
  const [year = '', month = ''] = new Date(ms).toISOString().split('-')
  return `${month}/${year}`
}
