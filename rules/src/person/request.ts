import type {
  AnswerOutcome,
  CorrectionSubject,
  RequestKind,
  RequestOutcome,
} from '@lastro/contract/person/request-codes.ts'
import { addBusinessDays } from '../calendar/business-days.ts'
import { addDays, type Day } from '../calendar/day.ts'

/** Something that a person on file asked for, by itself or through the operator. */
export type PersonRequest = {
  readonly id: string
  readonly document: string
  readonly kind: RequestKind
  /** Of a correction; a dispute is always about a listing. */
  readonly subject: CorrectionSubject | undefined
  readonly listingId: string | undefined
  readonly field: string | undefined
  /** The person's own words; a request for access has none. */
  readonly statement: string | undefined
  /** How identity was checked. */
  readonly identity: string
  /** Why access was given. */
  readonly reason: string | undefined
  readonly channel: 'operator' | 'person'
  /** The operator; undefined where the person came alone. */
  readonly openedBy: string | undefined
  readonly openedAtMs: number
  readonly dueOn: Day
  /** Of a listing: the last day for an answer, after which it is released for good. */
  readonly answerBy: Day | undefined
  readonly overdueAtMs: number | undefined
  readonly outcome: RequestOutcome | undefined
  readonly answer: string | undefined
  readonly answeredAtMs: number | undefined
  /** The operator; undefined where it was the creditor, time or the file itself. */
  readonly answeredBy: string | undefined
}

/** How a request ended. */
export type RequestEnd = Pick<PersonRequest, 'answer' | 'answeredBy'> & { readonly outcome: RequestOutcome }

/** LGPD art. 19: in short form at once, the whole of it within fifteen days. */
export const accessDueOn = (openedOn: Day): Day => addDays(openedOn, 15)

/** CDC art. 43 §3: five business days. */
export const correctionDueOn = (openedOn: Day): Day => addBusinessDays(openedOn, 5, 'national')

/** The day decides; a job only marks it. */
export const isRequestOverdue = (
  { outcome, dueOn }: Pick<PersonRequest, 'outcome' | 'dueOn'>,
  today: Day,
): boolean => outcome === undefined && dueOn < today

/** Whether an operator may answer: a request for access is answered by the file itself. */
export const awaitsAnswer = ({ kind, outcome }: Pick<PersonRequest, 'kind' | 'outcome'>): boolean =>
  kind !== 'access' && outcome === undefined

/**
 * Whether it says that something is wrong of what others than our creditors tell of the person, since a time and not
 * refused: what was told before that may no longer be repeated. A listing that is disputed shows itself, or does not.
 */
export const contestsSince = (
  {
    kind,
    listingId,
    outcome,
    openedAtMs,
    answeredAtMs,
  }: Pick<PersonRequest, 'kind' | 'listingId' | 'outcome' | 'openedAtMs' | 'answeredAtMs'>,
  sinceMs: number,
): boolean =>
  kind === 'correction' &&
  listingId === undefined &&
  outcome !== 'rejected' &&
  Math.max(openedAtMs, answeredAtMs ?? 0) >= sinceMs

/** What an answer does to the listing that it is about. */
export const listingOutcomeOf = (outcome: AnswerOutcome): 'upheld' | 'rejected' =>
  outcome === 'removed' ? 'upheld' : 'rejected'
