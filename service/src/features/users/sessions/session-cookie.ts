import { deviceCookie, sessionCookie } from '@lastro/contract/users/sessions.ts'
import { deviceLifeMs } from '../sign-in/known-device.ts'

/** How the session travels: out of reach of scripts, and only to and from this very service. */
export type SessionCookie = {
  /** The session's secret among the cookies sent; undefined when there is none, or more than one. */
  readonly read: (cookies: string) => string | undefined
  readonly set: (secret: string) => string
  readonly clear: () => string
}

type CookieOptions = {
  readonly isSecure: boolean
  /** The console's, unless it is another's. */
  readonly name?: string
  /** `Lax` for what has to survive the way to another site and back. */
  readonly sameSite?: 'Strict' | 'Lax'
  /** How long the browser keeps it; a session cookie ends with the browser. */
  readonly maxAgeMs?: number
  readonly isValue?: RegExp
}

/**
 * Under https the name's prefix makes browsers insist on Secure, Path=/ and no Domain, so that no neighbouring
 * host can plant one.
 */
export function sessionCookieOf({
  isSecure,
  name: bareName = sessionCookie,
  sameSite = 'Strict',
  maxAgeMs,
  isValue = isSecret,
}: CookieOptions): SessionCookie {
  const name = isSecure ? `__Host-${bareName}` : bareName
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  return {
    read: (cookies) => {
      const values = cookies
        .split(';')
        .map((one) => one.trim())
        .filter((one) => one.startsWith(`${name}=`))
        .map((one) => one.slice(name.length + 1))
      // Of two nobody can say which the user's own is: a session must not be chosen by chance.
      return values.length === 1 && isValue.test(values[0] ?? '') ? values[0] : undefined
    },
    set: (secret) =>
      `${name}=${secret}; ${attributes}${maxAgeMs === undefined ? '' : `; Max-Age=${maxAgeMs / 1000}`}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}

const isSecret = /^lss_[\w-]{43}$/

/**
 * Shows that a user has signed in from this browser before, so that other people's failures do not delay that user
 * there. The cookie grants no access, and signing out keeps it.
 */
export const deviceCookieOf = ({ isSecure }: Pick<CookieOptions, 'isSecure'>): SessionCookie =>
  sessionCookieOf({ isSecure, name: deviceCookie, maxAgeMs: deviceLifeMs, isValue: isSealed })

const isSealed = /^v1(?:\.[\w-]{1,200}){2}$/
