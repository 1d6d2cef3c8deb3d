import { type DocumentType, type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import { bureauSections, type LoadMark, type RowSection } from '@lastro/rules/subjects/loaded-sections.ts'
import {
  type BureauCoverage,
  type CoverageSnapshot,
  type CurrentBureauCoverage,
  isInForce,
} from './bureau-coverage.ts'
import type { CoveredFacts, SubjectFacts } from './subject-store.ts'

/** How far a section of a document is covered, and whether what the store has of it may be shown. */
export type Covered = {
  readonly extent: BureauCoverage['extent'] | 'none'
  readonly asOf?: Day
  /** Of data that was loaded without a declaration, whose own date nobody stated. */
  readonly loadedOn?: Day | undefined
  readonly hasData: boolean
}

export type CoverageAsked = {
  readonly declared: CoverageSnapshot
  readonly type: DocumentType
  readonly today: Day
}

const notCovered: Covered = { extent: 'none', hasData: false }

/** `mark` says which load brought the section of this document, or cleared it. */
export function coveredNow(
  { declared, type, today }: CoverageAsked,
  section: SectionId,
  mark: LoadMark | undefined,
): Covered {
  // What a line brought without a declaration is all there is to know of its document, as of the day of the load.
  if (mark?.kind === 'line') return { extent: 'complete', loadedOn: mark.day, hasData: true }
  const inForce = declared.of(type, section, today)
  if (inForce === undefined) return notCovered
  const { extent, asOf } = inForce
  if (mark === undefined) return { extent, asOf, hasData: false }
  const isNewer = mark.generation > inForce.generation
  // Cleared by a load that has not declared anything yet: no declaration speaks of this document.
  if (mark.kind === 'cleared') return isNewer ? notCovered : { extent, asOf, hasData: false }
  // Of an older load only as long as its own declaration holds.
  const own = isNewer ? inForce : declared.ofLoad(type, section, mark.generation)
  return { extent, asOf, hasData: own !== undefined && isInForce(own, today) }
}

/** What is stored of a document, and which sections of it are covered. */
export async function readCoveredFacts(
  readSubject: (document: DocumentNumber) => Promise<SubjectFacts | undefined>,
  coverage: CurrentBureauCoverage,
  document: DocumentNumber,
  today: Day,
): Promise<CoveredFacts | undefined> {
  const asked = { declared: coverage.snapshot(), type: documentType(document), today }
  const found = await readSubject(document)
  if (found === undefined) return undefined
  const covered = rowSections.filter(
    (section) =>
      sections[section].documentTypes.includes(asked.type) &&
      coveredNow(asked, section, found.loaded.get(section)).hasData,
  )
  return { facts: found.facts, covered: new Set(covered) }
}

const rowSections = bureauSections.filter((section): section is RowSection => section !== 'partner')
