import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { isUsual, joinSections, KeptSections, splitSections } from '@lastro/rules/subjects/kept-sections.ts'
import type { KeptSubject, SubjectRow } from '../../features/bureau/subject-store.ts'
import { inflateText, packText, unpackText } from './packing/pack-text.ts'

/** How both engines keep a subject: what most reports show at hand, the rest packed. */
export function rowOf({ document, sections, validUntil, facts, partners }: KeptSubject): SubjectRow {
  const usual = sections.filter((one) => isUsual(one.section))
  const more = sections.filter((one) => !isUsual(one.section))
  return {
    document,
    validUntil,
    sections: form + joinSections(usual),
    packed: packText(joinSections(more) + JSON.stringify(facts)),
    partners,
  }
}

/** A row of another form was kept by an earlier version: it reads as lapsed, and is told again from the facts. */
export function keptOf(validUntil: string, sections: string, packed?: Uint8Array): KeptSections {
  const more = packed && unpackText(packed)
  if (!sections.startsWith(form) || (packed !== undefined && more === undefined)) {
    return new KeptSections('' as Day)
  }
  const usual = sections.slice(form.length)
  return more === undefined
    ? new KeptSections(validUntil as Day, usual)
    : new KeptSections(validUntil as Day, usual, more)
}

/** Before the text of every row; a change of its form, or of what may be shown in it, changes this. */
const form = '%'

export function factsOf(packed: Uint8Array): Subject {
  const text = unpackText(packed)
  if (text === undefined) return JSON.parse(inflateText(packed))
  return JSON.parse(text.slice(splitSections(text, '' as Day).end))
}
