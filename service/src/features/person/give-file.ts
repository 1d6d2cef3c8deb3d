import type { PersonFile } from '@lastro/contract/person/person-file.ts'
import type { Language } from '@lastro/contract/text.ts'
import { dayAt, instantText } from '@lastro/rules/calendar/day.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { accessDueOn, type PersonRequest } from '@lastro/rules/person/request.ts'
import { collectFile } from './collect-file.ts'
import { newRequest } from './new-request.ts'
import type { Asking, FileDeps, PersonDeps } from './person-deps.ts'
import { requestView } from './request-view.ts'
import { settledByTime } from './settled-by-time.ts'

export type FileAsked = {
  readonly document: DocumentNumber
  readonly reason: string
  readonly asking: Asking
}

/**
 * Gives the whole file at once. The request is written down first: should the file fail to come together, it stays
 * open, with its fifteen days, where the operator sees it.
 */
export async function giveFile(deps: FileDeps, asked: FileAsked, language: Language): Promise<PersonFile> {
  const request = await openAccess(deps, asked)
  return fileOf(deps, request, language)
}

/** A request for access, open until the file is given. */
export async function openAccess(
  deps: PersonDeps,
  { document, reason, asking }: FileAsked,
): Promise<PersonRequest> {
  const request = newRequest(deps, asking, document, (openedOn) => ({
    kind: 'access',
    reason,
    dueOn: accessDueOn(openedOn),
  }))
  await deps.requests.insert(request)
  return request
}

/** The file that a request for access asked for, which ends it. A second look is given by the same request. */
export async function fileOf(
  deps: FileDeps,
  request: PersonRequest,
  language: Language,
): Promise<PersonFile> {
  const document = request.document as DocumentNumber
  const nowMs = deps.clock.nowMs()
  const today = dayAt(nowMs)
  const collected = await collectFile(deps, document, language)
  await deps.requests.end(request.id, fileGiven, nowMs)
  const requests = await settledByTime(deps, await deps.requests.ofDocument(document), today)
  const given = requests.find(({ id }) => id === request.id)?.answeredAtMs ?? nowMs
  return {
    ...collected,
    requests: requests.map((one) => requestView(one, today)),
    access: {
      requestId: request.id,
      requestedAt: instantText(request.openedAtMs),
      givenAt: instantText(given),
      completeBy: request.dueOn,
    },
  }
}

const fileGiven = { outcome: 'given', answer: undefined, answeredBy: undefined } as const
