import { lookup as systemLookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../../http/public-address.ts'
import { FetchFault } from './fetch-fault.ts'

/** A publisher's server, as far as we may ask it. */
export type Site = {
  /** An address below where the data set begins. */
  readonly at: (path: string) => URL
  /** Throws `FetchFault`. Whoever asks reads the body to its end, or destroys it. */
  readonly ask: (asked: SiteRequest) => Promise<IncomingMessage>
  readonly limits: SiteLimits
}

export type SiteRequest = {
  readonly url: URL
  readonly method?: 'GET' | 'PROPFIND'
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export type SiteSettings = {
  readonly address: URL
  /** Whether the operator named the address. Only then may it be plain http, or not public. */
  readonly isNamed: boolean
  readonly signal: AbortSignal
  readonly limits?: SiteLimits
  /** For tests: where names lead, and certificates to trust. */
  readonly lookup?: LookupFunction
  readonly ca?: string
}

export type SiteLimits = {
  /** So long without enough bytes, and it has stalled. The share of Receita does that to whoever asks too much. */
  readonly stallMs: number
  /** A server that drips a byte a minute has stalled too. */
  readonly stallBytesMin: number
}

const usualSiteLimits: SiteLimits = { stallMs: 60_000, stallBytesMin: 16 * 1024 }

/** A publisher moves a file once or twice; more is a circle. */
const redirectCountMax = 5

export function openSite({
  address,
  isNamed,
  signal,
  limits = usualSiteLimits,
  ...ways
}: SiteSettings): Site {
  const base = new URL(address.href.replace(/\/*$/, '/'))
  const authorization = authorizationOf(base)
  base.username = ''
  base.password = ''
  const isTrusted = (url: URL): boolean => isNamed && url.origin === base.origin
  if (base.protocol !== 'https:' && !isTrusted(base)) throw new FetchFault('address_refused', base.host)

  const exchange = (asked: SiteRequest, url: URL): Promise<IncomingMessage> => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) !== 0 && !isTrusted(url) && !isPublicAddress(host)) {
      throw new FetchFault('address_refused', url.host)
    }
    const headers = {
      'User-Agent': 'Lastro-Data/1',
      // Ranges are of the file itself, so it has to come as it is.
      'Accept-Encoding': 'identity',
      ...asked.headers,
      ...(authorization !== undefined && url.origin === base.origin && { Authorization: authorization }),
    }
    const lookup = isTrusted(url) ? ways.lookup : publicLookup(ways.lookup)
    const options = {
      method: asked.method ?? 'GET',
      headers,
      signal: asked.signal ?? signal,
      ...(lookup && { lookup }),
      ...(ways.ca !== undefined && { ca: ways.ca }),
    }
    const asking = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { ...options, agent: false })
    return answered(asking, limits)
  }

  const follow = async (asked: SiteRequest, url: URL, redirects: number): Promise<IncomingMessage> => {
    const answer = await exchange(asked, url)
    const location = redirectStatuses.has(answer.statusCode ?? 0) ? answer.headers.location : undefined
    if (location === undefined) return answer
    answer.destroy()
    const next = URL.parse(location, url)
    if (next === null || redirects === redirectCountMax) throw new FetchFault('redirect_refused', url.host)
    next.username = ''
    next.password = ''
    if (next.protocol !== 'https:' && !isTrusted(next)) throw new FetchFault('redirect_refused', next.host)
    return follow(asked, next, redirects + 1)
  }
  return {
    at: (path) => new URL(path.split('/').map(encodeURIComponent).join('/'), base),
    ask: (asked) => follow(asked, asked.url, 0),
    limits,
  }
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '') return undefined
  const pair = `${percentDecoded(username)}:${percentDecoded(password)}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** What is not well encoded is taken as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A name is judged by every address it leads to, and the connection goes to one that was judged. */
function publicLookup(lookup: LookupFunction = systemLookup as LookupFunction): LookupFunction {
  return (hostname, options, answer) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return answer(error, [])
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]
      if (!addresses.every((one) => isPublicAddress(one.address))) {
        return answer(new FetchFault('address_refused', hostname), [])
      }
      if (options.all === true) return answer(null, addresses)
      const [first] = addresses
      answer(null, first?.address ?? '', first?.family)
    })
}

/** The head of an answer, or why there is none in time. */
function answered(asking: ReturnType<typeof requestHttp>, { stallMs }: SiteLimits): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const timer = setTimeout(() => asking.destroy(new FetchFault('stalled')), stallMs)
  asking.once('response', (answer) => {
    clearTimeout(timer)
    // What breaks later breaks the reading of the body.
    answer.once('error', () => undefined)
    resolve(answer)
  })
  asking.on('error', (error) => {
    clearTimeout(timer)
    reject(faultOfError(error))
  })
  asking.end()
  return promise
}

/** Whatever breaks a connection, as one of our faults. */
export function faultOfError(error: unknown): FetchFault {
  if (error instanceof FetchFault) return error
  const { code = '', name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return new FetchFault('stopped')
  return new FetchFault(
    code === 'ECONNRESET' || code.startsWith('HPE_') ? 'cut' : 'unreachable',
    code || name,
  )
}
