import { listedCountMax } from '@lastro/contract/reports/occurrences.ts'
import type { SectionId } from '@lastro/contract/reports/sections.ts'
import { areUsual, type KeptSections } from '@lastro/rules/subjects/kept-sections.ts'
import type { Participation } from '@lastro/rules/subjects/newest-participations.ts'
import { type ReadySection, readySections } from '@lastro/rules/subjects/ready-sections.ts'
import type { SubjectStore } from '../../features/bureau/subject-store.ts'
import type {
  Answered,
  Question,
  ReadyReport,
  SectionAnswer,
  SectionAnswers,
  Source,
} from '../../features/reports/source.ts'

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
      if (question.wholeLists || question.sections.includes('partner')) return answerLater(bureau, question)
      const kept = bureau.readSections(question.document, question.sections)
      return kept instanceof Promise
        ? kept.then((one) => answer(bureau, question, one))
        : answer(bureau, question, kept)
    },
  }
}

/** Ready-made text answers as it is, unless something in it has lapsed since it was made. */
function answer(
  bureau: BureauReader,
  question: Question,
  kept: KeptSections | undefined,
): SectionAnswers | KeptReport | Promise<SectionAnswers> {
  if (kept === undefined) return answersOf(question, [])
  if (kept.validUntil < question.today) return answerFromFacts(bureau, question)
  return areUsual(question.sections) ? new KeptReport(kept, question) : answersOf(question, kept.sections())
}

/** The report as it is kept. */
class KeptReport implements ReadyReport {
  readonly text: string
  readonly bytes: number
  readonly mayBeListed: boolean
  readonly #kept: KeptSections
  readonly #question: Question

  constructor(kept: KeptSections, question: Question) {
    this.text = kept.report
    this.bytes = kept.reportBytes
    this.mayBeListed = kept.mayBeListed
    this.#kept = kept
    this.#question = question
  }

  answers(): SectionAnswers {
    return answersOf(this.#question, this.#kept.sections())
  }
}

async function answerLater(bureau: BureauReader, question: Question): Promise<Answered> {
  const wanted = question.sections.includes('partner')
  const [answered, participations] = await Promise.all([
    question.wholeLists ? answerFromFacts(bureau, question) : answerKept(bureau, question),
    wanted ? bureau.readParticipations(question.document) : undefined,
  ])
  return participations === undefined
    ? answered
    : {
        ...(answered instanceof KeptReport ? answered.answers() : answered),
        partner: partner(participations, question),
      }
}

const answerKept = async (bureau: BureauReader, question: Question): Promise<SectionAnswers | KeptReport> =>
  answer(bureau, question, await bureau.readSections(question.document, question.sections))

async function answerFromFacts(bureau: BureauReader, question: Question): Promise<SectionAnswers> {
  const facts = await bureau.readFacts(question.document)
  return answersOf(question, facts === undefined ? [] : readySections(question.document, facts, question))
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
