import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBlock, callerAddress, isNetwork, networkAllowed } from './networks.ts'

const proxies = ['127.0.0.0/8', '10.0.0.0/8']
const through = (forwardedFor: string) => callerAddress('127.0.0.1', forwardedFor, proxies)

test('ports, brackets and IPv4 over IPv6 are read as the address they carry', () => {
  assert.equal(through('203.0.113.9:4711'), '203.0.113.9')
  assert.equal(through('[2001:db8::1]:443'), '2001:db8::1')
  assert.equal(through('::FFFF:203.0.113.9'), '203.0.113.9')
  assert.equal(callerAddress('::ffff:203.0.113.9', undefined, []), '203.0.113.9')
})

test('the last address that no trusted proxy vouches for is the caller', () => {
  assert.equal(through('198.51.100.7, 203.0.113.9, 10.0.0.3'), '203.0.113.9')
  assert.equal(through('nonsense'), '127.0.0.1')
  assert.equal(callerAddress('203.0.113.1', '198.51.100.7', proxies), '203.0.113.1')
})

test('a network is an address or a CIDR, and nothing else', () => {
  for (const text of ['10.0.0.0/8', '2001:db8::/32', '127.0.0.1']) assert.ok(isNetwork(text), text)
  for (const text of ['abc', '10.0.0.0/33', '10.0.0.0/8/1', '']) assert.ok(!isNetwork(text), text)
  assert.ok(networkAllowed([], 'anything'))
  assert.ok(!networkAllowed(['10.0.0.0/8'], 'nonsense'))
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
