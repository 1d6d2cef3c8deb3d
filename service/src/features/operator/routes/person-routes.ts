import { PersonFileRequest } from '@lastro/contract/person/person-file.ts'
import {
  personCorrectionsPath,
  personDisputesPath,
  personFilePath,
  personRequestsPath,
} from '@lastro/contract/person/person-operations.ts'
import {
  PersonAnswerRequest,
  PersonCorrectionRequest,
  PersonDisputeRequest,
} from '@lastro/contract/person/person-requests.ts'
import { type RequestKind, requestKinds, requestStates } from '@lastro/contract/person/request-codes.ts'
import { dayAt, startOfDayMs } from '@lastro/rules/calendar/day.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { documentInvalid, fieldError, success } from '../../../http/reply.ts'
import { isRefusal, type Outcome } from '../../../http/route.ts'
import { refusalProblem } from '../../listings/routes/listing-access.ts'
import { answerRequest } from '../../person/answer-request.ts'
import { giveFile } from '../../person/give-file.ts'
import { letterLanguage, letterReply } from '../../person/letter-reply.ts'
import { openCorrection, openDispute, type RequestOpened } from '../../person/open-request.ts'
import type { Asking, FileDeps } from '../../person/person-deps.ts'
import { requestLine, requestView } from '../../person/request-view.ts'
import { settledByTime } from '../../person/settled-by-time.ts'
import { nameOnRecord } from '../name-on-record.ts'
import {
  type AccessDeps,
  type Handle,
  type OperatorCall,
  type OperatorRoute,
  once,
} from '../operator-access.ts'
import { afterIn, cutPage, limitIn } from '../operator-query.ts'

export type PersonRouteDeps = AccessDeps & FileDeps

const one = `${personRequestsPath}/{id}`

/** What an operator does for the person on file: the same acts as `lastro person`. */
export const personRoutes = (deps: PersonRouteDeps): readonly OperatorRoute[] => [
  {
    operation: 'operadorTitularArquivo',
    method: 'POST',
    path: personFilePath,
    produces: ['application/json', 'application/pdf'],
    handle: give(deps),
  },
  { operation: 'operadorTitularContesta', method: 'POST', path: personDisputesPath, handle: dispute(deps) },
  { operation: 'operadorTitularCorrige', method: 'POST', path: personCorrectionsPath, handle: correct(deps) },
  { operation: 'operadorTitularPedidos', method: 'GET', path: personRequestsPath, handle: list(deps) },
  { operation: 'operadorTitularPedido', method: 'GET', path: one, handle: read(deps), isAct: true },
  { operation: 'operadorTitularResponde', method: 'POST', path: `${one}/resposta`, handle: answer(deps) },
]

const fileBody = validator(PersonFileRequest)
const disputeBody = validator(PersonDisputeRequest)
const correctionBody = validator(PersonCorrectionRequest)
const answerBody = validator(PersonAnswerRequest)

const asking = ({ operator }: OperatorCall, identity: string): Asking => ({
  channel: 'operator',
  by: nameOnRecord(operator),
  identity,
})

const give =
  (deps: PersonRouteDeps): Handle =>
  async (asked) => {
    const { call } = asked
    const body = await readJson(call, fileBody)
    if (isRefusal(body)) return body
    const { documento, identity, reason } = body.value
    const parsed = parseDocument(documento)
    if (parsed.kind === 'fault') return documentInvalid(parsed.fault, call.language)
    const isLetter = call.mediaType === 'application/pdf'
    const file = await giveFile(
      deps,
      { document: parsed.document, reason, asking: asking(asked, identity) },
      isLetter ? letterLanguage : call.language,
    )
    asked.target = file.access.requestId
    return isLetter ? letterReply(file, deps.contact) : success(file)
  }

