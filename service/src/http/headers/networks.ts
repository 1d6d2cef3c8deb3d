import { BlockList, isIP, isIPv6, SocketAddress } from 'node:net'

/** Whether a query may come from this address. No networks means any. */
export function networkAllowed(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const { list, known } = listOf(networks)
  const remembered = known.get(address)
  if (remembered !== undefined) return remembered
  const version = isIP(address)
  const allowed = version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  if (known.size < knownCountMax) known.set(address, allowed)
  return allowed
}

/** A caller asks from few addresses, and asks often. */
const knownCountMax = 1_000

type Networks = { readonly list: BlockList; readonly known: Map<string, boolean> }

/** A network in CIDR form, or a single address. */
export function isNetwork(text: string): boolean {
  const [address = '', length, more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
}

function listOf(networks: readonly string[]): Networks {
  const held = lists.get(networks)
  if (held !== undefined) return held
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', length] = network.split('/')
    const version = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(address, version)
    else list.addSubnet(address, Number(length), version)
  }
  const fresh = { list, known: new Map() }
  lists.set(networks, fresh)
  return fresh
}

// A contract is read again every few seconds as a new object; its list is built once for each.
const lists = new WeakMap<readonly string[], Networks>()

/**
 * Where a call came from. Behind a proxy that the operator trusts it is the last address the proxy did not
 * vouch for itself; anyone else's word in X-Forwarded-For is not taken.
 */
export function callerAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const plain = socketPlain(socketAddress ?? '')
  if (forwardedFor === undefined || trustedProxies.length === 0 || !networkAllowed(trustedProxies, plain))
    return plain
  const hops = forwardedFor
    .split(',')
    .map((one) => plainAddress(one.trim()))
    .filter((hop) => hop !== '')
  const farthest = hops.findLast((hop) => isIP(hop) === 0 || !networkAllowed(trustedProxies, hop)) ?? hops[0]
  return farthest !== undefined && isIP(farthest) !== 0 ? farthest : plain
}

/** The same for a connection's own address, which is mostly that of the one before. */
function socketPlain(sent: string): string {
  if (sent !== lastSocket.sent) lastSocket = { sent, plain: plainAddress(sent) }
  return lastSocket.plain
}

let lastSocket = { sent: '', plain: '' }

/**
 * Without the port or brackets some proxies write, and without a zone, which means something on one machine only.
 * An address of IPv6 in its one short form; an IPv4 address that arrived over IPv6 as what it is. The runtime's own
 * reader of `address:port` takes `0x7f.1` for an address too, so the port is cut here and `isIP` judges the rest.
 */
function plainAddress(sent: string): string {
  if (!sent.includes(':') && !sent.startsWith('[')) return sent
  const [, bracketed, beforePort] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(sent) ?? []
  const [address = ''] = (bracketed ?? beforePort ?? sent).split('%')
  if (!isIPv6(address)) return address
  const short = new SocketAddress({ address, family: 'ipv6' }).address
  return short.startsWith(mapped) && isIP(short.slice(mapped.length)) === 4
    ? short.slice(mapped.length)
    : short
}

/** What stands before an IPv4 address in IPv6. */
const mapped = '::ffff:'

/** Whoever has one IPv6 address has a whole /64 of them. */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address
  // The last two groups may be written like IPv4; they are no part of the block.
  const groupsOnly = address.toLowerCase().replace(/\d+\.\d+\.\d+\.\d+$/, '0:0')
  const [head = '', tail] = groupsOnly.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Whether a call has a forwarded header from an untrusted proxy. */
export const isForwardedUntrusted = (
  socketAddress: string | undefined,
  {
    forwarded,
    forwardedFor,
  }: { readonly forwarded: string | undefined; readonly forwardedFor: string | undefined },
  trustedProxies: readonly string[],
): boolean =>
  (forwarded !== undefined || forwardedFor !== undefined) &&
  (trustedProxies.length === 0 || !networkAllowed(trustedProxies, socketPlain(socketAddress ?? '')))
