import type { Language } from '@lastro/contract/text.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** How long ago: `há 3 horas`, `in 2 minutes`. */
export function ageText({ at, nowMs, language }: { at: string; nowMs: number; language: Language }): string {
  const byMs = Date.parse(at) - nowMs
  const [unit, unitMs] = units.find(([, one]) => Math.abs(byMs) >= one) ?? ['second', 1_000]
  const format = new Intl.RelativeTimeFormat(language === 'pt' ? 'pt-BR' : 'en', { numeric: 'always' })
  return format.format(Math.trunc(byMs / unitMs), unit)
}
