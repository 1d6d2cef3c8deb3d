import type { Language, Text } from '@lastro/contract/text.ts'
import { type SectionReading, sectionReadings } from '@lastro/reading/section-readings.ts'

const readings: Readonly<Record<string, SectionReading>> = sectionReadings

const another: Text = { pt: 'Outro dado', en: 'Something else' }

/** A field as reports call it, by its section: `registration.consumerName` is "Cadastro: Nome". */
export function changedName(field: string, language: Language): string {
  const path = field.replace(/\[\d+\]/g, '').split('.')
  const [id = ''] = path
  const section = Object.hasOwn(readings, id) ? readings[id] : undefined
  if (section === undefined) return another[language]
  const heading = section.heading[language]
  const label = labelOf(section, path.slice(1))?.[language]
  return label === undefined ? heading : `${heading}: ${label}`
}

/** The heading of a section that an alert names. */
export const sectionName = (section: string, language: Language): string => changedName(section, language)

function labelOf({ facts, tables }: SectionReading, inside: readonly string[]): Text | undefined {
  const member = inside.at(-1)
  const shown = [...facts, ...tables.flatMap(({ columns }) => columns)]
  const table = tables.find(({ path }) => path.length > 0 && path.every((step, at) => step === inside[at]))
  return shown.find(({ parts }) => parts.some((part) => part.member === member))?.label ?? table?.caption
}
