import { type SectionId, sectionIds } from '@lastro/contract/reports/sections.ts'
import type { Day } from '../calendar/day.ts'
import type { ReadySection } from './ready-sections.ts'

/** The sections that most reports are made of, in their order. */
export const usualSections: readonly SectionId[] = [
  'registration',
  'listingP',
  'listingR',
  'collectionRecords',
  'check',
  'notary',
]

export const isUsual = (section: SectionId): boolean => usualSections.includes(section)

/** Whether a report needs more than the sections that most reports are made of. */
export const needsMore = (wanted: readonly SectionId[]): boolean => !wanted.every(isUsual)

/**
 * What is kept of a subject, as it was read. The usual sections are one text: a line that says where in the rest each
 * section lies (its name, the offset of its first character, its length), and the report that they make:
 * `#2108 registration 16 312,listingP 349 120`. It is taken apart only where that is asked for.
 */
export class KeptSections {
  /** The last day on which all of its texts are right. */
  readonly validUntil: Day
  readonly #usual: string
  readonly #others: string

  constructor(validUntil: Day, usual: string, others: string) {
    this.validUntil = validUntil
    this.#usual = usual
    this.#others = others
  }

  sections(): readonly ReadySection[] {
    const usual = sectionsByOffset(this.#usual, this.validUntil)
    return this.#others === '' ? usual : [...usual, ...sectionsInLines(this.#others, this.validUntil)]
  }
}

function sectionsByOffset(text: string, validUntil: Day): ReadySection[] {
  const lineEnd = text.indexOf('\n')
  const sections: ReadySection[] = []
  for (let at = text.indexOf(' ') + 1; at > 0 && at < lineEnd; ) {
    const nameEnd = text.indexOf(' ', at)
    const offsetEnd = text.indexOf(' ', nameEnd + 1)
    const comma = text.indexOf(',', offsetEnd)
    const end = comma === -1 || comma > lineEnd ? lineEnd : comma
    const start = lineEnd + 1 + Number(text.slice(nameEnd + 1, offsetEnd))
    const length = Number(text.slice(offsetEnd + 1, end))
    sections.push({
      section: sectionNamed(text.slice(at, nameEnd)),
      text: text.slice(start, start + length),
      validUntil,
    })
    at = end + 1
  }
  return sections
}

/** Sections that few reports show: their names in the first line, then a line for each. */
function sectionsInLines(text: string, validUntil: Day): ReadySection[] {
  if (text === '') return []
  const [names = '', ...lines] = text.split('\n')
  return names.split(',').map((name, at) => ({
    section: sectionNamed(name),
    text: lines[at] ?? lost(name),
    validUntil,
  }))
}

const names = new Map<string, SectionId>(sectionIds.map((id) => [id, id]))

const sectionNamed = (name: string): SectionId => names.get(name) ?? lost(name)

const lost = (name: string): never => {
  throw new Error(`A kept subject has lost its section ${name}, or has one that no report knows`)
}
