import { dateText } from '@lastro/reading/value-text.ts'

/** An instant of the service as it says it, with its own offset: `2026-03-10T12:00:00-03:00` → `10/03/2026 12:00`. */
export const instantOf = (at: string): string => `${dateText(at.slice(0, 10))} ${at.slice(11, 16)}`
