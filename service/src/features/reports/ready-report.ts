import type { Answered, ReadyReport, SectionAnswers } from './source.ts'

/** No section has that name. */
export const isReady = (answered: Answered): answered is ReadyReport =>
  (answered as Partial<ReadyReport>).answers !== undefined

export const answersIn = (answered: Answered): SectionAnswers =>
  isReady(answered) ? answered.answers() : answered

export const mayBeListed = (answered: Answered): boolean => !isReady(answered) || answered.mayBeListed
