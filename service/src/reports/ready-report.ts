import type { Answered, SectionAnswers } from './source.ts'

/**
 * A source's answer to everything it was asked as the one text that `assembleReport` would make of it, for a reader
 * who may see it all. It goes out as it is, and is taken apart only where something is added or left out.
 */
export type ReadyReport = {
  readonly text: string
  /** The length of the text in UTF-8. */
  readonly bytes: number
  /** False when the source knows that no listing names the document, so that none need be looked for. */
  readonly mayBeListed: boolean
  readonly answers: () => SectionAnswers
}

/** No section has that name. */
export const isReady = (answered: Answered): answered is ReadyReport =>
  (answered as Partial<ReadyReport>).answers !== undefined

export const answersIn = (answered: Answered): SectionAnswers =>
  isReady(answered) ? answered.answers() : answered

export const mayBeListed = (answered: Answered): boolean => !isReady(answered) || answered.mayBeListed
