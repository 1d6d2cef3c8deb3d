import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import fc from 'fast-check'
import { afterAll, describe, test } from 'vitest'
import { type Address, addressGuard, type Resolve } from './address-guard.ts'
import { sendWebhook, webhookAgents } from './send-webhook.ts'

const publicAddress = '93.184.215.14'

const resolving =
  (...addresses: readonly string[]): Resolve =>
  async () =>
    addresses.map(addressOf)

const addressOf = (address: string): Address => ({ address, family: address.includes(':') ? 6 : 4 })

const refusal = (
  url: string,
  { networks = [] as readonly string[], resolve = resolving(publicAddress), environment = production } = {},
) => addressGuard({ networks, resolve }).refusal({ url, environment })

const production: Environment = 'production'
const sandbox: Environment = 'sandbox'

test('an https address on the public network is taken', async () => {
  const urls = [
    'https://a.example/hook?x=1',
    'https://a.example:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
  ]
  for (const url of urls) assert.equal(await refusal(url), undefined, url)
})

test('an address in a network that is not public is refused, however it is written', async () => {
  const hosts = [
    ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '017700000001', '127.255.255.254', '0.0.0.0', '0'],
    ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '100.127.255.255'],
    ['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192'],
    ['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ['[::1]', '[::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[fec0::1]'],
    ['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:8.8.8.8]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
    ['[2002:7f00:1::]', '[2001:0:7f00:1::]', '[2001:db8::1]', '[3fff::1]', '[100::1]', '[5f00::1]'],
  ].flat()
  for (const host of hosts) assert.equal(await refusal(`https://${host}/`), 'private', host)
})

test('no address of a private network is public, and its neighbours outside are', () => {
  const octet = fc.nat(255)
  const guard = addressGuard({ networks: [] })
  const refused = (host: string) => guard.refusalOfText({ url: `https://${host}/`, environment: production })
  fc.assert(
    fc.property(octet, octet, octet, (b, c, d) => {
      assert.equal(refused(`10.${b}.${c}.${d}`), 'private')
      assert.equal(refused(`127.${b}.${c}.${d}`), 'private')
      assert.equal(refused(`172.${16 + (b % 16)}.${c}.${d}`), 'private')
      assert.equal(refused(`100.${64 + (b % 64)}.${c}.${d}`), 'private')
      assert.equal(refused(`11.${b}.${c}.${d}`), undefined)
      assert.equal(refused(`172.${32 + (b % 200)}.${c}.${d}`), undefined)
    }),
  )
})

test('a name is judged by every address that it leads to', async () => {
  const among = (...addresses: string[]) =>
    refusal('https://a.example/', { resolve: resolving(...addresses) })
  assert.equal(await among(publicAddress, '2606:4700::1'), undefined)
  assert.equal(await among(publicAddress, '10.0.0.1'), 'private')
  assert.equal(await among('2606:4700::1', 'fe80::1%2'), 'private')
  assert.equal(await among(publicAddress, '::ffff:10.0.0.1'), 'private')
})

test('a name that leads nowhere is refused', async () => {
  assert.equal(await refusal('https://a.example/', { resolve: resolving() }), 'unresolved')
  const failing: Resolve = () => Promise.reject(new Error('ENOTFOUND'))
  assert.equal(await refusal('https://a.example/', { resolve: failing }), 'unresolved')
})

test('production speaks https only; the sandbox may go without', async () => {
  assert.equal(await refusal('http://a.example/'), 'https')
  assert.equal(await refusal('http://8.8.8.8/'), 'https')
  assert.equal(await refusal('http://a.example/', { environment: sandbox }), undefined)
  assert.equal(await refusal('http://10.0.0.1/', { environment: sandbox }), 'private')
})

test('a network that the operator allows is open, without https too', async () => {
  const networks = ['10.1.0.0/16', 'fd00::/8']
  assert.equal(await refusal('http://10.1.2.3/', { networks }), undefined)
  assert.equal(await refusal('https://[fd00::1]:8443/', { networks }), undefined)
  assert.equal(await refusal('https://10.2.0.1/', { networks }), 'private')
  const inside = { networks, resolve: resolving('10.1.2.3') }
  assert.equal(await refusal('http://hooks.internal/', inside), undefined)
  const halfInside = { networks, resolve: resolving('10.1.2.3', publicAddress) }
  assert.equal(await refusal('http://hooks.internal/', halfInside), 'https')
})

test('an address with a password, a strange port, another protocol or a fragment is refused', async () => {
  assert.equal(await refusal('https://user:secret@a.example/'), 'credentials')
  assert.equal(await refusal('https://user@a.example/'), 'credentials')
  for (const port of [0, 22, 25, 53, 465, 587, 1023]) {
    assert.equal(await refusal(`https://a.example:${port}/`), 'port', String(port))
  }
  const others = [
    'ftp://a.example/',
    'file:///etc/passwd',
    'javascript:1',
    'a.example',
    '',
    'https://a.example/#x',
  ]
  for (const url of others) assert.equal(await refusal(url), 'url', url)
  assert.equal(await refusal(`https://a.example/${'x'.repeat(2_048)}`), 'url')
})

describe('a connection', async () => {
  let connections = 0
  const server = createServer((_, answer) => answer.end('ok'))
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agents = webhookAgents()
  afterAll(() => {
    agents.close()
    server.close()
  })
  const url = `http://rebound.example:${port}/`
  const sending = { destination: { url, environment: sandbox }, headers: {}, body: '{}' }

  test('a name that leads inside only once it is connected to is not connected to', async () => {
    const answers = [[publicAddress], ['127.0.0.1']]
    const guard = addressGuard({
      networks: [],
      resolve: async () => (answers.shift() ?? []).map(addressOf),
    })
    assert.equal(await guard.refusal(sending.destination), undefined)
    const outcome = await sendWebhook({ guard, agents }, sending)
    assert.deepEqual(outcome, { kind: 'failed', fault: 'address_refused', detail: 'private' })
    assert.equal(connections, 0)
  })

  test('a connection goes where the judged answer led: the name is asked for once', async () => {
    let asked = 0
    const guard = addressGuard({
      networks: ['127.0.0.1'],
      resolve: async () => {
        asked += 1
        return [addressOf(asked === 1 ? '127.0.0.1' : '10.0.0.1')]
      },
    })
    const outcome = await sendWebhook({ guard, agents }, sending)
    assert.equal(outcome.kind === 'answered' && outcome.status, 200)
    assert.deepEqual([asked, connections], [1, 1])
  })

  test('an address that was registered before its network was closed is not connected to', async () => {
    const before = connections
    const guard = addressGuard({ networks: [] })
    const destination = { url: `http://127.0.0.1:${port}/`, environment: sandbox }
    const outcome = await sendWebhook({ guard, agents: webhookAgents() }, { ...sending, destination })
    assert.deepEqual(outcome, { kind: 'failed', fault: 'address_refused', detail: 'private' })
    assert.equal(connections, before)
  })
})
