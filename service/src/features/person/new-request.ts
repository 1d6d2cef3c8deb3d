import { type Day, dayAt } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import type { PersonRequest } from '@lastro/rules/person/request.ts'
import type { Asking, PersonDeps } from './person-deps.ts'

type Own = Pick<PersonRequest, 'kind' | 'dueOn'> & Partial<PersonRequest>

/** A request as it begins: open, with its deadline. */
export function newRequest(
  { clock, newId }: Pick<PersonDeps, 'clock' | 'newId'>,
  { channel, by, identity }: Asking,
  document: DocumentNumber,
  ownOf: (openedOn: Day) => Own,
): PersonRequest {
  const openedAtMs = clock.nowMs()
  return {
    id: newId(),
    document,
    subject: undefined,
    listingId: undefined,
    field: undefined,
    statement: undefined,
    identity,
    reason: undefined,
    channel,
    openedBy: by,
    openedAtMs,
    answerBy: undefined,
    overdueAtMs: undefined,
    outcome: undefined,
    answer: undefined,
    answeredAtMs: undefined,
    answeredBy: undefined,
    ...ownOf(dayAt(openedAtMs)),
  }
}
