import { fill } from '@lastro/contract/problems/problems.ts'
import type { Language } from '@lastro/contract/text.ts'
import { callerAddress } from '../../../http/headers/networks.ts'
import { queryOf } from '../../../http/query/query-of.ts'
import type { Reply } from '../../../http/reply.ts'
import type { Call, Route } from '../../../http/route.ts'
import { type Html, html } from '../../../pages/drawing/html.ts'
import { languageAsked } from '../../../pages/drawing/page.ts'
import type { Allowance } from '../../alerts/allowance.ts'
import { newSessionSecret, sessionHash } from '../../users/sessions/session-secret.ts'
import { openAccess } from '../give-file.ts'
import type { Identified, SignInRefused } from '../sign-in/issuer.ts'
import { personSessionMs, signInMaxMs } from '../sign-in/person-session.ts'
import { drawPage, saying } from './draw-page.ts'
import { signIns } from './page-allowances.ts'
import type { PersonPageDeps } from './page-deps.ts'
import { faultTexts, pageTexts as texts } from './page-texts.ts'
import { paths } from './paths.ts'
import { personAct } from './person-act.ts'
import { personCookie, signedInPerson, signInCookie } from './signed-in.ts'

/** The first page, and the way to the issuer and back. */
export const signInRoutes = (deps: PersonPageDeps): Route[] => [
  { ...page('titularInicio', paths.start), handle: (call) => start(deps, call) },
  { ...page('titularEntra', paths.signIn), handle: (call) => leave(deps, call) },
  { ...page('titularVolta', paths.back), handle: (call) => comeBack(deps, call) },
]

const page = (operation: string, path: string) =>
  ({ operation, method: 'GET', path, produces: ['text/html'] }) as const

async function start(deps: PersonPageDeps, call: Call): Promise<Reply> {
  if ((await signedInPerson(deps, call)) !== undefined) return seeOther(paths.file)
  const language = languageAsked(call)
  return drawPage({
    language,
    title: texts.siteTitle[language],
    path: paths.start,
    body: html`<p class="lede">${texts.lede[language]}</p>${deps.issuer === undefined ? undefined : signInPart(deps.issuer.name, language)}${reachPart(deps, language)}`,
  })
}

const signInPart = (issuer: string, language: Language): Html => html`
<section aria-labelledby="sign-in">
<h2 id="sign-in">${texts.signInTitle[language]}</h2>
<p>${fill(texts.signInAbout[language], { issuer })}</p>
<p><a class="button" href="${paths.signIn}?lang=${language}">${fill(texts.signIn[language], { issuer })}</a></p>
</section>
<section aria-labelledby="companies">
<h2 id="companies">${texts.companiesTitle[language]}</h2>
<p>${texts.companies[language]}</p>
</section>`

function reachPart({ issuer, contact }: PersonPageDeps, language: Language): Html {
  const words = issuer === undefined ? texts.reachOnly : texts.reach
  const text = contact === undefined ? texts.noContact[language] : fill(words[language], { contact })
  return html`<section aria-labelledby="reach">
<h2 id="reach">${texts.reachTitle[language]}</h2>
<p>${text}</p>
</section>`
}

/** To the issuer. What comes back is tied to this browser by a cookie of its own. */
async function leave(deps: PersonPageDeps, call: Call): Promise<Reply> {
  const language = languageAsked(call)
  const { issuer, clock } = deps
  if (issuer === undefined) return seeOther(paths.start)
  const limited = await tooMany(deps, [signIns(addressOf(deps, call))], language)
  if (limited !== undefined) return limited
  const secret = newSessionSecret()
  const url = await issuer.by.authorizationUrl(secret)
  if (!(url instanceof URL)) {
    return personAct(deps, call, 'titularEntra', async (act) => {
      act.outcome = url.fault
      return refused(deps, url, language)
    })
  }
  const hash = sessionHash(secret)
  await deps.personSessions.beginSignIn({ hash, language, endsAtMs: clock.nowMs() + signInMaxMs })
  const cookie = `${signInCookie(deps).set(secret)}; Max-Age=${signInMaxMs / 1000}`
  return { ...seeOther(url.href), headers: { Location: url.href, 'Set-Cookie': cookie } }
}

