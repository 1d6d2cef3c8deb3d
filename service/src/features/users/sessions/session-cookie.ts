import { sessionCookie } from '@lastro/contract/users/sessions.ts'

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
}

/**
 * Under https the name's prefix makes browsers insist on Secure, Path=/ and no Domain, so that no neighbouring
 * host can plant one. It has no lifetime of its own: it goes with the browser, and the store says when it is over.
 */
export function sessionCookieOf({
  isSecure,
  name: bareName = sessionCookie,
  sameSite = 'Strict',
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
      return values.length === 1 && isSecret.test(values[0] ?? '') ? values[0] : undefined
    },
    set: (secret) => `${name}=${secret}; ${attributes}`,
    clear: () => `${name}=; ${attributes}; Max-Age=0`,
  }
}

const isSecret = /^lss_[\w-]{43}$/
