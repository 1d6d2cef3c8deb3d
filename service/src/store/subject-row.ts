import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { SectionId } from '@lastro/contract/sections.ts'
import type { Subject } from '@lastro/contract/subject.ts'
import type { Day } from '../calendar/day.ts'
import type { ReadySection } from '../subjects/ready-sections.ts'
import type { KeptSubject } from '../subjects/subject-store.ts'

/** How both engines keep a subject: one row, so that a report costs one read. */
export type SubjectRow = {
  /** The sections' names in the first line, then a line for each; JSON text holds no line break of its own. */
  readonly sections: string
  /** For each section, the last day on which its text is right. */
  readonly validUntil: string
  /** Read only when a text has to be made again, so it may cost some time and should cost little room. */
  readonly facts: Buffer
}

export function rowOf({ sections, facts }: KeptSubject): SubjectRow {
  return {
    sections: [sections.map((one) => one.section).join(), ...sections.map((one) => one.text)].join('\n'),
    validUntil: sections.map((one) => one.validUntil).join(),
    facts: deflateRawSync(JSON.stringify(facts), { level: 1 }),
  }
}

export function sectionsOf(sections: string, validUntil: string): readonly ReadySection[] {
  const [names = '', ...texts] = sections.split('\n')
  if (names === '') return []
  const days = validUntil.split(',') as Day[]
  const ready = (names.split(',') as SectionId[]).map((section, at) => ({
    section,
    text: texts[at] as string,
    validUntil: days[at] as Day,
  }))
  if (ready.length !== texts.length) throw new Error('A kept subject has lost one of its sections')
  return ready
}

export const factsOf = (facts: Uint8Array): Subject => JSON.parse(inflateRawSync(facts).toString('utf8'))
