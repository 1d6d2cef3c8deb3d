import type { PersonRequest as RequestSeen } from '@lastro/contract/person/person-requests.ts'
import { type Day, instantText } from '@lastro/rules/calendar/day.ts'
import { type DocumentNumber, maskDocument } from '@lastro/rules/documents/document-number.ts'
import { isRequestOverdue, type PersonRequest } from '@lastro/rules/person/request.ts'

/** A request with everything in it. */
export const requestView = (of: PersonRequest, today: Day): RequestSeen => ({
  ...requestLine(of, today),
  document: of.document,
  identity: of.identity,
  ...(of.statement !== undefined && { statement: of.statement }),
  ...(of.reason !== undefined && { reason: of.reason }),
  ...(of.answer !== undefined && { answer: of.answer }),
})

/** A request in a list: the document masked, and nothing that somebody wrote. */
export const requestLine = (of: PersonRequest, today: Day): RequestSeen => ({
  id: of.id,
  kind: of.kind,
  document: maskDocument(of.document as DocumentNumber),
  ...(of.subject !== undefined && { subject: of.subject }),
  ...(of.listingId !== undefined && { listingId: of.listingId }),
  ...(of.field !== undefined && { field: of.field }),
  channel: of.channel,
  ...(of.openedBy !== undefined && { openedBy: of.openedBy }),
  openedAt: instantText(of.openedAtMs),
  dueOn: of.dueOn,
  ...(of.answerBy !== undefined && { answerBy: of.answerBy }),
  overdue: isRequestOverdue(of, today),
  ...(of.overdueAtMs !== undefined && { overdueMarkedAt: instantText(of.overdueAtMs) }),
  ...(of.outcome !== undefined && { outcome: of.outcome }),
  ...(of.answeredAtMs !== undefined && { answeredAt: instantText(of.answeredAtMs) }),
  ...(of.answeredBy !== undefined && { answeredBy: of.answeredBy }),
})
