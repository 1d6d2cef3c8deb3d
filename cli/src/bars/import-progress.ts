import type { ImportProgress } from '@lastro/service/features/public-data/data-catalogue.ts'
import { clock } from '../terminal.ts'
import { overwritten, progressText } from './progress-bar.ts'

/** A bar for people; for machines JSON. */
export function importProgress(isJson: boolean) {
  const startedAtMs = clock.nowMs()
  const lines = overwritten(process.stderr.isTTY === true && !isJson)
  return {
    tell: (progress: ImportProgress): void =>
      lines.write(() =>
        isJson ? JSON.stringify(progress) : importText(progress, clock.nowMs() - startedAtMs),
      ),
    end: lines.clear,
  }
}

export const importText = ({ step, rows, share }: ImportProgress, elapsedMs: number): string =>
  progressText({ count: rows, share }, steps[step], elapsedMs)

const steps = {
  reading: { pt: 'linhas lidas', en: 'rows read' },
  writing: { pt: 'linhas gravadas', en: 'rows written' },
} as const
