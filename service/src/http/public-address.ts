import { BlockList, isIP } from 'node:net'

/**
 * Whether an address lies in the public network, and not in the operator's own.
 * Of IPv6 only 2000::/3 is the public network: loopback, link-local, unique-local, multicast, IPv4 in any of its
 * IPv6 spellings and all that is not given out lie outside it.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !reserved.check(address, 'ipv4')
  return !address.includes('%') && global.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** The special blocks of IANA's registries (RFC 6890), and a cloud's metadata that stands on a public address. */
const reservedBlocks = [
  '0.0.0.0/8', // this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers (CGNAT); one cloud's metadata
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // one cloud's metadata
  '169.254.0.0/16', // link-local; most clouds' metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // not given out; broadcast
  '2001::/23', // protocol assignments; Teredo, which holds an IPv4 address
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which holds an IPv4 address
  '3fff::/20', // documentation
] as const

const reserved = new BlockList()
for (const block of reservedBlocks) {
  const [address = '', length] = block.split('/')
  reserved.addSubnet(address, Number(length), address.includes(':') ? 'ipv6' : 'ipv4')
}