/** From the issuer: a session for the person that it vouches for, or a refusal in words; either way on record. */
async function comeBack(deps: PersonPageDeps, call: Call): Promise<Reply> {
  const { issuer } = deps
  if (issuer === undefined) return seeOther(paths.start)
  const limited = await tooMany(deps, [signIns(addressOf(deps, call))], languageAsked(call))
  if (limited !== undefined) return limited
  return personAct(deps, call, 'titularEntra', async (act) => {
    const secret = signInCookie(deps).read(call.headers.cookie ?? '')
    const nowMs = deps.clock.nowMs()
    const begun =
      secret === undefined ? undefined : await deps.personSessions.takeSignIn(sessionHash(secret), nowMs)
    const language = begun?.language ?? languageAsked(call)
    const found: Identified | SignInRefused =
      secret === undefined || begun === undefined
        ? { fault: 'sign_in_expired' }
        : await issuer.by.identify(secret, currentUrl(deps, call))
    if ('fault' in found) {
      act.outcome = found.fault
      return refused(deps, found, language)
    }
    const { session, requestId } = await openSession(deps, call, found, language)
    act.target = requestId
    return drawPage({
      language,
      title: texts.signedIn[language],
      path: paths.start,
      // A strict cookie is not sent where another site leads: the browser goes on from a page of ours.
      goesOnTo: paths.file,
      headers: { 'Set-Cookie': personCookie(deps).set(session) },
      body: html`<p><a class="button" href="${paths.file}">${texts.goOn[language]}</a></p>`,
    })
  })
}

/** Always a session of its own; whatever session the browser brought is over. */
async function openSession(
  deps: PersonPageDeps,
  call: Call,
  { document, identity }: Identified,
  language: Language,
): Promise<{ readonly session: string; readonly requestId: string }> {
  const before = personCookie(deps).read(call.headers.cookie ?? '')
  if (before !== undefined) await deps.personSessions.end(sessionHash(before))
  const asking = { channel: 'person', by: undefined, identity } as const
  const { id: requestId } = await openAccess(deps, { document, reason: texts.siteTitle.pt, asking })
  const secret = newSessionSecret()
  const nowMs = deps.clock.nowMs()
  await deps.personSessions.add({
    hash: sessionHash(secret),
    document,
    requestId,
    identity,
    language,
    lastUsedAtMs: nowMs,
    endsAtMs: nowMs + personSessionMs,
  })
  return { session: secret, requestId }
}

function refused(deps: PersonPageDeps, of: SignInRefused, language: Language): Reply {
  deps.onRefused(of)
  const isTheirs = of.fault === 'issuer_unavailable'
  return drawPage({
    language,
    title: texts.refusedTitle[language],
    path: paths.start,
    status: isTheirs ? 503 : 403,
    body: html`${saying(faultTexts[of.fault][language], { href: paths.signIn, text: texts.again[language] })}
<p>${texts.refusedAbout[language]}</p>${reachPart(deps, language)}`,
  })
}

/** As the issuer was told it: a proxy may have made something else of the address. */
const currentUrl = ({ publicUrl = '' }: PersonPageDeps, { request }: Call): URL =>
  new URL(`${publicUrl}${paths.back}?${queryOf(request.url)}`)

const addressOf = ({ trustedProxies }: PersonPageDeps, { request, headers }: Call): string =>
  callerAddress(request.remoteAddress, headers.forwardedFor, trustedProxies)

/** A page that asks for patience; undefined while there is enough left. */
export async function tooMany(
  { allowances, clock }: Pick<PersonPageDeps, 'allowances' | 'clock'>,
  taken: readonly Allowance[],
  language: Language,
  csrf?: string,
): Promise<Reply | undefined> {
  const nowMs = clock.nowMs()
  const usedUp = await allowances.take(taken, nowMs)
  if (usedUp === undefined) return undefined
  const seconds = Math.max(1, Math.ceil((usedUp.freeAtMs - nowMs) / 1000))
  const text = fill(texts.tooManyAbout[language], { minutes: String(Math.ceil(seconds / 60)) })
  return drawPage({
    language,
    csrf,
    title: texts.tooMany[language],
    path: paths.start,
    status: 429,
    headers: { 'Retry-After': String(seconds) },
    body: saying(text, { href: paths.start, text: texts.again[language] }),
  })
}

export const seeOther = (location: string): Reply => ({
  status: 303,
  body: '',
  headers: { Location: location },
})