const dispute =
  (deps: PersonRouteDeps): Handle =>
  async (asked) => {
    const { call } = asked
    const body = await readJson(call, disputeBody)
    if (isRefusal(body)) return body
    const { documento, listingId, statement, identity } = body.value
    const parsed = parseDocument(documento)
    if (parsed.kind === 'fault') return documentInvalid(parsed.fault, call.language)
    const { document } = parsed
    asked.target = listingId
    return once(deps, asked, 'operadorTitularContesta', body.bytes, async () =>
      opened(
        deps,
        asked,
        await openDispute(deps, { document, listingId, statement, asking: asking(asked, identity) }),
      ),
    )
  }

const correct =
  (deps: PersonRouteDeps): Handle =>
  async (asked) => {
    const { call } = asked
    const body = await readJson(call, correctionBody)
    if (isRefusal(body)) return body
    const { documento, identity, listingId, ...said } = body.value
    const parsed = parseDocument(documento)
    if (parsed.kind === 'fault') return documentInvalid(parsed.fault, call.language)
    const isOfListing = said.subject === 'listing'
    if (isOfListing !== (listingId !== undefined)) {
      const fault = isOfListing ? 'required' : 'unknown_member'
      return { code: 'fields_mismatch', errors: [fieldError('listingId', fault, call.language)] }
    }
    const { document } = parsed
    asked.target = listingId
    return once(deps, asked, 'operadorTitularCorrige', body.bytes, async () =>
      opened(
        deps,
        asked,
        await openCorrection(deps, { ...said, document, listingId, asking: asking(asked, identity) }),
      ),
    )
  }

function opened({ clock }: PersonRouteDeps, asked: OperatorCall, of: RequestOpened): Outcome {
  switch (of.kind) {
    case 'not_on_file':
      return { code: 'not_on_file' }
    case 'busy':
      return { code: 'listing_busy' }
    case 'refused':
      return refusalProblem(of.refused, asked.call, of.state)
    case 'opened':
      asked.target = of.request.id
      return success(requestView(of.request, dayAt(clock.nowMs())), 201)
  }
}

const list =
  (deps: PersonRouteDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['state', 'kind', 'limit', 'cursor'])
    const state = query.choice('state', requestStates) ?? 'open'
    const kind = query.choice('kind', kindNames)
    const limit = limitIn(query)
    const after = afterIn(query)
    if (query.refusal !== undefined) return query.refusal
    const today = dayAt(deps.clock.nowMs())
    const found = await deps.requests.list({
      state,
      kind,
      today,
      after: after && { dueOn: dayAt(after.createdAtMs), id: after.id },
      limit: limit + 1,
    })
    const { page, cursor } = cutPage(found, limit, ({ dueOn, id }) => ({
      createdAtMs: startOfDayMs(dueOn),
      id,
    }))
    const settled = await settledByTime(deps, page, today)
    return success({
      requests: settled.map((request) => requestLine(request, today)),
      overdueCount: await deps.requests.countOverdue(today),
      ...(cursor !== undefined && { cursor }),
    })
  }

const kindNames = Object.keys(requestKinds) as readonly RequestKind[]

const read =
  (deps: PersonRouteDeps): Handle =>
  async ({ id }) => {
    const found = await deps.requests.find(id)
    if (found === undefined) return { code: 'request_unknown' }
    const today = dayAt(deps.clock.nowMs())
    const [request = found] = await settledByTime(deps, [found], today)
    return success(requestView(request, today))
  }

const answer =
  (deps: PersonRouteDeps): Handle =>
  async ({ id, call, operator }) => {
    const body = await readJson(call, answerBody)
    if (isRefusal(body)) return body
    const answered = await answerRequest(deps, { ...body.value, id, operator: nameOnRecord(operator) })
    switch (answered.kind) {
      case 'unknown':
        return { code: 'request_unknown' }
      case 'answered':
        return { code: 'request_answered' }
      case 'not_corrected':
        return { code: 'request_not_corrected' }
      case 'busy':
        return { code: 'listing_busy' }
      case 'refused':
        return refusalProblem(answered.refused, call, answered.state)
      case 'done':
        return success(requestView(answered.request, dayAt(deps.clock.nowMs())))
    }
  }
