import type { SectionId } from '@lastro/contract/sections.ts'
import {
  answerAll,
  failed,
  type Question,
  type SectionAnswer,
  type SectionAnswers,
  type Source,
} from './source.ts'

type Asking = Omit<Question, 'signal'> & { readonly deadlineMs: number }

/** Told when a source breaks its promise, for the log; never given a document. */
export type OnSourceError = (source: string, error: unknown) => void

/**
 * Asks every source for its sections side by side, under one deadline. A source that throws, hangs or
 * answers half costs its own sections only. Sections that no source covers are missing from the result.
 */
export async function askSources(
  sources: readonly Source[],
  asking: Asking,
  onSourceError: OnSourceError,
): Promise<SectionAnswers> {
  const deadline = new Deadline(asking.deadlineMs)
  try {
    const answers = sources.map((source) => askOne(source, asking, deadline, onSourceError))
    return merge(await Promise.all(answers))
  } finally {
    deadline.end()
  }
}

async function askOne(
  source: Source,
  asking: Asking,
  deadline: Deadline,
  onSourceError: OnSourceError,
): Promise<SectionAnswers> {
  const sections = asking.sections.filter((section) => source.covers.has(section))
  if (sections.length === 0) return {}
  try {
    const answering = source.ask({
      document: asking.document,
      sections,
      wholeLists: asking.wholeLists,
      today: asking.today,
      get signal() {
        return deadline.signal
      },
    })
    const answers = answering instanceof Promise ? await deadline.race(answering) : answering
    return answers === undefined ? answerAll(sections, failed('source_timeout')) : complete(sections, answers)
  } catch (error) {
    onSourceError(source.name, error)
    return answerAll(sections, failed('source_unavailable'))
  }
}

/** A section asked for and not answered is a broken promise, not "nothing on file". */
function complete(sections: readonly SectionId[], answers: SectionAnswers): SectionAnswers {
  if (sections.every((section) => answers[section] !== undefined)) return answers
  return { ...answerAll(sections, failed('source_answer_invalid')), ...answers }
}

/** Where several sources cover a section: found wins, then a failure, then nothing. */
function merge(all: readonly SectionAnswers[]): SectionAnswers {
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
  readonly #controller = new AbortController()
  readonly #endsAt: number
  #timer: NodeJS.Timeout | undefined
  #passed: Promise<undefined> | undefined

  constructor(deadlineMs: number) {
    this.#endsAt = performance.now() + deadlineMs
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The work's result, or undefined once the deadline has passed. */
  race<Result>(work: Promise<Result>): Promise<Result | undefined> {
    this.#passed ??= new Promise((resolve) => {
      const passed = () => {
        this.#controller.abort()
        resolve(undefined)
      }
      this.#timer = setTimeout(passed, this.#endsAt - performance.now())
    })
    work.catch(() => undefined)
    return Promise.race([work, this.#passed])
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#controller.abort()
  }
}
