import type { FetchWatcher } from '@lastro/service/data/fetch/fetch-data-set.ts'
import type { FetchFault } from '@lastro/service/data/fetch/fetch-fault.ts'
import { fetchFaultText } from '../data/fetch-fault-text.ts'
import { clock, printError, say } from '../terminal.ts'

type FetchBar = FetchWatcher & {
  readonly pause: (fault: FetchFault, pauseMs: number) => void
  /** Takes the bar off the screen, so that other words have the line. */
  readonly clear: () => void
}

const barWidth = 24
const drawEveryMs = 200

/** A bar on a terminal; where nobody watches, a line for each file. */
export function fetchBar(dataSet: string): FetchBar {
  const isWatched = process.stderr.isTTY === true
  let label = ''
  let rate = rateFrom(0)
  let drawnMs = 0
  const clear = () => void (isWatched && process.stderr.write('\r\x1b[2K'))
  const tell = (text: string) => {
    clear()
    printError(text)
  }
  return {
    clear,
    chosen: ({ period, incomplete }) => {
      if (incomplete.length > 0) tell(say(passedOver(incomplete)))
      tell(`${dataSet} ${period}`)
    },
    began: ({ name }, { number, count }) => {
      label = `${number}/${count} ${name}`
      rate = rateFrom(0)
    },
    progress: (have, size) => {
      const nowMs = clock.nowMs()
      if (rate.startMs === 0) rate = { ...rateFrom(have), startMs: nowMs }
      if (!isWatched || nowMs - drawnMs < drawEveryMs) return
      drawnMs = nowMs
      const bytesPerSecond = ((have - rate.startBytes) / Math.max(nowMs - rate.startMs, 1)) * 1_000
      process.stderr.write(`\r\x1b[2K${barText({ label, have, size, bytesPerSecond })}`)
    },
    ended: (_file, { wasThere }) => tell(`${label} ${say(wasThere ? there : done)}`),
    pause: (fault, pauseMs) =>
      tell(
        say({
          pt: `${fetchFaultText(fault).pt} Nova tentativa em ${Math.ceil(pauseMs / 1_000)} s.`,
          en: `${fetchFaultText(fault).en} Trying again in ${Math.ceil(pauseMs / 1_000)} s.`,
        }),
      ),
  }
}

const there = { pt: 'já estava lá', en: 'was there' }
const done = { pt: 'pronto', en: 'done' }

const passedOver = (periods: readonly string[]) => ({
  pt: `Ainda incompleto: ${periods.join(', ')}.`,
  en: `Not complete yet: ${periods.join(', ')}.`,
})

/** The rate is that of what came now, not of what an earlier run left. */
const rateFrom = (startBytes: number) => ({ startBytes, startMs: 0 })

type BarParts = {
  readonly label: string
  readonly have: number
  readonly size: number | undefined
  readonly bytesPerSecond: number
}

/** How far it is, how fast it goes and how long it will take, as far as that is known. */
export function barText({ label, have, size, bytesPerSecond }: BarParts): string {
  const speed = `${megabytes(bytesPerSecond)} MB/s`
  if (size === undefined) return `${label} ${megabytes(have)} MB, ${speed}`
  const filled = Math.floor((have / Math.max(size, 1)) * barWidth)
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`
  const left = bytesPerSecond < 1 ? '' : `, ${durationText((size - have) / bytesPerSecond)}`
  return `${label} ${bar} ${megabytes(have)}/${megabytes(size)} MB, ${speed}${left}`
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

const durationText = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
