import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { type DocumentType, type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { documentType } from '@lastro/rules/documents/document-number.ts'
import type { KeptSections } from '@lastro/rules/subjects/kept-sections.ts'
import type { LoadedSections, LoadMark, RowSection } from '@lastro/rules/subjects/loaded-sections.ts'
import type { Participation } from '@lastro/rules/subjects/newest-participations.ts'
import { lapsedItems, type ReadySection, readySections } from '@lastro/rules/subjects/ready-sections.ts'
import { type Awaitable, andThen } from '../../awaitable.ts'
import {
  type CoverageSnapshot,
  type CurrentBureauCoverage,
  isInForce,
} from '../../features/bureau/bureau-coverage.ts'
import { type Covered, coveredNow } from '../../features/bureau/covered-sections.ts'
import type { SubjectFacts, SubjectStore } from '../../features/bureau/subject-store.ts'
import { type Question, type SectionAnswer, type Source, uncovered } from '../../features/reports/source.ts'

type BureauReader = Pick<
  SubjectStore,
  'readSections' | 'readSubject' | 'readLoadedParticipations' | 'hasSubjects'
>

/** The loaded section behind each section of a report. */
const loadedAs: Readonly<Partial<Record<SectionId, RowSection>>> = {
  registration: 'registration',
  addresses: 'addresses',
  phones: 'phones',
  identificationReport: 'identificationReport',
  QSAReport: 'QSAReport',
  listingP: 'listingP',
  listingR: 'listingR',
  companyListingP: 'listingP',
  companyListingR: 'listingR',
  collectionRecords: 'collectionRecords',
  check: 'check',
  notary: 'notary',
}

const all: ReadonlySet<SectionId> = new Set([...(Object.keys(loadedAs) as SectionId[]), 'partner'])
const none: ReadonlySet<SectionId> = new Set()

/**
 * Our own bureau: data from `bureau load`. A line covers its sections completely for its document. Beyond that,
 * declarations cover sections for every document of a type until they end.
 */
export function bureauSource(bureau: BureauReader, coverage: CurrentBureauCoverage): Source {
  return {
    name: 'bureau',
    covers: () => (bureau.hasSubjects() || coverage.snapshot().hasAny ? all : none),
    declares: (type, section, today) => {
      const found = coverage.of(type, section, today)
      return found && { extent: found.extent, asOf: found.asOf, until: found.until }
    },
    // One read for most questions, which the embedded engine has at hand.
    ask: (question) => {
      // Read before the data: otherwise a declaration could be newer than the data to which it refers.
      const asked = { ...question, declared: coverage.snapshot(), type: documentType(question.document) }
      if (isWhole(question) || question.sections.includes('partner')) return answerLater(bureau, asked)
      const kept = bureau.readSections(question.document, question.sections)
      return andThen(kept, (one) => answer(bureau, asked, one))
    },
  }
}

type Asked = Question & { readonly declared: CoverageSnapshot; readonly type: DocumentType }

/** Negative data that another bureau also reports is merged before it is truncated. */
const isWhole = ({ wholeLists, united }: Question): boolean =>
  wholeLists || united.some((section) => sections[section].path[0] === 'negativeData')

type Answers = Partial<Record<SectionId, SectionAnswer>>

const noLoads: LoadedSections = new Map()

/** Uses the stored texts, unless something in them has expired since. */
function answer(bureau: BureauReader, asked: Asked, kept: KeptSections | undefined): Awaitable<Answers> {
  if (kept === undefined) return answersOf(asked, [], noLoads)
  return kept.validUntil < asked.today
    ? answerFromFacts(bureau, asked)
    : answersOf(asked, kept.sections(), kept.loaded)
}

async function answerLater(bureau: BureauReader, asked: Asked): Promise<Answers> {
  const { document, sections } = asked
  const answers = isWhole(asked)
    ? await answerFromFacts(bureau, asked)
    : await answer(bureau, asked, await bureau.readSections(document, sections))
  if (sections.includes('partner'))
    answers.partner = partner(await bureau.readLoadedParticipations(document), asked)
  return answers
}

async function answerFromFacts(bureau: BureauReader, asked: Asked): Promise<Answers> {
  const found = await bureau.readSubject(asked.document)
  if (found === undefined) return answersOf(asked, [], noLoads)
  const { facts, loaded } = found
  const { document, today, wholeLists, united } = asked
  const made = readySections(document, facts, { today, wholeLists })
  if (!isWhole(asked)) return answersOf(asked, made, loaded)
  const whole = wholeLists ? [] : readySections(document, facts, { today, wholeLists: true })
  const ready = [...made, ...whole.filter(({ section }) => united.includes(section))]
  return withLapsed(answersOf(asked, ready, loaded), found, asked)
}

function withLapsed(answers: Answers, { facts, loaded }: SubjectFacts, asked: Asked): Answers {
  for (const section of asked.united) {
    const answer = answers[section]
    if (answer?.kind !== 'found' && answer?.kind !== 'nothing') continue
    if (!coveredBy(asked, section, loaded).hasData) continue
    const lapsed = lapsedItems(facts as Subject, section, asked.today)
    if (lapsed.length > 0) answers[section] = { ...answer, lapsed }
  }
  return answers
}

function answersOf(asked: Asked, ready: readonly ReadySection[], loaded: LoadedSections): Answers {
  const answers: Answers = {}
  for (const section of asked.sections) {
    const covered = coveredBy(asked, section, loaded)
    const found = covered.hasData ? ready.findLast((one) => one.section === section) : undefined
    answers[section] = answerOf(section, covered, found)
  }
  return answers
}

function answerOf(
  section: SectionId,
  { extent, asOf, loadedOn }: Covered,
  found: ReadySection | undefined,
): SectionAnswer {
  if (extent === 'none') return uncovered
  // A partial register without a document does not mean that the document is unknown.
  if (found === undefined && extent === 'partial' && isRegister.has(section)) return uncovered
  return {
    ...(found === undefined ? { kind: 'nothing' } : readyAnswer(found)),
    ...(asOf !== undefined && { asOf }),
    ...(loadedOn !== undefined && { loadedOn }),
    ...(extent === 'partial' && { isPartial: true }),
  }
}

/** A stored section, marked if its sum lacks some amounts. */
export const readyAnswer = ({ text, isLowerBound }: ReadySection): SectionAnswer =>
  isLowerBound ? { kind: 'found', text, missing: 'unreadable' } : { kind: 'found', text }

const isRegister: ReadonlySet<SectionId> = new Set(['registration', 'identificationReport', 'QSAReport'])

const coveredBy = (asked: Asked, section: SectionId, loaded: LoadedSections): Covered => {
  const row = loadedAs[section]
  return coveredNow(asked, section, row && loaded.get(row))
}

type LoadedParticipation = { readonly participation: Participation; readonly mark: LoadMark | undefined }

/** Participations are stored with the companies that name them, so without a declaration the ones found are partial. */
function partner(found: readonly LoadedParticipation[], asked: Asked): SectionAnswer {
  const { declared, type, today, wholeLists, united } = asked
  const inForce = declared.of(type, 'partner', today)
  const counting = found.filter(({ mark }) => {
    const own = declared.ofLoad(type, 'partner', mark?.generation ?? 0)
    return own === undefined || (inForce !== undefined && isInForce(own, today))
  })
  if (inForce === undefined && counting.length === 0) return uncovered
  const asOf = inForce?.asOf ?? earliestDay(counting)
  const basis = {
    ...(asOf !== undefined && { asOf }),
    ...(inForce?.extent !== 'complete' && { isPartial: true as const }),
  }
  if (counting.length === 0) return { kind: 'nothing', ...basis }
  const all = counting.map(({ participation }) => participation)
  const listed = wholeLists || united.includes('partner') ? all : all.slice(0, listedCountMax)
  const summary = {
    count: String(all.length),
    ...(listed.length < all.length && { listed: String(listed.length) }),
  }
  return { kind: 'found', text: JSON.stringify({ partnershipResponse: listed, summary }), ...basis }
}

/** The oldest day of the loads that brought these; undefined if an earlier release brought one. */
function earliestDay(found: readonly LoadedParticipation[]): Day | undefined {
  const days = found.map(({ mark }) => mark?.day)
  return days.includes(undefined) ? undefined : (days as Day[]).toSorted()[0]
}
