import type { Language } from '@lastro/contract/text.ts'
import { sectionReadings } from '@lastro/reading/section-readings.ts'
import { moneyText } from '@lastro/reading/value-text.ts'
import { sectionName } from './changed-name.ts'
import { isTechnical } from './technical-words.ts'

const sections = new RegExp(`\\b(${Object.keys(sectionReadings).join('|')})\\b`, 'g')

/** An amount as the service writes it. */
const amounts = /\b\d+\.\d{2}\b/g

/** What only a program reads: the name of an additional or of a scope, and a value between quotes. */
const codes = /\b[A-Z]+_[A-Z_]+\b|\bcontact-data\b|"(true|false)"/

/**
 * What a test document shows, with sections and amounts as reports write them, part by part. Undefined for what only a
 * program's author can use, which the reference tells.
 */
export function scenarioText(text: string, language: Language): string | undefined {
  const said = text
    .replace(sections, (id) => sectionName(id, language))
    .replace(amounts, (amount) => moneyText(amount))
    .replace(/\.$/, '')
    .split(/(?<=[;:]) /)
    .filter((part) => !isTechnical(part) && !codes.test(part))
    .join(' ')
    .replace(/[;:]$/, '')
  if (said === '') return undefined
  const sentence = said.charAt(0).toUpperCase() + said.slice(1)
  return text.endsWith('.') ? `${sentence}.` : sentence
}
