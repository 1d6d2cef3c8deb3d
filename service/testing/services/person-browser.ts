import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A name for a service before it listens, as a proxy in front of it has: where people are sent back to. */
export type Front = {
  readonly url: string
  /** Where what arrives is passed on to. */
  target: string
  readonly close: () => Promise<void>
}

export async function front(): Promise<Front> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming
    const passed = httpRequest(`${of.target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const of: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return of
}

export type PageSeen = {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Buffer
}

/** A browser without programs: cookies by origin, redirects and refreshes followed, forms sent as pages send them. */
export class PersonBrowser {
  readonly #base: string
  readonly #jars = new Map<string, Map<string, string>>()
  /** Every address it has been at. */
  readonly addresses: string[] = []

  constructor(base: string) {
    this.#base = base
  }

  cookies(origin = this.#base): Map<string, string> {
    const jar = this.#jars.get(origin) ?? new Map<string, string>()
    this.#jars.set(origin, jar)
    return jar
  }

  /** One request and one answer. */
  async ask(path: string, init: RequestInit = {}): Promise<PageSeen> {
    const url = new URL(path, this.#base)
    this.addresses.push(url.href)
    const jar = this.cookies(url.origin)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
        'Accept-Language': 'pt-BR',
        ...(cookie !== '' && { Cookie: cookie }),
        ...(init.headers as Record<string, string>),
      },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/Max-Age=0|1970/i.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { url: url.href, status: answer.status, headers: answer.headers, text: bytes.toString(), bytes }
  }

  /** Opens an address and goes wherever it leads. */
  async open(path: string, init: RequestInit = {}): Promise<PageSeen> {
    let page = await this.ask(path, init)
    for (let step = 0; step < 20; step++) {
      const refresh = /url=(.+)$/.exec(page.headers.get('refresh') ?? '')?.[1]
      const next = page.headers.get('location') ?? refresh
      if (next === undefined) return page
      page = await this.ask(new URL(next, page.url).href)
    }
    throw new Error('It leads nowhere')
  }

  /** Sends the form of a page, with the token that the page has, and whatever the test changes. */
  send(page: PageSeen, action: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    return this.open(action, {
      method: 'POST',
      body: new URLSearchParams({ csrf, ...fields }),
      headers: { Origin: this.#base, ...headers },
    })
  }
}
