import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { isUsual, KeptSections, usualSections } from '@lastro/rules/subjects/kept-sections.ts'
import type { ReadySection } from '@lastro/rules/subjects/ready-sections.ts'
import type { KeptSubject } from '../../features/bureau/subject-store.ts'
import { assembleReport } from '../../features/reports/query/assemble-report.ts'
import type { SectionAnswer } from '../../features/reports/source.ts'

/** How both engines keep a subject: one row, so that a report costs one read. */
export type SubjectRow = {
  /** The report that most callers ask for, and where its sections lie in it. */
  readonly sections: string
  /** Those that few reports show, so that the others need not read past them. */
  readonly moreSections: string
  /** The last day on which all of these texts are right. */
  readonly validUntil: Day
  /** Read only when a text has to be made again, so it may cost some time and should cost little room. */
  readonly facts: Buffer
}

export function rowOf({ sections, validUntil, facts }: KeptSubject): SubjectRow {
  return {
    sections: form + usualText(sections.filter((one) => isUsual(one.section))),
    moreSections: sectionLines(sections.filter((one) => !isUsual(one.section))),
    validUntil,
    facts: deflateRawSync(JSON.stringify(facts), { level: 1 }),
  }
}

/** The usual sections as `KeptSections` reads them. */
function usualText(sections: readonly ReadySection[]): string {
  const answers: Partial<Record<SectionId, SectionAnswer>> = {}
  for (const section of usualSections) answers[section] = { kind: 'nothing' }
  for (const { section, text } of sections) answers[section] = { kind: 'found', text }
  const plan = { sections: usualSections, wholeLists: false, contactData: true }
  const report = assembleReport(plan, answers, 'pt')
  if (report.kind !== 'report') throw new Error('What is on file cannot fail')
  let from = 0
  const inOrder = sections.toSorted(
    (a, b) => usualSections.indexOf(a.section) - usualSections.indexOf(b.section),
  )
  const places = inOrder.map(({ section, text }) => {
    const at = report.text.indexOf(text, from)
    if (at === -1) throw new Error(`A report has lost its section ${section}`)
    from = at + text.length
    return `${section} ${at} ${text.length}`
  })
  return `${Buffer.byteLength(report.text)} ${places.join()}\n${report.text}`
}

const sectionLines = (sections: readonly ReadySection[]): string =>
  sections.length === 0
    ? ''
    : [sections.map((one) => one.section).join(), ...sections.map((one) => one.text)].join('\n')

/** A row of another form was kept by an earlier version: it reads as lapsed, and is told again from the facts. */
export const keptOf = (validUntil: string, sections: string, moreSections = ''): KeptSections =>
  sections.startsWith(form)
    ? new KeptSections(validUntil as Day, sections, moreSections)
    : new KeptSections('' as Day, '', '')

/** Before the text of every row; a change of its form, or of what may be shown in it, changes this. */
const form = '#'

export const factsOf = (facts: Uint8Array): Subject => JSON.parse(inflateRawSync(facts).toString('utf8'))
