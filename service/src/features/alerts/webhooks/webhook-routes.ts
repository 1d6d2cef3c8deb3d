import {
  sendFaults,
  testMessageType,
  WebhookPatch,
  WebhookRequest,
  type WebhookTest,
  type WebhookUrlFault,
  webhookCountMax,
  webhooksPath,
  webhookUrlFaults,
} from '@lastro/contract/alerts/webhooks.ts'
import type { Language } from '@lastro/contract/text.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { environmentOf, type Register } from '@lastro/rules/listings/register.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import type { Authenticate } from '../../../http/caller.ts'
import { type Refusal, success } from '../../../http/reply.ts'
import { isRefusal, type Outcome, type Route } from '../../../http/route.ts'
import type { Seal } from '../../sealing/sealed-secrets.ts'
import { type AlertCall, type AlertRoute, alertRoutesOf, keyOf } from '../alert-access.ts'
import { type AllowanceStore, usedUpRefusal, webhookTests } from '../allowance.ts'
import { momentIn } from '../attempt-moment.ts'
import { createOnce, type OnceDeps } from '../create-once.ts'
import { chosenEvents } from '../documents/watch-document.ts'
import type { AddressGuard } from './address-guard.ts'
import { isTaken } from './after-attempt.ts'
import { sendingOf } from './deliver-webhook.ts'
import { sealedAnswers } from './sealed-answers.ts'
import type { WebhookOutcome, WebhookPost } from './send-webhook.ts'
import { newWebhookSecret } from './signature.ts'
import { rotated, switchedOff, switchedOn, type Webhook } from './webhook.ts'
import type { WebhookStore } from './webhook-store.ts'
import { webhookView } from './webhook-view.ts'

export type WebhookRouteDeps = OnceDeps & {
  readonly webhooks: WebhookStore
  readonly allowances: Pick<AllowanceStore, 'take'>
  readonly authenticate: Authenticate
  readonly nowMsIn: (register: Register) => number | Promise<number>
  readonly newId: () => string
  readonly guard: AddressGuard
  readonly seal: Seal
  readonly send: (sending: WebhookPost) => Promise<WebhookOutcome>
}

/** Where a client's events go: register, change, rotate the secret, try it out. */
export function webhookRoutes(given: WebhookRouteDeps): Route[] {
  const deps = { ...given, idempotency: sealedAnswers(given.idempotency, given.seal) }
  const one = `${webhooksPath}/{id}`
  const routes: readonly AlertRoute[] = [
    { operation: 'alertasWebhooksInclui', method: 'POST', path: webhooksPath, handle: insert(deps) },
    { operation: 'alertasWebhooksLista', method: 'GET', path: webhooksPath, handle: list(deps) },
    { operation: 'alertasWebhooksLe', method: 'GET', path: one, handle: read(deps) },
    { operation: 'alertasWebhooksAltera', method: 'PATCH', path: one, handle: change(deps) },
    { operation: 'alertasWebhooksExclui', method: 'DELETE', path: one, handle: remove(deps) },
    {
      operation: 'alertasWebhooksRotaciona',
      method: 'POST',
      path: `${one}/rotacionar`,
      handle: rotate(deps),
    },
    { operation: 'alertasWebhooksTesta', method: 'POST', path: `${one}/testar`, handle: test(deps) },
  ]
  return alertRoutesOf(deps.authenticate, routes)
}

const webhookRequest = validator(WebhookRequest)
const webhookPatch = validator(WebhookPatch)

const insert =
  (deps: WebhookRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const { call, caller, register } = asked
    const body = await readJson(call, webhookRequest)
    if (isRefusal(body)) return body
    return createOnce(deps, asked, 'alertasWebhooksInclui', body, async (requestKey) => {
      const { url, events, label } = body.value
      const refusal = await urlRefusal(deps, asked, url)
      if (refusal !== undefined) return refusal
      const id = `wh_${deps.newId()}`
      const webhook: Webhook = {
        id,
        register,
        clientId: caller.clientId,
        url,
        events: chosenEvents(events),
        label,
        secrets: [{ sealed: deps.seal.seal(newWebhookSecret(), id) }],
        state: 'active',
        offReason: undefined,
        offAtMs: undefined,
        failingSinceMs: undefined,
        version: 1,
        createdAtMs: await deps.nowMsIn(register),
        requestKey,
      }
      const inserted = await deps.webhooks.insert(webhook, webhookCountMax)
      if (inserted.kind === 'too_many') {
        return { code: 'webhooks_too_many', values: { limit: String(webhookCountMax) } }
      }
      return withSecret(deps, asked, inserted.kind === 'existing' ? inserted.webhook : webhook)
    })
  }

async function urlRefusal(
  { guard }: WebhookRouteDeps,
  { call, register }: AlertCall,
  url: string,
): Promise<Refusal | undefined> {
  const fault = await guard.refusal({ url, environment: environmentOf(register) })
  return fault === undefined ? undefined : refusalOf(fault, call.language)
}

const refusalOf = (fault: WebhookUrlFault, language: Language): Refusal => {
  const reason = webhookUrlFaults[fault][language]
  return {
    code: 'webhook_url_refused',
    values: { reason },
    errors: [{ field: 'url', code: fault, message: reason }],
  }
}

