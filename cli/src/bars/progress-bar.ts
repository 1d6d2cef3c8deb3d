import type { Text } from '@lastro/contract/text.ts'
import { clock, printError, say } from '../terminal.ts'

export type Progress = {
  /** How many are done, in what the bar counts. */
  readonly count: number
  /** How far that is, from 0 to 1; undefined where nobody knows how much there is. */
  readonly share: number | undefined
}

/** Takes what is known now. Of many calls only those are shown that somebody could read. */
export type ProgressBar = {
  readonly tell: (progress: Progress) => void
  /** Takes the bar off the screen, so that other words have the line. */
  readonly clear: () => void
}

/** Often enough for a person who looks, seldom enough for a log. */
const terminalEveryMs = 200
const otherwiseEveryMs = 5_000

/** On a terminal one line that is written over; elsewhere a line now and then. It is for people: never with `--json`. */
export function progressBar(counted: Text, isForPeople = true): ProgressBar {
  const lines = overwritten()
  const startedAtMs = clock.nowMs()
  return {
    tell: (progress) => {
      if (isForPeople) lines.write(() => progressText(progress, counted, clock.nowMs() - startedAtMs))
    },
    clear: lines.clear,
  }
}

/** A line of the terminal's error stream that the next one replaces. */
export function overwritten(isTerminal = process.stderr.isTTY === true) {
  let writtenAtMs = clock.nowMs()
  let isOpen = false
  return {
    write: (text: () => string): void => {
      const nowMs = clock.nowMs()
      if (nowMs - writtenAtMs < (isTerminal ? terminalEveryMs : otherwiseEveryMs)) return
      writtenAtMs = nowMs
      if (isTerminal) process.stderr.write(`\r\x1b[K${text()}`)
      else printError(text())
      isOpen = isTerminal
    },
    clear: (): void => {
      if (isOpen) process.stderr.write('\r\x1b[K')
      isOpen = false
    },
  }
}

export function progressText({ count, share }: Progress, counted: Text, elapsedMs: number): string {
  const perSecond = Math.round((1_000 * count) / Math.max(1, elapsedMs))
  const done = `${count} ${say(counted)}, ${perSecond}/s`
  if (share === undefined) return done
  const left = durationText(share > 0 ? Math.round(((elapsedMs / share) * (1 - share)) / 1_000) : 0)
  return `${barOf(share)} ${done}, ${say({ pt: `faltam ${left}`, en: `${left} left` })}`
}

const barWidth = 24

const barOf = (share: number): string => {
  const done = Math.round(Math.min(share, 1) * barWidth)
  return `${'█'.repeat(done)}${'░'.repeat(barWidth - done)} ${Math.floor(100 * share)}%`
}

const durationText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
