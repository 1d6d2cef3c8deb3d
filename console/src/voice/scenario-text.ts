import type { Language } from '@lastro/contract/text.ts'
import { sectionReadings } from '@lastro/reading/section-readings.ts'
import { sectionName } from './changed-name.ts'
import { isTechnical } from './technical-words.ts'

const sections = new RegExp(`\\b(${Object.keys(sectionReadings).join('|')})\\b`, 'g')

/**
 * What a test document shows, with the sections under the names that reports give them. Undefined for what only a
 * program's author can use, which the reference tells.
 */
export function scenarioText(text: string, language: Language): string | undefined {
  const said = text.replace(sections, (id) => sectionName(id, language))
  return isTechnical(said) || /\b[A-Z]+_[A-Z_]+\b/.test(said) ? undefined : said
}
