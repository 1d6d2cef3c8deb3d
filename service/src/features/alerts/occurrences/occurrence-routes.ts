import { occurrencesPath } from '@lastro/contract/alerts/alert-operations.ts'
import type { Clock } from '../../../clock.ts'
import type { Authenticate } from '../../../http/caller.ts'
import { success } from '../../../http/reply.ts'
import { isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import type { Occurrence } from '../alert.ts'
import { type AlertCall, type AlertRoute, alertRoutesOf, keyOf, monitoringRefusal } from '../alert-access.ts'
import { cutPage, eventAndPage, readAlertPage } from '../alert-page.ts'
import type { OccurrenceStore } from '../alert-store.ts'
import { type AsOfNowDeps, asOfNow } from '../as-of-now.ts'
import { isToldAsReader } from '../corrections/told-as-reader.ts'
import { deliveriesTo } from '../match-event.ts'
import { type RecordAlert, recordTogether } from '../record-alert.ts'
import { deliveryView, occurrenceView } from './occurrence-view.ts'

export type OccurrenceRouteDeps = AsOfNowDeps & {
  readonly occurrences: OccurrenceStore
  readonly record: RecordAlert
  readonly authenticate: Authenticate
  readonly clock: Clock
}

/** What happened to the documents that a client watches, and what became of telling it. */
export function occurrenceRoutes(deps: OccurrenceRouteDeps): Route[] {
  const one = `${occurrencesPath}/{id}`
  const routes: readonly AlertRoute[] = [
    { operation: 'alertasOcorrenciasLista', method: 'GET', path: occurrencesPath, handle: list(deps) },
    { operation: 'alertasOcorrenciasLe', method: 'GET', path: one, handle: read(deps) },
    {
      operation: 'alertasOcorrenciasEntregas',
      method: 'GET',
      path: `${one}/entregas`,
      handle: deliveries(deps),
    },
    { operation: 'alertasOcorrenciasReenvia', method: 'POST', path: `${one}/reenviar`, handle: resend(deps) },
  ]
  return alertRoutesOf(deps.authenticate, routes)
}

/** Whoever comes and asks is shown as much as whoever is sent to: it is on record before they see it. */
const list =
  ({ occurrences, record }: OccurrenceRouteDeps) =>
  async ({ call, caller, register }: AlertCall): Promise<Outcome> => {
    const asked = readAlertPage(call, eventAndPage)
    if (isRefusal(asked)) return asked
    const limit = asked.limit + 1
    const found = await occurrences.list({ ...asked, register, clientId: caller.clientId, limit })
    const { page, ...next } = cutPage(found, asked.limit)
    const seen = await recordTogether(record, page)
    return success({ occurrences: seen.map(occurrenceView), ...next })
  }

const read =
  ({ occurrences, record }: OccurrenceRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const found = await occurrences.find(keyOf(asked))
    if (found === undefined) return { code: 'occurrence_unknown' }
    return success(occurrenceView(await record(found)))
  }

const deliveries =
  (deps: OccurrenceRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const found = await deps.occurrences.find(keyOf(asked))
    return found === undefined ? { code: 'occurrence_unknown' } : deliveriesOf(deps, found)
  }

/** To whatever would receive it if it happened now; the id stays the same, so that receivers know it. */
const resend =
  (deps: OccurrenceRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const { occurrences, clock } = deps
    const found = await occurrences.find(keyOf(asked))
    if (found === undefined) return { code: 'occurrence_unknown' }
    const refusal = isToldAsReader(found) ? undefined : monitoringRefusal(asked.caller)
    if (refusal !== undefined) return refusal
    const machineMs = clock.nowMs()
    const moment = { machineMs, nowMs: await deps.nowMsIn(asked.register) }
    const targets = await occurrences.targets(asked.caller.clientId)
    await occurrences.resend(found, deliveriesTo(targets, found, moment), machineMs)
    return deliveriesOf(deps, found)
  }

/** A receiver's response may repeat the message, so it is shown only while the whole alert may be shown. */
async function deliveriesOf(deps: OccurrenceRouteDeps, occurrence: Occurrence): Promise<Outcome> {
  const { occurrences, clock, nowMsIn } = deps
  const aheadMs = (await nowMsIn(occurrence.register)) - clock.nowMs()
  const [found, seen] = await Promise.all([occurrences.deliveries(occurrence.id), asOfNow(deps, occurrence)])
  const isWhole = JSON.stringify(seen.data) === JSON.stringify(occurrence.data)
  return success({ deliveries: found.map((one) => deliveryView(one, { aheadMs, withExcerpts: isWhole })) })
}
