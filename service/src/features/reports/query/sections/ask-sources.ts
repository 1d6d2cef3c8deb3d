import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, documentType } from '@lastro/rules/documents/document-number.ts'
import type { HeldDebt } from '@lastro/rules/reports/merging/held-here.ts'
import { type Awaitable, isAtHand } from '../../../../awaitable.ts'
import type { PrecedenceTable } from '../../precedence.ts'
import {
  type Asker,
  answerAll,
  type Bought,
  copyIn,
  failed,
  isTold,
  type Question,
  type SectionAnswer,
  type SectionAnswers,
  type Source,
} from '../../source.ts'
import type { ReportPlan } from '../plan-report.ts'
import { type Arrangement, type AskedSource, arrangeSources } from './arrange-sources.ts'
import { combineSection, labelOf } from './combine-section.ts'
import { holdsDebts } from './listing-sections.ts'
import type { SourceLabels } from './report-sources.ts'
import { isCut, withoutOurs } from './without-ours.ts'

type Asking = {
  readonly document: DocumentNumber
  readonly plan: ReportPlan
  readonly today: Day
  readonly asker?: Asker | undefined
  readonly deadlineMs: number
  /** The debts of the document that have a listing here; asked for only where the plan has debts. */
  readonly readHeld?: () => Awaitable<readonly HeldDebt[]>
  /** The same once sources have been waited for: meanwhile a debt may have been paid, released or corrected. */
  readonly readHeldAgain?: () => Promise<readonly HeldDebt[]>
}

/** Where a report's sections come from, and what becomes of those that several sources answer. */
export type ReportSources = { readonly sources: readonly Source[]; readonly precedence: PrecedenceTable }

/** Told when a source breaks its promise, for the log; never given a document. */
export type OnSourceError = (source: string, error: unknown) => void

export type SourcesAnswered = {
  readonly answers: SectionAnswers
  /** The sources that answered a section, with the dates of their data: `bureau@2026-11-18+receita@2026-10-11`. */
  readonly labelOf: (section: SectionId) => string
  /** The name of the source that was asked for a section, or all names if several were asked. */
  readonly sourceOf: (section: SectionId) => string
  /** Sections that were answered by a copy, or while a source failed which could have had something newer. */
  readonly doubtful: readonly SectionId[]
  /** What the providers among them answered; undefined where none was asked. */
  readonly bought: Bought | undefined
}

/**
 * Asks every source for its sections side by side, under one deadline. A source that throws, hangs or answers half
 * costs its own sections only, so this never fails. Sections that no source covers are missing from the result.
 */
export function askSources(
  { sources, precedence }: ReportSources,
  asking: Asking,
  onSourceError: OnSourceError,
): Awaitable<SourcesAnswered> {
  const { plan } = asking
  const arrangement = arrangeSources(sources, precedence, plan, documentType(asking.document))
  const deadline = new Deadline(asking.deadlineMs)
  const ask = (one: AskedSource, as: Asking) => askOne(one, as, deadline, onSourceError)
  const answers = arrangement.asked.map((one) => ask(one, asking))
  const held = arrangement.needsHeld ? heldBy(asking.readHeld) : noHeld
  // At hand, and nobody's: most reports.
  if (answers.every(isAtHand) && isAtHand(held) && held.length === 0)
    return combinedOf(arrangement, asking, answers, noHeld)
  return allOf(arrangement, asking, { answers, held, ask }).finally(() => deadline.end())
}

const noHeld: readonly HeldDebt[] = []

function heldBy(read: Asking['readHeld']): Awaitable<readonly HeldDebt[]> {
  if (read === undefined) throw new Error('Debts are asked for, and not held against our listings')
  return read()
}

type UnderWay = {
  readonly answers: readonly Awaitable<SectionAnswers>[]
  readonly held: Awaitable<readonly HeldDebt[]>
  readonly ask: (one: AskedSource, as: Asking) => Awaitable<SectionAnswers>
}

async function allOf(
  arrangement: Arrangement,
  asking: Asking,
  { answers, held: reading, ask }: UnderWay,
): Promise<SourcesAnswered> {
  const [all, first] = await Promise.all([Promise.all(answers.map(async (one) => one)), reading])
  const held = mayHaveChanged(arrangement, answers, first) ? await heldBy(asking.readHeldAgain) : first
  if (held.length === 0) return combinedOf(arrangement, asking, all, held)
  const whole = arrangement.asked.map((one, at) => wholeLists(one, asking, all[at] ?? {}, ask))
  return combinedOf(arrangement, asking, await Promise.all(whole), held)
}

