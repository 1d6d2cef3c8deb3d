import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { WebhookUrlFault } from '@lastro/contract/alerts/webhooks.ts'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import { networkAllowed } from '../../../http/headers/networks.ts'
import { isPublicAddress } from '../../../http/public-address.ts'

export type Destination = { readonly url: string; readonly environment: Environment }

export type Address = { readonly address: string; readonly family: number }

/** Where a name leads; throws when it leads nowhere. */
export type Resolve = (hostname: string) => Promise<readonly Address[]>

export type AddressGuard = {
  /** Why nothing may be sent there; undefined when it may. For whoever registers an address. */
  readonly refusal: (destination: Destination) => Promise<WebhookUrlFault | undefined>
  /** The same without asking where a name leads: that is asked when it is connected to, by `lookup`. */
  readonly refusalOfText: (destination: Destination) => WebhookUrlFault | undefined
  /** For a connection: asks once where the name leads, and lets it go nowhere else. Fails with `AddressRefused`. */
  readonly lookup: (destination: Destination) => LookupFunction
}

export type GuardSettings = {
  /** Networks (CIDR) that the operator allows although they are not public. */
  readonly networks: readonly string[]
  readonly resolve?: Resolve
}

/**
 * Keeps our calls out of the operator's own networks. A name is judged by every address that it leads to, when it
 * is registered and again when it is connected to, and the connection goes to an address that was judged: a name
 * that leads elsewhere the second time gains nothing.
 */
export function addressGuard({ networks, resolve = resolveBySystem }: GuardSettings): AddressGuard {
  const isAllowed = (address: string): boolean => networks.length > 0 && networkAllowed(networks, address)
  const faultOf = (address: string, { url, environment }: Destination): WebhookUrlFault | undefined => {
    if (isAllowed(address)) return undefined
    if (!isPublicAddress(address)) return 'private'
    return isPlain(url) && environment === 'production' ? 'https' : undefined
  }
  const faultAmong = (addresses: readonly Address[], destination: Destination) =>
    addresses.map((one) => faultOf(one.address, destination)).find((fault) => fault !== undefined)

  const refusalOfText = (destination: Destination): WebhookUrlFault | undefined => {
    const url = URL.parse(destination.url)
    const fault = url === null ? 'url' : faultOfShape(url, destination.url)
    if (url === null || fault !== undefined) return fault
    const host = bareHost(url)
    return isIP(host) === 0 ? undefined : faultOf(host, destination)
  }
  return {
    refusalOfText,
    refusal: async (destination) => {
      const fault = refusalOfText(destination)
      if (fault !== undefined) return fault
      const host = bareHost(new URL(destination.url))
      if (isIP(host) !== 0) return undefined
      const addresses = await resolvedInTime(resolve, host)
      return addresses.length === 0 ? 'unresolved' : faultAmong(addresses, destination)
    },
    lookup: (destination) => (hostname, options, answer) => {
      const settle = (addresses: readonly Address[]) => {
        const fault = addresses.length === 0 ? 'unresolved' : faultAmong(addresses, destination)
        if (fault !== undefined) return answer(new AddressRefused(fault), [])
        if (options.all === true) return answer(null, [...addresses])
        const [first] = addresses
        answer(null, first?.address ?? '', first?.family)
      }
      void resolvedInTime(resolve, hostname).then(settle)
    },
  }
}

export class AddressRefused extends Error {
  readonly fault: WebhookUrlFault

  constructor(fault: WebhookUrlFault) {
    super(`the address is refused: ${fault}`)
    this.fault = fault
  }
}

/** A webhook's address is typed by a person; longer ones carry something that should not be in an address. */
const urlLengthMax = 2_048

function faultOfShape(url: URL, text: string): WebhookUrlFault | undefined {
  if (!/^https?:$/.test(url.protocol) || text.length > urlLengthMax || unfit.test(text)) return 'url'
  if (url.username !== '' || url.password !== '') return 'credentials'
  return url.port === '' || isWebPort(Number(url.port)) ? undefined : 'port'
}

/** A fragment never reaches a server; blanks and signs that are not seen are left out by some readers and not by others. */
const unfit = /[#\s\p{Cc}\p{Cf}\p{Cs}]/u

/** Below 1024 live mail servers, shells and the like, which a request could be made to talk to. */
const isWebPort = (port: number): boolean => port === 80 || port === 443 || port >= 1_024

/** By what is connected to, not by how it was typed: HTTP:// is http. */
const isPlain = (url: string): boolean => URL.parse(url)?.protocol !== 'https:'

/** `URL` writes every spelling of an address in one way: 0x7f.1 and 2130706433 are 127.0.0.1 by now. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** The name's whole answer, or none: a server of names that is slow is no reason to hold anyone up. */
async function resolvedInTime(resolve: Resolve, hostname: string): Promise<readonly Address[]> {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<readonly Address[]>()
  const timer = setTimeout(giveUp, resolveTimeoutMs, [])
  try {
    return await Promise.race([resolve(hostname), late])
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}

const resolveTimeoutMs = 5_000

const resolveBySystem: Resolve = (hostname) => systemLookup(hostname, { all: true })
