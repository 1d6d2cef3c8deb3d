import { callerAddress, networkAllowed } from '../headers/networks.ts'
import type { Call } from '../route.ts'

export type MetricsAccess = {
  /** Networks (CIDR) that read the figures, besides this machine. */
  readonly metricsNetworks: readonly string[]
  readonly trustedProxies: readonly string[]
}

/**
 * The figures tell how much is asked and what fails, so they are for this machine and for the networks that the
 * operator names. A request that a proxy passed on comes from neither by itself, though the proxy may stand here:
 * it counts by the address that a trusted proxy gives, and that is never this machine.
 */
export function mayReadMetrics(
  { request, headers }: Pick<Call, 'request' | 'headers'>,
  { metricsNetworks, trustedProxies }: MetricsAccess,
): boolean {
  const isNamed = (address: string) => metricsNetworks.length > 0 && networkAllowed(metricsNetworks, address)
  const isLoopback = (address: string) => networkAllowed(loopback, address)
  const { forwarded, forwardedFor } = headers
  const sender = callerAddress(request.remoteAddress, undefined, [])
  if (forwarded === undefined && forwardedFor === undefined) return isLoopback(sender) || isNamed(sender)
  const caller = callerAddress(request.remoteAddress, forwardedFor, trustedProxies)
  // The same address means that nobody we trust has said another.
  return caller !== sender && !isLoopback(caller) && isNamed(caller)
}

const loopback = ['127.0.0.0/8', '::1']
