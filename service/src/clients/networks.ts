import { BlockList, isIP } from 'node:net'

/** Whether a query may come from this address. No networks means any. */
export function networkAllowed(networks: readonly string[], address: string | undefined): boolean {
  if (networks.length === 0) return true
  if (address === undefined) return false
  const plain = address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
  return listOf(networks).check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** A network in CIDR form, or a single address. */
export function isNetwork(text: string): boolean {
  const [address = '', length, more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more !== undefined) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
}

function listOf(networks: readonly string[]): BlockList {
  const known = lists.get(networks)
  if (known !== undefined) return known
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', length] = network.split('/')
    const version = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (length === undefined) list.addAddress(address, version)
    else list.addSubnet(address, Number(length), version)
  }
  lists.set(networks, list)
  return list
}

// A contract is read again every few seconds as a new object; its list is built once for each.
const lists = new WeakMap<readonly string[], BlockList>()
