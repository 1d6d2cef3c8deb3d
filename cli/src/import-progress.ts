import type { ImportProgress } from '@lastro/service/features/public-data/data-catalogue.ts'
import { clock, printError, say } from './terminal.ts'

/** Often enough for a person who looks, seldom enough for a log. */
const terminalEveryMs = 200
const otherwiseEveryMs = 5_000

const barWidth = 24

/** On a terminal one line that is written over; elsewhere a line now and then; for machines JSON. */
export function importProgress(isJson: boolean) {
  const startedAtMs = clock.nowMs()
  const isTerminal = process.stderr.isTTY && !isJson
  let toldAtMs = startedAtMs
  let isOpen = false
  return {
    tell: (progress: ImportProgress): void => {
      const nowMs = clock.nowMs()
      if (nowMs - toldAtMs < (isTerminal ? terminalEveryMs : otherwiseEveryMs)) return
      toldAtMs = nowMs
      const line = isJson ? JSON.stringify(progress) : progressLine(progress, nowMs - startedAtMs)
      if (isTerminal) process.stderr.write(`\r\x1b[K${line}`)
      else printError(line)
      isOpen = isTerminal
    },
    end: (): void => {
      if (isOpen) process.stderr.write('\r\x1b[K')
    },
  }
}

export function progressLine({ step, rows, share }: ImportProgress, elapsedMs: number): string {
  const done = Math.round(share * barWidth)
  const bar = `${'█'.repeat(done)}${'░'.repeat(barWidth - done)} ${Math.floor(100 * share)}%`
  const perSecond = Math.round((1_000 * rows) / Math.max(1, elapsedMs))
  const leftSeconds = share > 0 ? Math.round(((elapsedMs / share) * (1 - share)) / 1_000) : 0
  const left = `${Math.floor(leftSeconds / 60)}:${String(leftSeconds % 60).padStart(2, '0')}`
  const doing =
    step === 'reading' ? say({ pt: 'lendo', en: 'reading' }) : say({ pt: 'gravando', en: 'writing' })
  return say({
    pt: `${bar} ${doing}, ${rows} linhas, ${perSecond}/s, faltam ${left}`,
    en: `${bar} ${doing}, ${rows} rows, ${perSecond}/s, ${left} left`,
  })
}
