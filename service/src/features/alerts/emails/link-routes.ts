import { confirmationPath, unsubscribePath } from '@lastro/contract/alerts/alert-operations.ts'
import type { Language, Text } from '@lastro/contract/text.ts'
import type { Register } from '@lastro/rules/listings/register.ts'
import { pageHeaders } from '../../../http/headers/page-headers.ts'
import { matchPath, pathOf } from '../../../http/path-pattern.ts'
import type { Refusal, Reply } from '../../../http/reply.ts'
import type { Call, Outcome, Route } from '../../../http/route.ts'
import { escaped } from '../../../pages/drawing/html.ts'
import type { AlertEmail } from '../alert.ts'
import type { EmailStore, EmailToken } from '../alert-store.ts'
import { changeEmail, confirmed, isAlertEmail, unsubscribed } from './change-email.ts'
import { type LinkDeps, linkOwner } from './email-links.ts'

export type LinkRouteDeps = LinkDeps & {
  readonly emails: EmailStore
  readonly nowMsIn: (register: Register) => number | Promise<number>
}

type Act = {
  readonly operation: string
  readonly path: string
  readonly purpose: EmailToken['purpose']
  readonly decide: (kept: AlertEmail, nowMs: number) => AlertEmail | Refusal | undefined
  readonly texts: Readonly<Record<'title' | 'asks' | 'button' | 'done', Text>>
}

/**
 * What the links in e-mails lead to. Opening one shows a page and changes nothing, for mail scanners open everything;
 * its button, and the one click of a mail program (RFC 8058), send a POST.
 */
export const linkRoutes = (deps: LinkRouteDeps): Route[] =>
  acts.flatMap((act) => [
    {
      ...routeOf(act),
      operation: `${act.operation}Pagina`,
      method: 'GET',
      handle: (call) => ask(deps, act, call),
    },
    {
      ...routeOf(act),
      operation: act.operation,
      method: 'POST',
      // A mail program that asks for JSON stops the mails as well.
      isDoneAnyway: true,
      handle: (call) => perform(deps, act, call),
    },
  ])

const routeOf = ({ path }: Act) => ({ path, produces: ['text/html'] })

async function ask(deps: LinkRouteDeps, act: Act, call: Call): Promise<Outcome> {
  const found = await emailOf(deps, act, call)
  if (found === undefined) return { code: 'link_unknown' }
  const decided = act.decide(found, await deps.nowMsIn(found.register))
  if (decided !== undefined && !isAlertEmail(decided)) return decided
  const { language } = found
  const { title, asks, button } = act.texts
  return page(language, title[language], [
    `<p>${escaped(asks[language])} <strong>${escaped(found.address)}</strong></p>`,
    `<form method="post"><button>${escaped(button[language])}</button></form>`,
  ])
}

async function perform(deps: LinkRouteDeps, act: Act, call: Call): Promise<Outcome> {
  const found = await emailOf(deps, act, call)
  if (found === undefined) return { code: 'link_unknown' }
  const nowMs = await deps.nowMsIn(found.register)
  const find = () => deps.emails.findAny(found.id)
  const changed = await changeEmail(deps, find, (kept) => act.decide(kept, nowMs))
  if (changed === 'busy') return { code: 'alert_busy' }
  if (changed === 'unknown') return { code: 'link_unknown' }
  if (!isAlertEmail(changed)) return changed
  const { title, done } = act.texts
  return page(changed.language, title[changed.language], [`<p>${escaped(done[changed.language])}</p>`])
}

async function emailOf(
  deps: LinkRouteDeps,
  { path, purpose }: Act,
  call: Call,
): Promise<AlertEmail | undefined> {
  const { token = '' } = matchPath(path, pathOf(call.request.url)) ?? {}
  const id = await linkOwner(deps, token, purpose)
  return id === undefined ? undefined : deps.emails.findAny(id)
}

/** Nothing runs in it and nothing is loaded. */
const headers = pageHeaders({ forms: "'self'" })

const page = (language: Language, title: string, parts: readonly string[]): Reply => ({
  status: 200,
  contentType: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="${language === 'pt' ? 'pt-BR' : 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>${parts.join('')}</body></html>`,
  headers,
})

const acts: readonly Act[] = [
  {
    operation: 'alertasConfirmacao',
    path: confirmationPath,
    purpose: 'confirm',
    decide: confirmed,
    texts: {
      title: { pt: 'Confirmar alertas', en: 'Confirm alerts' },
      asks: { pt: 'Receber alertas em', en: 'Receive alerts at' },
      button: { pt: 'Confirmar', en: 'Confirm' },
      done: {
        pt: 'Pronto. Os alertas chegarão neste endereço; cada um traz o link para parar.',
        en: 'Done. Alerts will come to this address; each carries the link that stops them.',
      },
    },
  },
  {
    operation: 'alertasDescadastro',
    path: unsubscribePath,
    purpose: 'unsubscribe',
    decide: unsubscribed,
    texts: {
      title: { pt: 'Parar os alertas', en: 'Stop the alerts' },
      asks: { pt: 'Não enviar mais alertas a', en: 'Send no more alerts to' },
      button: { pt: 'Parar', en: 'Stop' },
      done: {
        pt: 'Pronto. Nada mais será enviado a este endereço.',
        en: 'Done. Nothing more will be sent to this address.',
      },
    },
  },
]
