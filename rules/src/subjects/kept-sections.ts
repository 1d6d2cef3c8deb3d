import { type SectionId, sectionIds } from '@lastro/contract/reports/sections.ts'
import type { Day } from '../calendar/day.ts'
import { type LoadedSections, noneLoaded } from './loaded-sections.ts'
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
 * Sections as one text: a line with the name of each and how many characters it has, then one after the other:
 * `registration 24,check 20+\n{"consumerName":"ANDRÉ"}{"checkResponse":[]}`. The `+` marks a sum that is a lower bound.
 */
export const joinSections = (sections: readonly ReadySection[]): string =>
  `${sections.map(headOf).join()}\n${sections.map(({ text }) => text).join('')}`

const headOf = ({ section, text, isLowerBound }: ReadySection): string =>
  `${section} ${text.length}${isLowerBound === true ? lowerBoundMark : ''}`

const lowerBoundMark = '+'

function splitSections(text: string, validUntil: Day): readonly ReadySection[] {
  const lineEnd = text.indexOf('\n')
  const sections: ReadySection[] = []
  let start = lineEnd + 1
  for (let at = 0; at < lineEnd; ) {
    const nameEnd = text.indexOf(' ', at)
    const comma = text.indexOf(',', nameEnd)
    const end = comma === -1 || comma > lineEnd ? lineEnd : comma
    const isLowerBound = text[end - 1] === lowerBoundMark
    const length = Number(text.slice(nameEnd + 1, isLowerBound ? end - 1 : end))
    const section = sectionNamed(text.slice(at, nameEnd))
    const own = { section, text: text.slice(start, start + length), validUntil }
    sections.push(isLowerBound ? { ...own, isLowerBound } : own)
    start += length
    at = end + 1
  }
  return sections
}

/** What is kept of a subject, as it was read. It is taken apart only where that is asked for. */
export class KeptSections {
  /** The last day on which all of its texts are right. */
  readonly validUntil: Day
  /** Which load brought each section. */
  readonly loaded: LoadedSections
  readonly #texts: readonly string[]

  constructor(validUntil: Day, loaded: LoadedSections = noneLoaded, ...texts: readonly string[]) {
    this.validUntil = validUntil
    this.loaded = loaded
    this.#texts = texts
  }

  sections(): readonly ReadySection[] {
    const [usual = [], more] = this.#texts.map((text) => splitSections(text, this.validUntil))
    return more === undefined ? usual : [...usual, ...more]
  }
}

const names = new Map<string, SectionId>(sectionIds.map((id) => [id, id]))

const sectionNamed = (name: string): SectionId => names.get(name) ?? lost(name)

const lost = (name: string): never => {
  throw new Error(`A kept subject has lost its section ${name}, or has one that no report knows`)
}
