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

/** What a list of sections has of the usual ones. */
type Usual = { readonly only: boolean; readonly all: boolean }

/** Callers ask with few different lists. */
function usualIn(wanted: readonly SectionId[]): Usual {
  const known = usualLists.get(wanted)
  if (known !== undefined) return known
  const only = wanted.every(isUsual)
  const usual = { only, all: only && wanted.length === usualSections.length }
  usualLists.set(wanted, usual)
  return usual
}

const usualLists = new WeakMap<readonly SectionId[], Usual>()

/** Whether a report shows the usual sections, all of them and nothing else. */
export const areUsual = (wanted: readonly SectionId[]): boolean => usualIn(wanted).all

/** Whether a report needs more than the sections that most reports are made of. */
export const needsMore = (wanted: readonly SectionId[]): boolean => !usualIn(wanted).only

/**
 * What is kept of a subject, as it was read. The usual sections are one text: the report that they make, ready to go
 * out, after a line that says how many bytes that will be, and where in it each section lies:
 * `2108 registration 16 312,listingP 349 120`. It is taken apart only where that is asked for.
 */
export class KeptSections {
  /** The last day on which all of its texts are right. */
  readonly validUntil: Day
  /** False when, as it was read, no listing named the document. */
  readonly mayBeListed: boolean
  readonly #usual: string
  /** Where the text of the usual sections begins. */
  readonly #start: number
  readonly #others: string

  constructor(validUntil: Day, mayBeListed: boolean, usual: string, start: number, others: string) {
    this.validUntil = validUntil
    this.mayBeListed = mayBeListed
    this.#usual = usual
    this.#start = start
    this.#others = others
  }

  /** How long the report is in UTF-8. Counting would cost more than all the rest of sending it. */
  get reportBytes(): number {
    let bytes = 0
    for (let at = this.#start; ; at++) {
      const digit = this.#usual.charCodeAt(at) - 48
      if (!(digit >= 0 && digit <= 9)) return bytes
      bytes = 10 * bytes + digit
    }
  }

  /** The usual sections as a report. */
  get report(): string {
    return this.#usual.slice(this.#usual.indexOf('\n') + 1)
  }

  sections(): readonly ReadySection[] {
    const { report, validUntil } = this
    const places = this.#usual.slice(this.#usual.indexOf(' ') + 1, this.#usual.indexOf('\n'))
    const usual = (places === '' ? [] : places.split(',')).map((place) => {
      const [name = '', at, length] = place.split(' ')
      return { section: sectionNamed(name), text: report.substr(Number(at), Number(length)), validUntil }
    })
    return [...usual, ...sectionsInLines(this.#others, validUntil)]
  }
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
