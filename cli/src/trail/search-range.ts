import type { SearchRange } from '@lastro/service/features/trail/trail-store.ts'
import { clock, refuse } from '../terminal.ts'

/** From when to when a search looks: from the beginning until now where nothing is said. */
export const searchRange = ({ from, until }: { from?: string; until?: string }): SearchRange => ({
  fromMs: instant('--from', from, 0, 'T00:00:00-03:00'),
  untilMs: instant('--until', until, clock.nowMs(), 'T23:59:59.999-03:00'),
})

/** A day is taken whole, in São Paulo; anything else is an instant. */
function instant(option: string, text: string | undefined, absent: number, timeOfDay: string): number {
  if (text === undefined) return absent
  const value = Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}${timeOfDay}` : text)
  if (!Number.isNaN(value)) return value
  return refuse({ pt: `${option} não é uma data.`, en: `${option} is not a date.` })
}
