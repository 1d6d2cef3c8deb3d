import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { isUsual, joinSections, KeptSections } from '@lastro/rules/subjects/kept-sections.ts'
import type { KeptSubject, SubjectRow } from '../../features/bureau/subject-store.ts'
import { inflateText, packTexts, unpackFirst, unpackRest } from './packing/pack-texts.ts'

/** How both engines keep a subject: what most reports show at hand, the rest packed. */
export function rowOf(subject: KeptSubject): SubjectRow {
  const { document, sections, validUntil, facts, factsText, partners } = subject
  const usual = sections.filter((one) => isUsual(one.section))
  const more = sections.filter((one) => !isUsual(one.section))
  return {
    document,
    validUntil,
    sections: Buffer.from(form + joinSections(usual)),
    packed: packTexts({ first: joinSections(more), rest: factsText ?? JSON.stringify(facts) }),
    hasDebts: (facts.negativeItems?.length ?? 0) > 0 || (facts.cheques?.length ?? 0) > 0,
    partners: partners.map((one) => ({
      document: one.document,
      participation: JSON.stringify(one.participation),
    })),
  }
}

/** A row of another form was kept by an earlier version: it reads as lapsed, and is told again from the facts. */
export function keptOf(validUntil: string, sections: string, packed?: Uint8Array): KeptSections {
  const more = packed && unpackFirst(packed)
  if (!sections.startsWith(form) || (packed !== undefined && more === undefined)) {
    return new KeptSections('' as Day)
  }
  const usual = sections.slice(form.length)
  return more === undefined
    ? new KeptSections(validUntil as Day, usual)
    : new KeptSections(validUntil as Day, usual, more)
}

/** Before the text of every row; a change of its form, or of what may be shown in it, changes this. */
const form = '('

export const factsOf = (packed: Uint8Array): Subject => JSON.parse(unpackRest(packed) ?? inflateText(packed))
