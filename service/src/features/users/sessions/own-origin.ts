import type { CallHeaders } from '../../../http/headers/call-headers.ts'

/**
 * Whether a call comes from a page of this service. A browser names the page's origin with everything that is more
 * than reading; who sends none is no browser, or too old a one to be tricked by this check. Where the operator has
 * said what the outer address is, it alone counts: `Host` may be anything that a proxy, or a name that was made to
 * lead here, puts into it.
 */
export function ownOrigin({ origin, host }: CallHeaders, publicUrl: string | undefined): boolean {
  if (origin === undefined) return true
  const sent = URL.parse(origin)
  if (sent === null || !/^https?:$/.test(sent.protocol)) return false
  if (publicUrl !== undefined) return URL.parse(publicUrl)?.origin === sent.origin
  return host !== undefined && sent.host === URL.parse(`${sent.protocol}//${host}`)?.host
}
