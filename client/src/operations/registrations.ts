import type { RemovedAnswer } from '@lastro/contract/alerts/alert-registrations.ts'
import type { ResultOf } from '@lastro/contract/reports/queries.ts'
import { type CallOptions, type KeyedOptions, step } from '../transport/connection.ts'
import type { Transport } from '../transport/transport.ts'

/** What is made, read, changed and removed by its id. */
export type Registrations<Request, Patch, One, Made = One> = {
  readonly create: (request: Request, options?: KeyedOptions) => Promise<Made>
  readonly get: (id: string, options?: CallOptions) => Promise<One>
  readonly update: (id: string, patch: Patch, options?: CallOptions) => Promise<One>
  readonly remove: (id: string, options?: CallOptions) => Promise<ResultOf<typeof RemovedAnswer>>
}

export function registrations<Request, Patch, One, Made = One>(
  { result, get }: Transport,
  path: string,
): Registrations<Request, Patch, One, Made> {
  const one = (id: string) => `${path}/${step(id)}`
  return {
    create: (body, options) => result({ method: 'POST', path, body, repeats: 'keyed', options }),
    get: (id, options) => get(one(id), options),
    update: (id, body, options) =>
      result({ method: 'PATCH', path: one(id), body, repeats: 'freely', options }),
    // A second sending would say that there is no such thing, which is no answer to the first.
    remove: (id, options) => result({ method: 'DELETE', path: one(id), repeats: 'never', options }),
  }
}
