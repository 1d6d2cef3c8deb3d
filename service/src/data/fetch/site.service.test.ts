import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, test } from 'vitest'
import { publisherServer, status } from '../../../testing/servers/publisher-server.ts'
import { tlsIdentity } from '../../../testing/servers/tls-identity.ts'
import { FetchFault } from './fetch-fault.ts'
import { openSite, type Site, type SiteSettings } from './site.ts'

const server = await publisherServer()
const { signal } = new AbortController()

const siteOf = (address: string, changed: Partial<SiteSettings> = {}): Site =>
  openSite({ address: new URL(address), isNamed: true, signal, ...changed })

async function outcomeOf(site: Site, path: string): Promise<string> {
  try {
    const answer = await site.ask({ url: site.at(path) })
    answer.resume()
    return String(answer.statusCode)
  } catch (error) {
    assert.ok(error instanceof FetchFault, String(error))
    return error.code
  }
}

/** A server whose certificate says hooks.example, somewhere on this machine. */
const secure = createServer(tlsIdentity, (_request, response) => void response.end('ok'))
await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
afterAll(() => secure.close())
const securePort = (secure.address() as AddressInfo).port

const leadsTo =
  (address: string): LookupFunction =>
  (_hostname, options, answer) =>
    options.all === true ? answer(null, [{ address, family: 4 }]) : answer(null, address, 4)

test('the token of a share is its user, and stays with the share', async () => {
  const other = await publisherServer()
  server.next('/share/month', status(302, { Location: `${server.url}/moved` }))
  const site = siteOf(server.url.replace('http://', 'http://TOKEN@').concat('/share'))
  await outcomeOf(site, 'month')
  assert.deepEqual(
    server.asked.map((one) => [one.path, one.authorization]),
    [
      ['/share/month', `Basic ${btoa('TOKEN:')}`],
      ['/moved', `Basic ${btoa('TOKEN:')}`],
    ],
  )
  assert.equal(site.at('x').href, `${server.url}/share/x`)
  assert.deepEqual(other.asked, [])
})

test('a redirect is followed to https, or to where the operator points, and nowhere else', async () => {
  const other = await publisherServer()
  other.put('/file', Buffer.from('x'))
  server.put('/file', Buffer.from('x'))
  for (const [location, outcome] of [
    [`${server.url}/file`, '200'],
    ['/file', '200'],
    [`${other.url}/file`, 'redirect_refused'],
    ['file:///etc/passwd', 'redirect_refused'],
    ['http://portal.example/file', 'redirect_refused'],
    ['http://[', 'redirect_refused'],
    // https, but on this machine, which the operator did not name.
    [`https://127.0.0.1:${securePort}/`, 'address_refused'],
    [`https://[::ffff:127.0.0.1]:${securePort}/`, 'address_refused'],
    [`https://2130706433:${securePort}/`, 'address_refused'],
    [`https://localhost:${securePort}/`, 'address_refused'],
  ] as const) {
    server.next('/go', status(302, { Location: location }))
    assert.equal(await outcomeOf(siteOf(server.url), 'go'), outcome, location)
  }
  assert.deepEqual(other.asked, [])
})

test('a circle of redirects ends', async () => {
  server.next('/round', ...Array.from({ length: 9 }, () => status(301, { Location: '/round' })))
  assert.equal(await outcomeOf(siteOf(server.url), 'round'), 'redirect_refused')
})

test('a name that leads into the own network is refused, unless the operator named it', async () => {
  const address = `https://${tlsIdentity.name}:${securePort}/`
  const ways = { lookup: leadsTo('127.0.0.1'), ca: tlsIdentity.cert }
  assert.equal(await outcomeOf(siteOf(address, ways), ''), '200')
  assert.equal(await outcomeOf(siteOf(address, { ...ways, isNamed: false }), ''), 'address_refused')
})

test('plain http is refused, unless the operator named it', () => {
  assert.throws(() => siteOf(server.url, { isNamed: false }), { code: 'address_refused' })
})

test('a certificate of somebody else, and nobody at all, are faults', async () => {
  const address = `https://${tlsIdentity.name}:${securePort}/`
  assert.equal(await outcomeOf(siteOf(address, { lookup: leadsTo('127.0.0.1') }), ''), 'unreachable')
  const gone = await publisherServer()
  assert.equal(await outcomeOf(siteOf('http://127.0.0.1:1/'), ''), 'unreachable')
  assert.deepEqual(gone.asked, [])
})
