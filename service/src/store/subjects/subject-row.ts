import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { isUsual, joinSections, KeptSections } from '@lastro/rules/subjects/kept-sections.ts'
import {
  type LoadedSections,
  type LoadMark,
  loadedBefore,
  loadedText,
  parseLoaded,
  parseMark,
} from '@lastro/rules/subjects/loaded-sections.ts'
import { newestParticipations } from '@lastro/rules/subjects/newest-participations.ts'
import type {
  KeptSubject,
  LoadedParticipation,
  SubjectFacts,
  SubjectRow,
} from '../../features/bureau/subject-store.ts'
import { inflateText, packTexts, unpackFirst, unpackRest } from './packing/pack-texts.ts'

/** How both engines keep a subject: what most reports show at hand, the rest packed. */
export function rowOf(subject: KeptSubject): SubjectRow {
  const { document, sections, validUntil, facts, factsText, partners, loaded } = subject
  const usual = sections.filter((one) => isUsual(one.section))
  const more = sections.filter((one) => !isUsual(one.section))
  return {
    document,
    validUntil,
    sections: Buffer.from(`${form}${loadedText(loaded ?? loadedBefore(facts))}\n${joinSections(usual)}`),
    packed: packTexts({ first: joinSections(more), rest: factsText ?? JSON.stringify(facts) }),
    hasDebts: (facts.negativeItems?.length ?? 0) > 0 || (facts.cheques?.length ?? 0) > 0,
    partners: partners.map((one) => ({
      document: one.document,
      participation: JSON.stringify(one.participation),
    })),
  }
}

/** A row of another form was written by an earlier release: it counts as expired and is rebuilt from its facts. */
export function keptOf(validUntil: string, sections: string, packed?: Uint8Array): KeptSections {
  const more = packed && unpackFirst(packed)
  if (!sections.startsWith(form) || (packed !== undefined && more === undefined)) {
    return new KeptSections('' as Day)
  }
  const lineEnd = sections.indexOf('\n')
  const loaded = parseLoaded(sections.slice(form.length, lineEnd))
  const usual = sections.slice(lineEnd + 1)
  return more === undefined
    ? new KeptSections(validUntil as Day, loaded, usual)
    : new KeptSections(validUntil as Day, loaded, usual, more)
}

/**
 * Marks the form of a row, before its first line; change it whenever the form changes. Earlier forms used `#`, `=`, `%`
 * and `&`, which must not be reused.
 */
const form = '('

/** The loads in the first line of a row; undefined if an earlier release wrote it. */
export const loadedIn = (line: string): LoadedSections | undefined =>
  line.startsWith(form) ? parseLoaded(line.slice(form.length)) : undefined

/** The same of a row to be saved. */
export function loadedOf({ sections }: Pick<SubjectRow, 'sections'>): LoadedSections {
  const line = Buffer.from(sections.buffer, sections.byteOffset, sections.indexOf(lineFeed)).toString(
    'latin1',
  )
  return loadedIn(line) as LoadedSections
}

const lineFeed = 10

export const factsOf = (packed: Uint8Array): Subject => JSON.parse(unpackRest(packed) ?? inflateText(packed))

export function subjectOf(loaded: LoadedSections | undefined, packed: Uint8Array): SubjectFacts {
  const facts = factsOf(packed)
  return { facts, loaded: loaded ?? loadedBefore(facts) }
}

/** Participations in the order of reports, each with the load that brought it. */
export function participationsOf(texts: readonly string[]) {
  const marks = new Map<object, LoadMark | undefined>()
  for (const text of texts) {
    const { loaded, ...participation }: LoadedParticipation = JSON.parse(text)
    marks.set(participation, loaded === undefined ? undefined : parseMark(loaded))
  }
  const all = [...marks.keys()] as Omit<LoadedParticipation, 'loaded'>[]
  return newestParticipations(all).map((participation) => ({ participation, mark: marks.get(participation) }))
}
