import type { Usage } from '@lastro/contract/usage.ts'
import type { CallOptions } from './connection.ts'
import type { Transport } from './transport.ts'

export type Account = {
  /** A month's queries by day, product and features; the current month when absent. */
  readonly usage: (month?: string, options?: CallOptions) => Promise<Usage>
}

export const account = ({ result }: Transport): Account => ({
  usage: (month, options) =>
    result({ method: 'GET', path: '/conta/v2/consumo', query: { month }, repeats: 'freely', options }),
})
