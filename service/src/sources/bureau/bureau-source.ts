import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import { type SectionId, sections } from '@lastro/contract/reports/sections.ts'
import type { Subject } from '@lastro/contract/reports/subject.ts'
import type { KeptSections } from '@lastro/rules/subjects/kept-sections.ts'
import type { Participation } from '@lastro/rules/subjects/newest-participations.ts'
import { lapsedItems, type ReadySection, readySections } from '@lastro/rules/subjects/ready-sections.ts'
import { type Awaitable, andThen } from '../../awaitable.ts'
import type { SubjectStore } from '../../features/bureau/subject-store.ts'
import type { Question, SectionAnswer, Source } from '../../features/reports/source.ts'

type BureauReader = Pick<SubjectStore, 'readSections' | 'readFacts' | 'readParticipations' | 'hasSubjects'>

const kept: readonly SectionId[] = [
  'registration',
  'addresses',
  'phones',
  'identificationReport',
  'QSAReport',
  'listingP',
  'listingR',
  'companyListingP',
  'companyListingR',
  'collectionRecords',
  'check',
  'notary',
]

const keptAlone: ReadonlySet<SectionId> = new Set(kept)

/** Of people nobody else tells it: public data masks them. Where nothing was ever loaded, "none" would be a guess. */
const keptAndPartner: ReadonlySet<SectionId> = new Set([...kept, 'partner'])

/** Our own bureau: everything that `bureau load` brought in. */
export function bureauSource(bureau: BureauReader): Source {
  return {
    name: 'bureau',
    covers: (type) => (type === 'CNPJ' || bureau.hasSubjects() ? keptAndPartner : keptAlone),
    // One read for most questions, which the embedded engine has at hand.
    ask: (question) => {
      if (isWhole(question) || question.sections.includes('partner')) return answerLater(bureau, question)
      const kept = bureau.readSections(question.document, question.sections)
      return andThen(kept, (one) => answer(bureau, question, one))
    },
  }
}

const nothing: SectionAnswer = { kind: 'nothing' }

/** Negative data that another bureau tells too is united before it is cut. */
const isWhole = ({ wholeLists, united }: Question): boolean =>
  wholeLists || united.some((section) => sections[section].path[0] === 'negativeData')

type Answers = Partial<Record<SectionId, SectionAnswer>>

/** Ready-made texts do as they are, unless something in them has lapsed since they were made. */
function answer(
  bureau: BureauReader,
  question: Question,
  kept: KeptSections | undefined,
): Awaitable<Answers> {
  if (kept === undefined) return answersOf(question, [])
  return kept.validUntil < question.today
    ? answerFromFacts(bureau, question)
    : answersOf(question, kept.sections())
}

async function answerLater(bureau: BureauReader, question: Question): Promise<Answers> {
  const { document, sections } = question
  const answers = isWhole(question)
    ? await answerFromFacts(bureau, question)
    : await answer(bureau, question, await bureau.readSections(document, sections))
  if (sections.includes('partner'))
    answers.partner = partner(await bureau.readParticipations(document), question)
  return answers
}

async function answerFromFacts(bureau: BureauReader, question: Question): Promise<Answers> {
  const facts = await bureau.readFacts(question.document)
  if (facts === undefined) return answersOf(question, [])
  const { document, today, wholeLists, united } = question
  const made = readySections(document, facts, { today, wholeLists })
  if (!isWhole(question)) return answersOf(question, made)
  const whole = wholeLists ? [] : readySections(document, facts, { today, wholeLists: true })
  const answers = answersOf(question, [...made, ...whole.filter(({ section }) => united.includes(section))])
  return withLapsed(answers, facts, question)
}

function withLapsed(answers: Answers, facts: Subject, { united, today }: Question): Answers {
  for (const section of united) {
    const answer = answers[section]
    const lapsed = lapsedItems(facts, section, today)
    if (lapsed.length > 0 && (answer?.kind === 'found' || answer?.kind === 'nothing'))
      answers[section] = { ...answer, lapsed }
  }
  return answers
}

function answersOf(question: Question, ready: readonly ReadySection[]): Answers {
  const answers: Answers = {}
  for (const section of question.sections) answers[section] = nothing
  for (const one of ready) {
    if (answers[one.section] !== undefined) answers[one.section] = readyAnswer(one)
  }
  return answers
}

/** A section as it was made ready, with the mark of a sum that some amounts are not in. */
export const readyAnswer = ({ text, isLowerBound }: ReadySection): SectionAnswer =>
  isLowerBound ? { kind: 'found', text, missing: 'unreadable' } : { kind: 'found', text }

function partner(all: readonly Participation[], { wholeLists, united }: Question): SectionAnswer {
  if (all.length === 0) return nothing
  const listed = wholeLists || united.includes('partner') ? all : all.slice(0, listedCountMax)
  const summary = {
    count: String(all.length),
    ...(listed.length < all.length && { listed: String(listed.length) }),
  }
  return { kind: 'found', text: JSON.stringify({ partnershipResponse: listed, summary }) }
}