/** The one place where a secret is shown: to whoever has just made it. */
async function withSecret(deps: WebhookRouteDeps, asked: AlertCall, webhook: Webhook): Promise<Outcome> {
  const [newest] = webhook.secrets
  if (newest === undefined) throw new Error('A webhook has no secret')
  const secret = deps.seal.open(newest.sealed, webhook.id)
  return success({ ...(await shown(deps, asked, webhook)), secret }, 201)
}

const shown = async ({ nowMsIn }: WebhookRouteDeps, { call, register }: AlertCall, webhook: Webhook) =>
  webhookView(webhook, { nowMs: await nowMsIn(register), language: call.language })

const list =
  (deps: WebhookRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const found = await deps.webhooks.list(keyOf(asked))
    return success({ webhooks: await Promise.all(found.map((one) => shown(deps, asked, one))) })
  }

const read =
  (deps: WebhookRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const found = await deps.webhooks.find(keyOf(asked))
    return found === undefined ? { code: 'webhook_unknown' } : success(await shown(deps, asked, found))
  }

const change =
  (deps: WebhookRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const body = await readJson(asked.call, webhookPatch)
    if (isRefusal(body)) return body
    const { url } = body.value
    const changed = await changeWebhook(deps, asked, async (kept, nowMs) => {
      const refusal = url === undefined ? undefined : await urlRefusal(deps, asked, url)
      return refusal ?? patched(kept, body.value, nowMs)
    })
    return isRefusal(changed) ? changed : success(await shown(deps, asked, changed))
  }

/** Two that change one webhook at once each get their turn; more turns lost than this is a storm. */
const turnCountMax = 5

async function changeWebhook(
  deps: WebhookRouteDeps,
  asked: AlertCall,
  decide: (kept: Webhook, nowMs: number) => Promise<Webhook | Refusal>,
): Promise<Webhook | Refusal> {
  for (let turn = 0; turn < turnCountMax; turn++) {
    const kept = await deps.webhooks.find(keyOf(asked))
    if (kept === undefined) return { code: 'webhook_unknown' }
    const moment = await momentIn(deps, asked.register)
    const next = await decide(kept, moment.nowMs)
    if (isRefusal(next) || next === kept) return next
    if (await deps.webhooks.update(next, kept.version, moment)) return next
  }
  return { code: 'alert_busy' }
}

function patched(kept: Webhook, { url, events, label, enabled }: WebhookPatch, nowMs: number): Webhook {
  const written: Webhook = {
    ...kept,
    url: url ?? kept.url,
    // What failed at another address does not count against this one.
    failingSinceMs: url === undefined || url === kept.url ? kept.failingSinceMs : undefined,
    events: events === undefined ? kept.events : chosenEvents(events ?? undefined),
    label: label === undefined ? kept.label : (label ?? undefined),
    version: kept.version + 1,
  }
  if (enabled === false && kept.state === 'active') return switchedOff(written, 'client', nowMs)
  return enabled === true && kept.state === 'off' ? switchedOn(written) : written
}

const remove =
  (deps: WebhookRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> =>
    (await deps.webhooks.remove(keyOf(asked), await momentIn(deps, asked.register)))
      ? success({ id: asked.id })
      : { code: 'webhook_unknown' }

const noBody = { bytes: Buffer.alloc(0), value: {} }

const rotate =
  (deps: WebhookRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    if ((await deps.webhooks.find(keyOf(asked))) === undefined) return { code: 'webhook_unknown' }
    return createOnce(deps, asked, `alertasWebhooksRotaciona ${asked.id}`, noBody, async (requestKey) => {
      const changed = await changeWebhook(deps, asked, async (kept, nowMs) => {
        // Its answer was lost and it comes again: the secret that it made is still the newest.
        if (requestKey !== undefined && kept.requestKey === requestKey) return kept
        return { ...rotated(kept, deps.seal.seal(newWebhookSecret(), kept.id), nowMs), requestKey }
      })
      return isRefusal(changed) ? changed : withSecret(deps, asked, changed)
    })
  }

const test =
  (deps: WebhookRouteDeps) =>
  async (asked: AlertCall): Promise<Outcome> => {
    const webhook = await deps.webhooks.find(keyOf(asked))
    if (webhook === undefined) return { code: 'webhook_unknown' }
    const { machineMs, nowMs } = await momentIn(deps, asked.register)
    const usedUp = await deps.allowances.take([webhookTests(asked.caller.clientId)], machineMs)
    if (usedUp !== undefined) return usedUpRefusal(usedUp, machineMs)
    const messageId = `test_${deps.newId()}`
    const message = { type: testMessageType, timestamp: instantText(nowMs), data: { webhookId: webhook.id } }
    const sending = sendingOf(deps, webhook, { id: messageId, body: JSON.stringify(message), nowMs })
    const startedAt = performance.now()
    const outcome = await deps.send(sending)
    const durationMs = Math.round(performance.now() - startedAt)
    const tested: WebhookTest = {
      delivered: isTaken(outcome),
      messageId,
      durationMs,
      ...told(outcome, asked.call.language),
    }
    return success(tested)
  }

const told = (outcome: WebhookOutcome, language: Language): Partial<WebhookTest> =>
  outcome.kind === 'answered'
    ? { status: outcome.status, ...(outcome.excerpt !== '' && { excerpt: outcome.excerpt }) }
    : { error: { code: outcome.fault, message: sendFaults[outcome.fault][language] } }
