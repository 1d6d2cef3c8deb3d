import { listedCountMax } from '@lastro/contract/occurrences.ts'
import type { SectionId } from '@lastro/contract/sections.ts'
import type { Question, SectionAnswer, SectionAnswers, Source } from '../../reports/source.ts'
import { type ReadySection, readySections } from '../../subjects/ready-sections.ts'
import type { Participation, SubjectStore } from '../../subjects/subject-store.ts'

type BureauReader = Pick<SubjectStore, 'readSections' | 'readFacts' | 'readParticipations'>

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

/** Our own bureau: everything that `bureau load` brought in. */
export function bureauSource(bureau: BureauReader): Source {
  return {
    name: 'bureau',
    covers: new Set<SectionId>([...kept, 'partner']),
    ask: (question) => {
      const sections = question.wholeLists
        ? sectionsFromFacts(bureau, question)
        : bureau.readSections(question.document, question.sections)
      return sections instanceof Promise || question.sections.includes('partner')
        ? answerLater(bureau, question, sections)
        : answer(bureau, question, sections)
    },
  }
}

/** Ready-made text answers as it is, unless something in it has lapsed since it was made. */
function answer(
  bureau: BureauReader,
  question: Question,
  ready: readonly ReadySection[],
): SectionAnswers | Promise<SectionAnswers> {
  if (ready.every((one) => one.validUntil >= question.today)) return answersOf(question, ready)
  return sectionsFromFacts(bureau, question).then((rebuilt) => answersOf(question, rebuilt))
}

async function answerLater(
  bureau: BureauReader,
  question: Question,
  sections: readonly ReadySection[] | Promise<readonly ReadySection[]>,
): Promise<SectionAnswers> {
  const wanted = question.sections.includes('partner')
  const [ready, participations] = await Promise.all([
    sections,
    wanted ? bureau.readParticipations(question.document) : undefined,
  ])
  const answers = await answer(bureau, question, ready)
  return participations === undefined ? answers : { ...answers, partner: partner(participations, question) }
}

async function sectionsFromFacts(bureau: BureauReader, question: Question): Promise<readonly ReadySection[]> {
  const facts = await bureau.readFacts(question.document)
  return facts === undefined ? [] : readySections(question.document, facts, question)
}

const nothing: SectionAnswer = { kind: 'nothing' }

function answersOf(question: Question, ready: readonly ReadySection[]): SectionAnswers {
  const answers: Partial<Record<SectionId, SectionAnswer>> = {}
  for (const section of question.sections) answers[section] = nothing
  for (const { section, text } of ready) {
    if (answers[section] !== undefined) answers[section] = { kind: 'found', text }
  }
  return answers
}

function partner(all: readonly Participation[], { wholeLists }: Question): SectionAnswer {
  if (all.length === 0) return { kind: 'nothing' }
  const listed = wholeLists ? all : all.slice(0, listedCountMax)
  const summary = {
    count: String(all.length),
    ...(listed.length < all.length && { listed: String(listed.length) }),
  }
  return { kind: 'found', text: JSON.stringify({ partnershipResponse: listed, summary }) }
}
