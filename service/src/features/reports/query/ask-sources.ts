import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { Awaitable } from '../../../http/route.ts'
import {
  answerAll,
  failed,
  type Question,
  type SectionAnswer,
  type SectionAnswers,
  type Source,
} from '../source.ts'
import type { ReportPlan } from './plan-report.ts'

type Asking = {
  readonly document: DocumentNumber
  readonly plan: ReportPlan
  readonly today: Day
  readonly deadlineMs: number
}

/** Told when a source breaks its promise, for the log; never given a document. */
export type OnSourceError = (source: string, error: unknown) => void

/**
 * Asks every source for its sections side by side, under one deadline. A source that throws, hangs or answers half
 * costs its own sections only, so this never fails. Sections that no source covers are missing from the result.
 */
export function askSources(
  sources: readonly Source[],
  asking: Asking,
  onSourceError: OnSourceError,
): Awaitable<SectionAnswers> {
  const deadline = new Deadline(asking.deadlineMs)
  const answers = sourcesFor(sources, asking.plan).map((one) => askOne(one, asking, deadline, onSourceError))
  return answers.some((one) => one instanceof Promise)
    ? allOf(answers).finally(() => deadline.end())
    : united(answers as SectionAnswers[])
}

const allOf = async (answers: readonly Awaitable<SectionAnswers>[]): Promise<SectionAnswers> =>
  united(await Promise.all(answers.map(async (one) => one)))

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
    const answering = source.ask(new AskedQuestion(asking, sections, deadline))
    return answering instanceof Promise
      ? deadline.race(answering, answerAll(sections, failed('source_timeout'))).then(ended, broken)
      : ended(answering)
  } catch (error) {
    return broken(error)
  }
}

/** What a source is asked. The signal is made only if the source looks at it. */
class AskedQuestion implements Question {
  readonly document: DocumentNumber
  readonly sections: readonly SectionId[]
  readonly wholeLists: boolean
  readonly today: Day
  readonly #deadline: Deadline

  constructor({ document, plan, today }: Asking, sections: readonly SectionId[], deadline: Deadline) {
    this.document = document
    this.sections = sections
    this.wholeLists = plan.wholeLists
    this.today = today
    this.#deadline = deadline
  }

  get signal(): AbortSignal {
    return this.#deadline.signal
  }
}

type AskedSource = { readonly source: Source; readonly sections: readonly SectionId[] }

/** The sources a plan needs, each with the sections it covers; worked out once for each plan. */
function sourcesFor(sources: readonly Source[], plan: ReportPlan): readonly AskedSource[] {
  const known = askedFor.get(plan)?.get(sources)
  if (known !== undefined) return known
  const asked = sources
    .map((source) => ({ source, sections: plan.sections.filter((section) => source.covers.has(section)) }))
    .filter((one) => one.sections.length > 0)
  askedFor.set(plan, (askedFor.get(plan) ?? new Map()).set(sources, asked))
  return asked
}

const askedFor = new WeakMap<ReportPlan, Map<readonly Source[], readonly AskedSource[]>>()

/** A section asked for and not answered is a broken promise, not "nothing on file". */
function complete(sections: readonly SectionId[], answers: SectionAnswers): SectionAnswers {
  if (sections.every((section) => answers[section] !== undefined)) return answers
  return { ...answerAll(sections, failed('source_answer_invalid')), ...answers }
}

/** What went wrong with the first section that was not answered; undefined when all were. */
function faultIn(sections: readonly SectionId[], answers: SectionAnswers): SourceFault | undefined {
  for (const section of sections) {
    const answer = answers[section]
    if (answer?.kind === 'failed') return answer.code
  }
  return undefined
}

/** Where several sources cover a section: found wins, then a failure, then nothing. */
function united(all: readonly SectionAnswers[]): SectionAnswers {
  const [only] = all
  if (all.length === 1 && only !== undefined) return only
  const merged: Partial<Record<SectionId, SectionAnswer>> = {}
  for (const answers of all) {
    for (const [section, answer] of Object.entries(answers) as [SectionId, SectionAnswer][]) {
      const held = merged[section]
      if (held === undefined || weight[answer.kind] > weight[held.kind]) merged[section] = answer
    }
  }
  return merged
}

const weight = { nothing: 0, failed: 1, found: 2 } as const

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
  race<Result>(work: Promise<Result>, late: Result): Promise<Result> {
    this.#passed ??= new Promise((resolve) => {
      this.#timer = setTimeout(() => {
        this.end()
        resolve()
      }, this.#deadlineMs)
    })
    return Promise.race([work, this.#passed.then(() => late)])
  }

  end(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#controller?.abort()
  }
}
