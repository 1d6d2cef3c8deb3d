import type { SectionId } from '@lastro/contract/reports/sections.ts'
import type { SourceFault } from '@lastro/contract/reports/source-faults.ts'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { ReportPlan } from './plan-report.ts'
import { answersIn, isReady } from './ready-report.ts'
import {
  type Answered,
  answerAll,
  failed,
  type Question,
  type SectionAnswer,
  type SectionAnswers,
  type Source,
} from './source.ts'

type Asking = {
  readonly document: DocumentNumber
  readonly plan: ReportPlan
  readonly today: Day
  readonly deadlineMs: number
}

/** Told when a source breaks its promise, for the log; never given a document. */
export type OnSourceError = (source: string, error: unknown) => void

/**
 * Asks every source for its sections side by side, under one deadline. A source that throws, hangs or
 * answers half costs its own sections only. Sections that no source covers are missing from the result.
 * When every source answers at once, so does this.
 */
export function askSources(
  sources: readonly Source[],
  asking: Asking,
  onSourceError: OnSourceError,
): Answered | Promise<Answered> {
  const deadline = new Deadline(asking.deadlineMs)
  const asked = askedSources(sources, asking.plan)
  const [only] = asked
  if (asked.length === 1 && only !== undefined) {
    const answer = askOne(only, asking, deadline, onSourceError)
    return answer instanceof Promise ? answer.finally(() => deadline.end()) : answer
  }
  const answers = asked.map((one) => askOne(one, asking, deadline, onSourceError))
  if (!answers.some((one) => one instanceof Promise)) return merge(answers as Answered[])
  return Promise.all(answers.map(async (one) => one))
    .then(merge)
    .finally(() => deadline.end())
}

function askOne(
  asked: AskedSource,
  asking: Asking,
  deadline: Deadline,
  onSourceError: OnSourceError,
): Answered | Promise<Answered> {
  const { source, sections } = asked
  const { tally } = source
  const begunAtMs = tally === undefined ? 0 : tally.begin()
  try {
    const answering = source.ask(new AskedOf(asking, sections, deadline))
    if (answering instanceof Promise) return waitFor(answering, asked, begunAtMs, deadline, onSourceError)
    const answers = complete(sections, answering)
    tally?.end(begunAtMs, faultIn(sections, answers))
    return answers
  } catch (error) {
    return failAll(asked, begunAtMs, error, onSourceError)
  }
}

async function waitFor(
  answering: Promise<Answered>,
  asked: AskedSource,
  begunAtMs: number,
  deadline: Deadline,
  onSourceError: OnSourceError,
): Promise<Answered> {
  const { source, sections } = asked
  try {
    const answered = await deadline.race(answering)
    const answers =
      answered === undefined ? answerAll(sections, failed('source_timeout')) : complete(sections, answered)
    source.tally?.end(begunAtMs, faultIn(sections, answers))
    return answers
  } catch (error) {
    return failAll(asked, begunAtMs, error, onSourceError)
  }
}

function failAll(
  { source, sections }: AskedSource,
  begunAtMs: number,
  error: unknown,
  onSourceError: OnSourceError,
): SectionAnswers {
  onSourceError(source.name, error)
  source.tally?.end(begunAtMs, 'source_unavailable')
  return answerAll(sections, failed('source_unavailable'))
}

/** What a source is asked. The signal is made only if the source looks at it. */
class AskedOf implements Question {
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
function askedSources(sources: readonly Source[], plan: ReportPlan): readonly AskedSource[] {
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
function complete(sections: readonly SectionId[], answers: Answered): Answered {
  if (isReady(answers)) return answers
  if (sections.every((section) => answers[section] !== undefined)) return answers
  return { ...answerAll(sections, failed('source_answer_invalid')), ...answers }
}

/** What went wrong with the first section that was not answered; undefined when all were. */
function faultIn(sections: readonly SectionId[], answers: Answered): SourceFault | undefined {
  if (isReady(answers)) return undefined
  for (const section of sections) {
    const answer = answers[section]
    if (answer?.kind === 'failed') return answer.code
  }
  return undefined
}

/** Where several sources cover a section: found wins, then a failure, then nothing. */
function merge(all: readonly Answered[]): SectionAnswers {
  const merged: Partial<Record<SectionId, SectionAnswer>> = {}
  for (const answered of all) {
    for (const [section, answer] of Object.entries(answersIn(answered)) as [SectionId, SectionAnswer][]) {
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
  #passed: Promise<undefined> | undefined

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  /** The work's result, or undefined once the deadline has passed. */
  race<Result>(work: Promise<Result>): Promise<Result | undefined> {
    this.#passed ??= new Promise((resolve) => {
      this.#timer = setTimeout(() => {
        this.#controller?.abort()
        resolve(undefined)
      }, this.#deadlineMs)
    })
    work.catch(() => undefined)
    return Promise.race([work, this.#passed])
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#controller?.abort()
  }
}