/** Only documents that have listings pay for a second read; beside a call to a provider it costs nothing. */
const mayHaveChanged = (
  { asked, needsHeld }: Arrangement,
  answers: UnderWay['answers'],
  held: readonly HeldDebt[],
): boolean =>
  needsHeld &&
  !answers.every(isAtHand) &&
  (held.length > 0 || asked.some(({ source }) => source.pace !== undefined))

/**
 * A debt of ours may lie beyond a list that was cut: such a list is asked for whole, where its source has it at hand.
 * A provider is not paid twice.
 */
async function wholeLists(
  { source, sections }: AskedSource,
  asking: Asking,
  answers: SectionAnswers,
  ask: UnderWay['ask'],
): Promise<SectionAnswers> {
  const cut = sections.filter((section) => holdsDebts(section) && isCut(answers[section]))
  if (cut.length === 0 || source.pace !== undefined) return answers
  const plan = { ...asking.plan, wholeLists: true }
  return { ...answers, ...(await ask({ source, sections: cut, united: cut }, { ...asking, plan })) }
}

/** What each source said becomes one answer for each section. */
function combinedOf(
  arrangement: Arrangement,
  { plan, today }: Asking,
  all: readonly SectionAnswers[],
  held: readonly HeldDebt[],
): SourcesAnswered {
  const { wholeLists } = plan
  const [only] = all
  const bought = boughtIn(arrangement, all)
  if (all.length === 1 && only !== undefined && held.length === 0) {
    return {
      answers: only,
      labelOf: labelsOf(arrangement, only, noLabels, today),
      sourceOf: askedFor(arrangement),
      doubtful: doubtfulIn(plan, only, noSections),
      bought,
    }
  }
  const view = { wholeLists, today, held }
  const answers: Partial<Record<SectionId, SectionAnswer>> = Object.assign({}, ...all)
  const labels: SourceLabels = {}
  const doubtful: SectionId[] = []
  for (const { section, precedence, by } of arrangement.shared) {
    const said = by.map((at) => ({
      source: arrangement.asked[at]?.source.name ?? '',
      answer: all[at]?.[section] ?? failed('source_answer_invalid'),
    }))
    const combined = combineSection(precedence, said, view)
    answers[section] = combined.answer
    labels[section] = combined.from
    if (combined.isDoubtful) doubtful.push(section)
  }
  for (const section of held.length === 0 ? noSections : plan.sections) {
    if (!holdsDebts(section) || isLookedThrough(arrangement, section)) continue
    const left = withoutOurs(answers[section], view)
    if (left === undefined) continue
    answers[section] = left.answer
    if (left.isDoubtful) doubtful.push(section)
  }
  return {
    answers,
    labelOf: labelsOf(arrangement, answers, labels, today),
    sourceOf: askedFor(arrangement),
    doubtful: doubtfulIn(plan, answers, doubtful),
    bought,
  }
}

const askedFor =
  ({ asked }: Arrangement): SourcesAnswered['sourceOf'] =>
  (section) =>
    asked
      .filter(({ sections }) => sections.includes(section))
      .map(({ source }) => source.name)
      .join('+')

const labelsOf =
  (
    { onlySource }: Arrangement,
    answers: SectionAnswers,
    labels: SourceLabels,
    today: Day,
  ): SourcesAnswered['labelOf'] =>
  (section) => {
    const answer = answers[section]
    const source = onlySource[section]
    if (!isTold(answer)) return ''
    return source === undefined ? (labels[section] ?? '') : labelOf({ source, answer }, today)
  }

function boughtIn({ asked, called }: Arrangement, all: readonly SectionAnswers[]): Bought | undefined {
  if (called.length === 0) return undefined
  return Object.fromEntries(called.map((at) => [asked[at]?.source.name ?? '', all[at] ?? {}]))
}

/** What a copy answers may have changed since, whether its source failed or was not asked again. */
function doubtfulIn(
  plan: ReportPlan,
  answers: SectionAnswers,
  doubtfulSo: readonly SectionId[],
): readonly SectionId[] {
  const toldSo = plan.sections.filter((id) => {
    const answer = answers[id]
    return isTold(answer) && (answer.copy !== undefined || answer.isDoubtful === true)
  })
  return toldSo.length === 0 ? doubtfulSo : [...new Set([...doubtfulSo, ...toldSo])]
}

