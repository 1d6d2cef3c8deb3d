import assert from 'node:assert/strict'
import { BlockList } from 'node:net'
import fc from 'fast-check'
import { test } from 'vitest'
import { heldAfter } from '../../../testing/http/held-after.ts'
import { addressBlock, callerAddress, isNetwork, networkAllowed } from './networks.ts'

const proxies = ['127.0.0.0/8', '10.0.0.0/8']
const through = (forwardedFor: string) => callerAddress('127.0.0.1', forwardedFor, proxies)

test('a caller whose address is not known has none', () => {
  assert.equal(callerAddress(undefined, undefined, []), '')
})

test('ports, brackets and IPv4 over IPv6 are read as the address they carry', () => {
  assert.equal(through('203.0.113.9:4711'), '203.0.113.9')
  assert.equal(through('[2001:db8::1]:443'), '2001:db8::1')
  assert.equal(through('::FFFF:203.0.113.9'), '203.0.113.9')
  assert.equal(callerAddress('::ffff:203.0.113.9', undefined, []), '203.0.113.9')
  assert.equal(through('[203.0.113.9]'), '203.0.113.9')
  for (const mapped of ['::ffff:cb00:7109', '0:0:0:0:0:FFFF:203.0.113.9', '[::ffff:203.0.113.9]:80']) {
    assert.equal(through(mapped), '203.0.113.9', mapped)
  }
})

test('an address of IPv6 is one address, however it is written', () => {
  for (const written of ['2001:DB8::1', '2001:db8:0:0:0:0:0:1', '[2001:0db8::0001]', '2001:db8::1%eth0']) {
    assert.equal(through(written), '2001:db8::1', written)
  }
  assert.equal(callerAddress('FE80::1%eth0', undefined, []), 'fe80::1')
})

test('what only some programs take for an address is none', () => {
  for (const text of [
    ...[
      '127.1',
      '0x7f.0.0.1',
      '2130706433',
      '010.0.0.1',
      '203.0.113.9/32',
      'user@203.0.113.9',
      '[203.0.113.9',
    ],
    ...['203.0.113.9:', '203.0.113.9:port', '2001:db8::1]', '_hidden', 'unknown', '"203.0.113.9"'],
  ]) {
    assert.equal(through(text), '127.0.0.1', text)
  }
})

test('empty entries are passed over', () => {
  assert.equal(through('203.0.113.9,,10.0.0.3'), '203.0.113.9')
  assert.equal(through('203.0.113.9, '), '203.0.113.9')
  assert.equal(through(' ,203.0.113.9'), '203.0.113.9')
  assert.equal(through(''), '127.0.0.1')
  assert.equal(through(', ,'), '127.0.0.1')
})

test('a proxy is trusted by the address it has, in whichever family it is written', () => {
  const spoken = '203.0.113.9, ::ffff:10.0.0.3'
  assert.equal(callerAddress('::ffff:127.0.0.1', spoken, proxies), '203.0.113.9')
  assert.equal(callerAddress('::ffff:7f00:1', spoken, proxies), '203.0.113.9')
  assert.equal(callerAddress('2001:db8:0::7', '203.0.113.9', ['2001:db8::/32']), '203.0.113.9')
  assert.equal(callerAddress('::1', '203.0.113.9', proxies), '::1')
  assert.equal(callerAddress(undefined, '203.0.113.9', proxies), '')
})

test('when every hop is a trusted proxy the farthest is the caller, and without trusted proxies nobody is asked', () => {
  assert.equal(through('10.0.0.9, 10.0.0.3'), '10.0.0.9')
  assert.equal(callerAddress('127.0.0.1', '203.0.113.9', []), '127.0.0.1')
})

test('no header makes a caller of what is not an address, nor of what a trusted hop did not vouch for', () => {
  const hop = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4().map((one) => `${one}:443`),
    fc.constantFrom('', 'unknown', '10.0.0.3', '::ffff:10.0.0.4'),
    fc.string({ maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(hop), fc.ipV4(), (hops, nearest) => {
      fc.pre(!networkAllowed(proxies, nearest))
      assert.equal(through([...hops, nearest, '10.0.0.3'].join(',')), nearest)
      const caller = through(hops.join(','))
      assert.ok(isNetwork(caller) && !caller.includes('/'), caller)
    }),
  )
})

test('the last address that no trusted proxy vouches for is the caller', () => {
  assert.equal(through('198.51.100.7, 203.0.113.9, 10.0.0.3'), '203.0.113.9')
  assert.equal(through('nonsense'), '127.0.0.1')
  assert.equal(callerAddress('203.0.113.1', '198.51.100.7', proxies), '203.0.113.1')
})

