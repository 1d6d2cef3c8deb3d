import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { watchesPath } from '@lastro/contract/alerts/alert-operations.ts'
import { type Watch, WatchPatch, WatchRequest } from '@lastro/contract/alerts/alert-registrations.ts'
import { type Day, dayAt, instantText } from '@lastro/rules/calendar/day.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { success } from '../../../http/reply.ts'
import { isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import type { WatchedDocument } from '../alert.ts'
import { type AlertCall, type AlertRoute, alertRoutesOf, keyOf, monitoringRefusal } from '../alert-access.ts'
import { cutPage, eventAndPage, readAlertPage } from '../alert-page.ts'
import { createOnce } from '../create-once.ts'
import { policyFits } from '../portfolio/policy-fits.ts'
import type { DocumentRouteDeps } from './document-route-deps.ts'
import { accepting, changeWatch, watchDocument } from './watch-document.ts'
import { watchLinesRoute } from './watch-lines-route.ts'

/** The documents that a client watches. */
export function documentRoutes(deps: DocumentRouteDeps): Route[] {
  const one = `${watchesPath}/{id}`
  const routes: readonly AlertRoute[] = [
    { operation: 'alertasDocumentosInclui', method: 'POST', path: watchesPath, handle: insert(deps) },
    { operation: 'alertasDocumentosLista', method: 'GET', path: watchesPath, handle: list(deps) },
    { operation: 'alertasDocumentosLe', method: 'GET', path: one, handle: read(deps) },
    { operation: 'alertasDocumentosAltera', method: 'PATCH', path: one, handle: change(deps) },
    { operation: 'alertasDocumentosExclui', method: 'DELETE', path: one, handle: remove(deps) },
    watchLinesRoute(deps),
  ]
  return alertRoutesOf(deps.authenticate, routes)
}

const watchRequest = validator(WatchRequest)
const watchPatch = validator(WatchPatch)

const insert =
  (deps: DocumentRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const { call, caller, register } = asked
    const refusal = monitoringRefusal(caller)
    if (refusal !== undefined) return refusal
    const body = await readJson(call, watchRequest)
    if (isRefusal(body)) return body
    return createOnce(deps, asked, 'alertasDocumentosInclui', body, async (requestKey) => {
      const nowMs = await deps.nowMsIn(register)
      const made = { id: deps.newId(), register, clientId: caller.clientId, nowMs, requestKey }
      const reading = { language: call.language, accepts: accepting(deps, asked) }
      const watched = watchDocument(made, body.value, reading)
      if (isRefusal(watched)) return watched
      const misfit = await policyFits(deps, caller)(watched)
      if (misfit !== undefined) return misfit
      const [inserted] = await deps.documents.insert([watched], deps.clock.nowMs())
      if (inserted === undefined) throw new Error('The store answered for no registration')
      const { kind, document } = inserted
      const isRepeat = requestKey !== undefined && document.requestKey === requestKey
      if (kind === 'existing' && !isRepeat) return { code: 'alert_document_exists', existingId: document.id }
      return success(watchView(document, dayAt(nowMs)), 201)
    })
  }

const list =
  (deps: DocumentRouteDeps) =>
  async ({ call, caller, register }: AlertCall): Promise<Outcome> => {
    const asked = readAlertPage(call, eventAndPage)
    if (isRefusal(asked)) return asked
    const limit = asked.limit + 1
    const found = await deps.documents.list({ ...asked, register, clientId: caller.clientId, limit })
    const { page, ...next } = cutPage(found, asked.limit)
    const today = dayAt(await deps.nowMsIn(register))
    return success({ documents: page.map((one) => watchView(one, today)), ...next })
  }

const read =
  (deps: DocumentRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const found = await deps.documents.find(keyOf(asked))
    if (found === undefined) return { code: 'alert_document_unknown' }
    return success(watchView(found, dayAt(await deps.nowMsIn(asked.register))))
  }

/** Two that change the same registration at once each get their turn; more turns lost than this is a storm. */
const turnCountMax = 5

const change =
  (deps: DocumentRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const body = await readJson(asked.call, watchPatch)
    if (isRefusal(body)) return body
    const { language } = asked.call
    for (let turn = 0; turn < turnCountMax; turn++) {
      const kept = await deps.documents.find(keyOf(asked))
      if (kept === undefined) return { code: 'alert_document_unknown' }
      const refusal = monitoringRefusal(asked.caller)
      if (refusal !== undefined) return refusal
      const nowMs = await deps.nowMsIn(asked.register)
      const next = changeWatch(kept, body.value, { language, nowMs })
      if (isRefusal(next)) return next
      // What goes with it already stays: whoever changes the label of a watch is not asked about its policy.
      const misfit = next.policy === kept.policy ? undefined : await policyFits(deps, asked.caller)(next)
      if (misfit !== undefined) return misfit
      if (await deps.documents.update(next, kept.version, deps.clock.nowMs())) {
        return success(watchView(next, dayAt(nowMs)))
      }
    }
    return { code: 'alert_busy' }
  }

const remove =
  (deps: DocumentRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> =>
    (await deps.documents.remove(keyOf(asked)))
      ? success({ id: asked.id })
      : { code: 'alert_document_unknown' }

function watchView(watched: WatchedDocument, today: Day): Watch {
  const { id, document, events, label, until, policy, createdAtMs } = watched
  return {
    id,
    documento: document,
    events: [...(events ?? alertEventNames)],
    ...(label !== undefined && { label }),
    ...(until !== undefined && { until }),
    ...(policy !== undefined && { policy }),
    active: until === undefined || until >= today,
    createdAt: instantText(createdAtMs),
  }
}
