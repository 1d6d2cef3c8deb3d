import { alertEventNames } from '@lastro/contract/alert-events.ts'
import { alertEmailsPath } from '@lastro/contract/alert-operations.ts'
import {
  AlertEmailPatch,
  AlertEmailRequest,
  type AlertEmail as AlertEmailSeen,
  alertEmailCountMax,
  pauseReasons,
} from '@lastro/contract/alert-registrations.ts'
import type { Language } from '@lastro/contract/text.ts'
import { instantText } from '../../calendar/day.ts'
import { parseDocument } from '../../documents/document-number.ts'
import type { Authenticate } from '../../http/caller.ts'
import { readJson } from '../../http/read-json.ts'
import { documentInvalid, type Refusal, success } from '../../http/reply.ts'
import { isRefusal, type Outcome, type Route } from '../../http/route.ts'
import { validator } from '../../http/validate.ts'
import type { NewOutboxRow, OutboxStore } from '../../jobs/outbox.ts'
import type { AlertEmail, Register } from '../alert.ts'
import { type Asked, alertRoutesOf, type Drawn, keyOf } from '../alert-access.ts'
import { cutPage, readPage } from '../alert-page.ts'
import type { EmailStore } from '../alert-store.ts'
import { createOnce, type OnceDeps } from '../create-once.ts'
import { chosenEvents } from '../documents/watch-document.ts'
import { changeEmail, isEmail } from './change-email.ts'
import { confirmTopic } from './confirm-email.ts'

export type EmailRouteDeps = OnceDeps & {
  readonly emails: EmailStore
  readonly outbox: Pick<OutboxStore, 'add'>
  readonly authenticate: Authenticate
  readonly nowMsIn: (register: Register) => number | Promise<number>
  readonly newId: () => string
}

/** The e-mail addresses that a client's alerts go to. */
export function emailRoutes(deps: EmailRouteDeps): Route[] {
  const one = `${alertEmailsPath}/{id}`
  const drawn: readonly Drawn[] = [
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
  return alertRoutesOf(deps.authenticate, drawn)
}

const emailRequest = validator(AlertEmailRequest)
const emailPatch = validator(AlertEmailPatch)

const insert =
  (deps: EmailRouteDeps) =>
  async (asked: Asked): Promise<Outcome> => {
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
        confirmedAtMs: undefined,
        version: 1,
        createdAtMs: await deps.nowMsIn(register),
        requestKey,
      }
      const row = confirmationRow(email, deps.clock.nowMs())
      const outcome = await deps.emails.insert(email, [row], alertEmailCountMax)
      switch (outcome.kind) {
        case 'inserted':
          return success(emailView(email, call.language), 201)
        case 'too_many':
          return { code: 'alert_emails_too_many', values: { limit: String(alertEmailCountMax) } }
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

const hourMs = 60 * 60_000

/** Its id holds the hour, so that however often it is asked for, one leaves in an hour. */
const confirmationRow = ({ id, register, clientId }: AlertEmail, nowMs: number): NewOutboxRow => ({
  id: `${confirmTopic}.${id}.${Math.floor(nowMs / hourMs)}`,
  topic: confirmTopic,
  register,
  clientId,
  payload: { emailId: id },
  createdAtMs: nowMs,
  dueAtMs: nowMs,
})

const list =
  ({ emails }: EmailRouteDeps) =>
  async ({ call, caller, register }: Asked): Promise<Outcome> => {
    const asked = readPage(call)
    if (isRefusal(asked)) return asked
    const { limit, after } = asked
    const found = await emails.list({ register, clientId: caller.clientId, limit: limit + 1, after })
    const { page, ...next } = cutPage(found, limit)
    return success({ emails: page.map((one) => emailView(one, call.language)), ...next })
  }

const read =
  ({ emails }: EmailRouteDeps) =>
  async (asked: Asked): Promise<Outcome> => {
    const found = await emails.find(keyOf(asked))
    return found === undefined
      ? { code: 'alert_email_unknown' }
      : success(emailView(found, asked.call.language))
  }

const change =
  ({ emails }: EmailRouteDeps) =>
  async (asked: Asked): Promise<Outcome> => {
    const { language } = asked.call
    const body = await readJson(asked.call, emailPatch)
    if (isRefusal(body)) return body
    const documents = readDocuments(body.value.documents ?? undefined, language)
    if (documents !== undefined && isRefusal(documents)) return documents
    const find = () => emails.find(keyOf(asked))
    const changed = await changeEmail(emails, find, (kept) => patched(kept, body.value, documents))
    if (changed === 'unknown') return { code: 'alert_email_unknown' }
    if (changed === 'busy') return { code: 'alert_busy' }
    return isEmail(changed) ? success(emailView(changed, language)) : changed
  }

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
  if (!paused)
    return { ...next, state: 'active', bounces: 0, pausedReason: undefined, pausedDetail: undefined }
  return kept.state === 'paused' ? next : { ...next, state: 'paused', pausedReason: 'client' }
}

const remove =
  ({ emails }: EmailRouteDeps) =>
  async (asked: Asked): Promise<Outcome> =>
    (await emails.remove(keyOf(asked))) ? success({ id: asked.id }) : { code: 'alert_email_unknown' }

const askAgain =
  ({ emails, outbox, clock }: EmailRouteDeps) =>
  async (asked: Asked): Promise<Outcome> => {
    const found = await emails.find(keyOf(asked))
    if (found === undefined) return { code: 'alert_email_unknown' }
    if (found.state !== 'unconfirmed') return { code: 'alert_email_state', values: { state: found.state } }
    await outbox.add([confirmationRow(found, clock.nowMs())])
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
