import type { Language } from '@lastro/contract/text.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** How long ago: `há 3 horas`, `in 2 minutes`, `agora` within a second. */
export function ageText({ at, nowMs, language }: { at: string; nowMs: number; language: Language }): string {
  const byMs = Date.parse(at) - nowMs
  const [unit, unitMs] = units.find(([, one]) => Math.abs(byMs) >= one) ?? ['second', 1_000]
  const count = Math.trunc(byMs / unitMs)
  const numeric = count === 0 ? 'auto' : 'always'
  // A zero may be a negative one, which would be said as of the past.
  return new Intl.RelativeTimeFormat(language === 'pt' ? 'pt-BR' : 'en', { numeric }).format(count + 0, unit)
}