/** What several bureaus tell was looked through while it was united. */
const isLookedThrough = ({ shared }: Arrangement, section: SectionId): boolean =>
  shared.some((one) => one.section === section && one.precedence.rule === 'occurrences')

const noLabels: SourceLabels = {}
const noSections: readonly SectionId[] = []

/** The deadline is for what has to be waited for; a source that has its answer at hand pays nothing for it. */
function askOne(
  asked: AskedSource,
  asking: Asking,
  deadline: Deadline,
  onSourceError: OnSourceError,
): Awaitable<SectionAnswers> {
  const { source, sections } = asked
  const { tally } = source
  const begunAtMs = tally === undefined ? 0 : tally.begin()
  const ended = (answers: SectionAnswers): SectionAnswers => {
    const whole = complete(sections, answers)
    tally?.end(begunAtMs, faultIn(sections, whole))
    return whole
  }
  const broken = (error: unknown): SectionAnswers => {
    onSourceError(source.name, error)
    tally?.end(begunAtMs, 'source_unavailable')
    return answerAll(sections, failed('source_unavailable'))
  }
  try {
    const question = new AskedQuestion(asking, asked, deadline)
    const answering = source.ask(question)
    return isAtHand(answering)
      ? ended(answering)
      : deadline.race(answering, () => question.lateAnswers).then(ended, broken)
  } catch (error) {
    return broken(error)
  }
}

/** What a source is asked. The signal is made only if the source looks at it. */
class AskedQuestion implements Question {
  readonly document: DocumentNumber
  readonly sections: readonly SectionId[]
  readonly wholeLists: boolean
  readonly united: readonly SectionId[]
  readonly contactData: boolean
  readonly today: Day
  readonly asker: Asker | undefined
  readonly #deadline: Deadline
  #standIns: SectionAnswers | undefined

  constructor(asking: Asking, { sections, united }: AskedSource, deadline: Deadline) {
    const { plan } = asking
    this.document = asking.document
    this.sections = sections
    this.wholeLists = plan.wholeLists
    this.united = united
    this.contactData = plan.contactData
    this.today = asking.today
    this.asker = asking.asker
    this.#deadline = deadline
  }

  get signal(): AbortSignal {
    return this.#deadline.signal
  }

  standIn(answers: SectionAnswers): void {
    this.#standIns = answers
  }

  /** What is said once the deadline has passed. */
  get lateAnswers(): SectionAnswers {
    return { ...answerAll(this.sections, failed('source_timeout')), ...this.#standIns }
  }
}

/** A section asked for and not answered is a broken promise, not "nothing on file". */
function complete(sections: readonly SectionId[], answers: SectionAnswers): SectionAnswers {
  if (sections.every((section) => answers[section] !== undefined)) return answers
  return { ...answerAll(sections, failed('source_answer_invalid')), ...answers }
}

/** What went wrong with the first section that was not answered; undefined when all were. */
function faultIn(sections: readonly SectionId[], answers: SectionAnswers): SourceFault | undefined {
  for (const section of sections) {
    const answer = answers[section]
    const fault = answer?.kind === 'failed' ? answer.code : copyIn(answer)?.fault
    if (fault !== undefined) return fault
  }
  return undefined
}

/** One deadline for all sources. Its timer starts only when something has to be waited for. */
class Deadline {
  readonly #deadlineMs: number
  #controller: AbortController | undefined
  #timer: NodeJS.Timeout | undefined
  #passed: Promise<void> | undefined
  #isOver = false

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs
  }

  /** Whoever looks at it late sees that it has passed. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isOver) this.#controller.abort()
    return this.#controller.signal
  }

  /** The work's result, or what stands for it once the deadline has passed; what fails after that is nobody's. */
  race<Result>(work: Promise<Result>, late: () => Result): Promise<Result> {
    this.#passed ??= new Promise((resolve) => {
      this.#timer = setTimeout(() => {
        this.end()
        resolve()
      }, this.#deadlineMs)
    })
    return Promise.race([work, this.#passed.then(late)])
  }

  end(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#controller?.abort()
  }
}
