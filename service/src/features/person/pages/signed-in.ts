import { type Language, languages } from '@lastro/contract/text.ts'
import { queryOf } from '../../../http/query/query-of.ts'
import type { Call } from '../../../http/route.ts'
import { type SessionCookie, sessionCookieOf } from '../../users/sessions/session-cookie.ts'
import { csrfTokenOf, sessionHash } from '../../users/sessions/session-secret.ts'
import { isPersonSessionAlive, type PersonSession } from '../sign-in/person-session.ts'
import type { PersonPageDeps } from './page-deps.ts'

/** Somebody who looks at the own file. */
export type SignedInPerson = {
  readonly session: PersonSession
  readonly language: Language
  /** What the forms of its pages carry. */
  readonly csrf: string
  readonly secret: string
}

/** Use is written down this often at most: reading must not become writing. */
const touchEveryMs = 60_000

type CookieDeps = Pick<PersonPageDeps, 'publicUrl'>

const isSecure = ({ publicUrl }: CookieDeps): boolean => publicUrl?.startsWith('https:') ?? false

/** As strict as the console's, and under a name of its own: one browser may hold both. */
export const personCookie = (deps: CookieDeps): SessionCookie =>
  sessionCookieOf({ isSecure: isSecure(deps), name: 'lastro_titular' })

/** It has to come back with the answer of another site, which a strict one would not. It opens nothing. */
export const signInCookie = (deps: CookieDeps): SessionCookie =>
  sessionCookieOf({ isSecure: isSecure(deps), name: 'lastro_titular_entrada', sameSite: 'Lax' })

/** The session of a call; undefined when there is none, or it is over. A language that was asked for stays with it. */
export async function signedInPerson(
  deps: Pick<PersonPageDeps, 'publicUrl' | 'personSessions' | 'clock'>,
  call: Call,
): Promise<SignedInPerson | undefined> {
  const secret = personCookie(deps).read(call.headers.cookie ?? '')
  if (secret === undefined) return undefined
  const hash = sessionHash(secret)
  const session = await deps.personSessions.find(hash)
  const nowMs = deps.clock.nowMs()
  if (session === undefined || !isPersonSessionAlive(session, nowMs)) return undefined
  const language = languageNamed(call) ?? session.language
  if (language !== session.language || nowMs - session.lastUsedAtMs >= touchEveryMs) {
    await deps.personSessions.touch(hash, { language, lastUsedAtMs: nowMs })
  }
  return { session, language, csrf: csrfTokenOf(secret), secret }
}

const languageNamed = ({ request }: Call): Language | undefined => {
  const asked = new URLSearchParams(queryOf(request.url)).get('lang')
  return languages.find((one) => one === asked)
}
