import type {
  KeptPolicy,
  PoliciesAnswer,
  PolicyItem,
  PolicyVersion,
} from '@lastro/contract/policies/kept-policies.ts'
import type { WrittenPolicy } from '@lastro/contract/policies/policy.ts'
import type { Rehearsal, RehearsalRequest } from '@lastro/contract/policies/rehearsal.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import { type CallOptions, type KeyedOptions, step } from '../transport/connection.ts'
import type { Transport } from '../transport/transport.ts'

/** Policies by their names, in versions that never change. */
export type Policies = {
  readonly list: (options?: CallOptions) => Promise<readonly PolicyItem[]>
  /** The newest version whole, and who saved each. */
  readonly get: (name: string, options?: CallOptions) => Promise<KeptPolicy>
  readonly getVersion: (name: string, version: number, options?: CallOptions) => Promise<PolicyVersion>
  /** Checked when it is saved: what is wrong is in the `errors` of the problem, with its place. */
  readonly save: (policy: WrittenPolicy, options?: KeyedOptions) => Promise<KeptPolicy>
  /** `version` is the newest that the author has seen. */
  readonly saveVersion: (
    policy: WrittenPolicy,
    of: { readonly version: number },
    options?: KeyedOptions,
  ) => Promise<KeptPolicy>
  /** What a draft would change over the reports that are kept; nothing is saved, queried or billed. */
  readonly rehearse: (
    request: Omit<RehearsalRequest, 'policy'> & { readonly policy: WrittenPolicy },
    options?: CallOptions,
  ) => Promise<Rehearsal>
  /** It decides no more; what it decided stays. */
  readonly retire: (name: string, options?: CallOptions) => Promise<KeptPolicy>
}

const path = '/politicas/v2'
const one = (name: string, rest = ''): string => `${path}/${step(name)}${rest}`

export const policies = ({ result, get }: Transport): Policies => ({
  list: async (options) => (await get<ResultOf<typeof PoliciesAnswer>>(path, options)).policies,
  get: (name, options) => get(one(name), options),
  getVersion: (name, version, options) => get(one(name, `/versoes/${version}`), options),
  save: (body, options) => result({ method: 'POST', path, body, repeats: 'keyed', options }),
  saveVersion: (body, { version }, options) =>
    result({
      method: 'POST',
      path: one(body.name, '/versoes'),
      body,
      headers: { 'If-Match': `"${version}"` },
      repeats: 'keyed',
      options,
    }),
  rehearse: (body, options) =>
    result({ method: 'POST', path: one(body.policy.name, '/ensaio'), body, repeats: 'freely', options }),
  retire: (name, options) =>
    result({ method: 'POST', path: one(name, '/retirada'), repeats: 'freely', options }),
})
