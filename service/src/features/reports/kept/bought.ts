import { type Bought, copyIn, isTold, type SectionAnswer, type SectionAnswers } from '../source.ts'
import type { KeptReport } from './kept-report.ts'

/** What was bought with a report, as copies of the day on which each source said it. */
export const boughtWith = ({ bought = {}, given }: Pick<KeptReport, 'bought' | 'given'>): Bought =>
  eachAnswer(bought, (answer) =>
    isTold(answer) ? { ...answer, copy: { atMs: copyIn(answer)?.atMs ?? given.atMs } } : answer,
  )

/** What a source has told since counts for what it told before, section by section. */
export function newerOf(before: Bought, since: Bought): Bought {
  const sources = [...new Set([...Object.keys(before), ...Object.keys(since)])]
  const told = eachAnswer(since, (answer) => (isTold(answer) ? answer : undefined))
  return Object.fromEntries(sources.map((source) => [source, { ...before[source], ...told[source] }]))
}

/** The length of its texts. */
export const lengthOfBought = (bought: Bought = {}): number =>
  Object.values(bought)
    .flatMap((answers) => Object.values(answers))
    .reduce((sum, answer) => sum + (answer.kind === 'found' ? answer.text.length : 0), 0)

const eachAnswer = (bought: Bought, as: (answer: SectionAnswer) => SectionAnswer | undefined): Bought =>
  Object.fromEntries(
    Object.entries(bought).map(([source, answers]) => [
      source,
      Object.fromEntries(
        Object.entries(answers).flatMap(([section, answer]) => {
          const made = as(answer)
          return made === undefined ? [] : [[section, made]]
        }),
      ) as SectionAnswers,
    ]),
  )
