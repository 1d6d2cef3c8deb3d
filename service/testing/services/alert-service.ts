import assert from 'node:assert/strict'
import { wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { Engine } from '../../src/store/engine/tables.ts'
import {
  type Answer,
  type CallOptions,
  type Options,
  type RunningService,
  runService,
  type Session,
} from '../running-service.ts'
import { TestClock } from './listing-service.ts'

/** Calls on alerts as one client, at one environment's paths. */
export type Watcher = {
  readonly session: Session
  readonly call: (path: string, options?: Omit<CallOptions, 'as'>) => Promise<Answer>
  /** Watches, expecting it to be taken; the id of the registration. */
  readonly watched: (changes?: object) => Promise<string>
  readonly occurrences: (headers?: Record<string, string>) => Promise<readonly Occurred[]>
  /** Triggers an event in the sandbox; the id of the occurrence. */
  readonly triggered: (event?: string, documento?: string) => Promise<string>
  readonly advance: (duration: string) => Promise<void>
}

export type Occurred = {
  readonly id: string
  readonly event: string
  readonly documento: string
  readonly sequence: number
  readonly data: Record<string, unknown>
}

export const documentos = '/alertas/v2/documentos'
export const emails = '/alertas/v2/emails'
export const ocorrencias = '/alertas/v2/ocorrencias'

/** Clean in the sandbox. */
export const watchedPerson = '52998224725'

export function watcherOf(service: RunningService, session: Session): Watcher {
  const prefix = session.environment === 'sandbox' ? '/sandbox' : ''
  const call: Watcher['call'] = (path, options = {}) =>
    service.call(`${prefix}${path}`, { ...options, as: session })
  return {
    session,
    call,
    watched: async (changes = {}) => {
      const answer = await call(documentos, { body: { documento: watchedPerson, ...changes } })
      assert.equal(answer.status, 201, answer.text)
      return String(answer.at('result.id'))
    },
    occurrences: async (headers = {}) => {
      const answer = await call(ocorrencias, { headers })
      assert.equal(answer.status, 200, answer.text)
      return answer.at('result.occurrences') as Occurred[]
    },
    triggered: async (event = 'listing.published', documento = watchedPerson) => {
      const answer = await call('/eventos', { body: { documento, event } })
      assert.equal(answer.status, 201, answer.text)
      return String(answer.at('result.occurrences.0.id'))
    },
    advance: async (duration) => {
      const answer = await call('/relogio', { body: { advance: duration } })
      assert.equal(answer.status, 200, answer.text)
    },
  }
}

/** A client of the sandbox, on a service of its own. */
export async function sandboxWatcher(
  engine: Engine,
  options: Omit<Options, 'engine' | 'clock'> = {},
): Promise<Watcher & { readonly service: RunningService; readonly clock: TestClock }> {
  const clock = new TestClock()
  const service = await runService({ ...options, engine, clock })
  return { ...watcherOf(service, await service.newSession()), service, clock }
}

/** A client of production with this contract, or with everything. `renew` is for after the clock jumps. */
export async function productionWatcher(
  service: RunningService,
  contract = wholeContract,
): Promise<Watcher & { readonly renew: () => Promise<void> }> {
  const session = { ...(await service.newSession('production')) }
  const { clientId, clientSecret } = session
  await service.store.clients.setContract(clientId, contract)
  const renew = async () => {
    const answer = await service.call('/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    })
    Object.assign(session, { token: String(answer.at('access_token')) })
  }
  await renew()
  return { ...watcherOf(service, session), renew }
}
