import { alertEventNames } from '@lastro/contract/alerts/alert-events.ts'
import { alertEmailsPath } from '@lastro/contract/alerts/alert-operations.ts'
import {
  AlertEmailPatch,
  AlertEmailRequest,
  type AlertEmail as AlertEmailSeen,
  alertEmailCountMax,
  pauseReasons,
} from '@lastro/contract/alerts/alert-registrations.ts'
import type { Language } from '@lastro/contract/text.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { parseDocument } from '@lastro/rules/documents/document-number.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import type { Authenticate } from '../../../http/caller.ts'
import { documentInvalid, type Refusal, success } from '../../../http/reply.ts'
import { isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import type { NewOutboxRow, OutboxStore } from '../../../jobs/outbox.ts'
import type { AlertEmail } from '../alert.ts'
import { type AlertCall, type AlertRoute, alertRoutesOf, keyOf } from '../alert-access.ts'
import { cutPage, readAlertPage } from '../alert-page.ts'
import type { EmailStore } from '../alert-store.ts'
import { type AllowanceStore, usedUpRefusal } from '../allowance.ts'
import { momentIn } from '../attempt-moment.ts'
import { createOnce, type OnceDeps } from '../create-once.ts'
import { chosenEvents } from '../documents/watch-document.ts'
import { changeEmail, isAlertEmail } from './change-email.ts'
import { confirmTopic } from './confirm-email.ts'
import { confirmationAllowances } from './confirmation-allowances.ts'

export type EmailRouteDeps = OnceDeps & {
  readonly emails: EmailStore
  readonly allowances: AllowanceStore
  readonly outbox: Pick<OutboxStore, 'add'>
  readonly authenticate: Authenticate
  readonly nowMsIn: (register: Register) => number | Promise<number>
  readonly newId: () => string
}

/** The e-mail addresses that a client's alerts go to. */
export function emailRoutes(deps: EmailRouteDeps): Route[] {
  const one = `${alertEmailsPath}/{id}`
  const routes: readonly AlertRoute[] = [
    { operation: 'alertasEmailsInclui', method: 'POST', path: alertEmailsPath, handle: insert(deps) },
    { operation: 'alertasEmailsLista', method: 'GET', path: alertEmailsPath, handle: list(deps) },
    { operation: 'alertasEmailsLe', method: 'GET', path: one, handle: read(deps) },
    { operation: 'alertasEmailsAltera', method: 'PATCH', path: one, handle: change(deps) },
    { operation: 'alertasEmailsExclui', method: 'DELETE', path: one, handle: remove(deps) },
    {
      operation: 'alertasEmailsConfirmacao',
      method: 'POST',
      path: `${one}/confirmacao`,
      handle: askAgain(deps),
    },
  ]
  return alertRoutesOf(deps.authenticate, routes)
}

const emailRequest = validator(AlertEmailRequest)
const emailPatch = validator(AlertEmailPatch)

const insert =
  (deps: EmailRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const { call, caller, register } = asked
    const body = await readJson(call, emailRequest)
    if (isRefusal(body)) return body
    const { email: address, events, digest = 'each', language = call.language } = body.value
    const documents = readDocuments(body.value.documents, call.language)
    if (documents !== undefined && isRefusal(documents)) return documents
    return createOnce(deps, asked, 'alertasEmailsInclui', body, async (requestKey) => {
      const email: AlertEmail = {
        id: deps.newId(),
        register,
        clientId: caller.clientId,
        address: withPlainDomain(address),
        events: chosenEvents(events),
        documents,
        digest,
        language,
        state: 'unconfirmed',
        pausedReason: undefined,
        pausedDetail: undefined,
        bounces: 0,
        bounceReportedAtMs: undefined,
        confirmedAtMs: undefined,
        version: 1,
        createdAtMs: await deps.nowMsIn(register),
        requestKey,
      }
      const nowMs = deps.clock.nowMs()
      const limits = { countMax: alertEmailCountMax, allowances: confirmationAllowances(email), nowMs }
      const outcome = await deps.emails.insert(email, [confirmationRow(email, nowMs)], limits)
      switch (outcome.kind) {
        case 'inserted':
          return success(emailView(email, call.language), 201)
        case 'too_many':
          return { code: 'alert_emails_too_many', values: { limit: String(alertEmailCountMax) } }
        case 'too_often':
          return usedUpRefusal(outcome.usedUp, nowMs)
        case 'existing': {
          const isRepeat = requestKey !== undefined && outcome.email.requestKey === requestKey
          if (isRepeat) return success(emailView(outcome.email, call.language), 201)
          return { code: 'alert_email_exists', existingId: outcome.email.id }
        }
      }
    })
  }

/** The part after the @ is the same in any case; what stands before it is the receiving server's business. */
function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, at)}${address.slice(at).toLowerCase()}`
}

function readDocuments(
  sent: readonly string[] | undefined,
  language: Language,
): readonly string[] | Refusal | undefined {
  if (sent === undefined) return undefined
  const documents = new Set<string>()
  for (const one of sent) {
    const parsed = parseDocument(one)
    if (parsed.kind === 'fault') return documentInvalid(parsed.fault, language)
    documents.add(parsed.document)
  }
  return [...documents]
}

const confirmationRow = ({ id, register, clientId }: AlertEmail, nowMs: number): NewOutboxRow => ({
  id: `${confirmTopic}.${id}.${nowMs}`,
  topic: confirmTopic,
  register,
  clientId,
  payload: { emailId: id },
  createdAtMs: nowMs,
  dueAtMs: nowMs,
})

const list =
  ({ emails }: EmailRouteDeps) =>
  async ({ call, caller, register }: AlertCall): Promise<Outcome> => {
    const asked = readAlertPage(call)
    if (isRefusal(asked)) return asked
    const { limit, after } = asked
    const found = await emails.list({ register, clientId: caller.clientId, limit: limit + 1, after })
    const { page, ...next } = cutPage(found, limit)
    return success({ emails: page.map((one) => emailView(one, call.language)), ...next })
  }

const read =
  ({ emails }: EmailRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const found = await emails.find(keyOf(asked))
    return found === undefined
      ? { code: 'alert_email_unknown' }
      : success(emailView(found, asked.call.language))
  }

const change =
  (deps: EmailRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const { language } = asked.call
    const body = await readJson(asked.call, emailPatch)
    if (isRefusal(body)) return body
    const documents = readDocuments(body.value.documents ?? undefined, language)
    if (documents !== undefined && isRefusal(documents)) return documents
    const find = () => deps.emails.find(keyOf(asked))
    const changed = await changeEmail(deps, find, (kept) => patched(kept, body.value, documents))
    if (changed === 'unknown') return { code: 'alert_email_unknown' }
    if (changed === 'busy') return { code: 'alert_busy' }
    return isAlertEmail(changed) ? success(emailView(changed, language)) : changed
  }

const resumed = {
  state: 'active',
  bounces: 0,
  bounceReportedAtMs: undefined,
  pausedReason: undefined,
  pausedDetail: undefined,
} as const

function patched(
  kept: AlertEmail,
  { events, documents: sent, digest, language, paused }: AlertEmailPatch,
  documents: readonly string[] | undefined,
): AlertEmail | Refusal {
  const next = {
    ...kept,
    events: events === undefined ? kept.events : chosenEvents(events ?? undefined),
    documents: sent === undefined ? kept.documents : documents,
    digest: digest ?? kept.digest,
    language: language ?? kept.language,
  }
  if (paused === undefined) return next
  if (kept.state !== 'active' && kept.state !== 'paused') {
    return { code: 'alert_email_state', values: { state: kept.state } }
  }
  if (!paused) return { ...next, ...resumed }
  return kept.state === 'paused' ? next : { ...next, state: 'paused', pausedReason: 'client' }
}

const remove =
  (deps: EmailRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> =>
    (await deps.emails.remove(keyOf(asked), await momentIn(deps, asked.register)))
      ? success({ id: asked.id })
      : { code: 'alert_email_unknown' }

const askAgain =
  ({ emails, outbox, allowances, clock }: EmailRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const found = await emails.find(keyOf(asked))
    if (found === undefined) return { code: 'alert_email_unknown' }
    if (found.state !== 'unconfirmed') return { code: 'alert_email_state', values: { state: found.state } }
    const nowMs = clock.nowMs()
    const usedUp = await allowances.take(confirmationAllowances(found), nowMs)
    if (usedUp !== undefined) return usedUpRefusal(usedUp, nowMs)
    await outbox.add([confirmationRow(found, nowMs)])
    return success(emailView(found, asked.call.language))
  }

const emailView = (of: AlertEmail, language: Language): AlertEmailSeen => ({
  id: of.id,
  email: of.address,
  events: [...(of.events ?? alertEventNames)],
  ...(of.documents !== undefined && { documents: [...of.documents] }),
  digest: of.digest,
  language: of.language,
  state: of.state,
  ...(of.pausedReason !== undefined && {
    pause: {
      code: of.pausedReason,
      reason: pauseReasons[of.pausedReason][language],
      ...(of.pausedDetail !== undefined && { answer: of.pausedDetail }),
    },
  }),
  bounces: of.bounces,
  ...(of.confirmedAtMs !== undefined && { confirmedAt: instantText(of.confirmedAtMs) }),
  createdAt: instantText(of.createdAtMs),
})
