import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type SectionId, sectionIds } from '@lastro/contract/sections.ts'
import type { Subject } from '@lastro/contract/subject.ts'
import type { Day } from '../calendar/day.ts'
import type { ReadySection } from '../subjects/ready-sections.ts'
import type { KeptSubject } from '../subjects/subject-store.ts'

/** How both engines keep a subject: one row, so that a report costs one read. */
export type SubjectRow = {
  /** The sections' names in the first line, then a line for each; JSON text holds no line break of its own. */
  readonly sections: string
  /** Those that few reports show, in the same form, so that the others need not read past them. */
  readonly moreSections: string
  /** The last day on which all of these texts are right. */
  readonly validUntil: Day
  /** Read only when a text has to be made again, so it may cost some time and should cost little room. */
  readonly facts: Buffer
}

const rarelyShown: ReadonlySet<SectionId> = new Set<SectionId>([
  'addresses',
  'phones',
  'identificationReport',
  'QSAReport',
  'companyListingP',
  'companyListingR',
])

/** Whether a report needs more than the sections that most reports are made of. */
export const needsMore = (wanted: readonly SectionId[]): boolean =>
  wanted.some((section) => rarelyShown.has(section))

const endOfTime = '9999-12-31' as Day

export function rowOf({ sections, facts }: KeptSubject): SubjectRow {
  return {
    sections: joined(sections.filter((one) => !rarelyShown.has(one.section))),
    moreSections: joined(sections.filter((one) => rarelyShown.has(one.section))),
    validUntil: sections.reduce((first, one) => (one.validUntil < first ? one.validUntil : first), endOfTime),
    facts: deflateRawSync(JSON.stringify(facts), { level: 1 }),
  }
}

const joined = (sections: readonly ReadySection[]): string =>
  sections.length === 0
    ? ''
    : [sections.map((one) => one.section).join(), ...sections.map((one) => one.text)].join('\n')

export function sectionsOf(validUntil: string, sections: string, moreSections = ''): readonly ReadySection[] {
  const ready: ReadySection[] = []
  addSections(ready, validUntil as Day, sections)
  addSections(ready, validUntil as Day, moreSections)
  return ready
}

function addSections(ready: ReadySection[], validUntil: Day, joinedSections: string): void {
  if (joinedSections === '') return
  const lines = joinedSections.split('\n')
  const names = namesIn(lines[0] as string)
  if (names.length !== lines.length - 1) throw new Error('A kept subject has lost one of its sections')
  for (let at = 1; at < lines.length; at++) {
    ready.push({ section: names[at - 1] as SectionId, text: lines[at] as string, validUntil })
  }
}

/** Few different first lines exist, so each is taken apart once. */
function namesIn(line: string): readonly SectionId[] {
  const known = nameLists.get(line)
  if (known !== undefined) return known
  const names = line.split(',').map((name) => sectionNames.get(name) ?? lost(name))
  nameLists.set(line, names)
  return names
}

const nameLists = new Map<string, readonly SectionId[]>()
const sectionNames = new Map<string, SectionId>(sectionIds.map((id) => [id, id]))

const lost = (name: string): never => {
  throw new Error(`A kept subject has a section that no report knows: ${name}`)
}

export const factsOf = (facts: Uint8Array): Subject => JSON.parse(inflateRawSync(facts).toString('utf8'))