test('a network is an address or a CIDR, and nothing else', () => {
  for (const text of ['10.0.0.0/8', '2001:db8::/32', '127.0.0.1']) assert.ok(isNetwork(text), text)
  for (const text of [
    'abc',
    '10.0.0.0/33',
    '10.0.0.0/8/1',
    '',
    '10.0.0.0/',
    '2001:db8::/129',
    '10.0/8',
    '/8',
  ])
    assert.equal(isNetwork(text), false, text)
  for (const text of ['10.0.0.1/32', '2001:db8::1/128', '2001:db8::/64']) assert.ok(isNetwork(text), text)
  for (const text of ['10.0.0.0/x8', '10.0.0.0/8x', '10.0.0.0/ 8', '10.0.0.0/1e1']) {
    assert.equal(isNetwork(text), false, text)
  }
  assert.ok(networkAllowed(['10.0.0.0/8'], '::ffff:10.1.2.3'))
  assert.ok(!networkAllowed(['10.0.0.0/8'], '::ffff:11.1.2.3'))
  assert.ok(!networkAllowed(['10.0.0.0/8'], '2001:db8::a00:1'))
  assert.ok(networkAllowed(['0.0.0.0/0'], '203.0.113.9') && !networkAllowed(['0.0.0.0/0'], '2001:db8::1'))
  assert.ok(networkAllowed([], 'anything'))
  assert.ok(!networkAllowed(['10.0.0.0/8'], 'nonsense'))
})

test('a single address is a network of one', () => {
  const networks = ['203.0.113.9', '2001:db8::1']
  for (let time = 0; time < 2; time++) {
    for (const address of networks) assert.equal(networkAllowed(networks, address), true)
    for (const address of ['203.0.113.8', '2001:db8::2'])
      assert.equal(networkAllowed(networks, address), false)
  }
})

test('the addresses that ask are not all kept', () => {
  const networks = ['10.0.0.0/8']
  const held = heldAfter(() => {
    for (let at = 0; at < 2_000; at++) networkAllowed(networks, `${at}`.padEnd(8_192, 'x'))
  })
  assert.ok(held < 12_000_000, `${held} bytes`)
})

test('a caller that says the same of itself is the same, and one that does not is another', () => {
  assert.equal(callerAddress('::ffff:203.0.113.9', undefined, []), '203.0.113.9')
  assert.equal(callerAddress('203.0.113.8', undefined, []), '203.0.113.8')
  assert.equal(callerAddress('::ffff:203.0.113.9', undefined, []), '203.0.113.9')
  assert.equal(callerAddress(undefined, undefined, []), '')
  assert.equal(callerAddress('::ffff:203.0.113.7', undefined, []), '203.0.113.7')
})

test('brackets and ports are taken off what is nothing else', () => {
  for (const text of [
    'x:[203.0.113.9]',
    '203.0.113.9%eth0',
    '203.0.113.9:80x',
    '::ffff:0:203.0.113.9x',
    '[::1]x',
  ]) {
    assert.equal(through(text), '127.0.0.1', text)
  }
  assert.equal(through('::ffff:0:0'), '0.0.0.0')
  assert.equal(through('64:ff9b::203.0.113.9'), '64:ff9b::cb00:7109')
  assert.equal(through('::ffff:1:203.0.113.9'), '::ffff:1:cb00:7109')
})

test('an address of IPv6 counts with its block, one of IPv4 alone', () => {
  assert.equal(addressBlock('203.0.113.7'), '203.0.113.7')
  const block = '2001:db8:0:1::/64'
  for (const one of ['2001:db8:0:1::1', '2001:DB8::1:0:0:0:2', '2001:db8:0:1:ffff:ffff:ffff:ffff']) {
    assert.equal(addressBlock(one), block)
  }
  assert.notEqual(addressBlock('2001:db8:0:2::1'), block)
  assert.equal(addressBlock('::1'), '0:0:0:0::/64')
})

test('two addresses of IPv6 are of one block when they share their first 64 bits, and only then', () => {
  const pair = fc
    .tuple(fc.ipV6(), fc.ipV6())
    .chain(([a, b]) => fc.constantFrom([a, b], [a, sharingHalf(a, b)]))
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const block = new BlockList()
      block.addSubnet(a, 64, 'ipv6')
      assert.equal(addressBlock(a) === addressBlock(b), block.check(b, 'ipv6'), `${a} ${b}`)
    }),
  )
})

/** The first half of one address with a second half of its own. */
function sharingHalf(a: string, b: string): string {
  return `${addressBlock(a).replace('::/64', '')}:${addressBlock(b).replace('::/64', '')}`
}
