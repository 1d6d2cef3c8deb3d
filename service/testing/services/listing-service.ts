import assert from 'node:assert/strict'
import { type ClientContract, wholeContract } from '@lastro/contract/clients/client-contract.ts'
import type { ListingRequest } from '@lastro/contract/listings/listings.ts'
import type { Engine } from '../../src/store/engine/tables.ts'
import { cleanPerson, debt, natureFor, personOf } from '../invented/invented-debt.ts'
import {
  type Answer,
  type CallOptions,
  type RunningService,
  runService,
  type Session,
} from '../running-service.ts'
import { TestClock } from '../test-clock.ts'

export { cleanPerson, debt, personOf, TestClock }

/** Calls on listings as one client, at one environment's paths. */
export type Creditor = {
  readonly session: Session
  readonly call: (path: string, options?: Omit<CallOptions, 'as'>) => Promise<Answer>
  readonly insert: (changes?: Partial<ListingRequest>, headers?: Record<string, string>) => Promise<Answer>
  /** Inserts, expecting it to be taken; its id. */
  readonly inserted: (changes?: Partial<ListingRequest>) => Promise<string>
  readonly status: (id: string) => Promise<Answer>
  readonly act: (id: string, verb: string, body: object) => Promise<Answer>
  readonly patch: (id: string, body: object, version?: string) => Promise<Answer>
  /** The items of a report's section, and its summary. */
  readonly report: (documento?: string, section?: string) => Promise<Shown>
  readonly advance: (duration: string) => Promise<void>
}

export type Shown = {
  readonly items: readonly Record<string, string>[]
  readonly summary: Record<string, string>
}

export const dividas = '/negativacao/v2/dividas'

export function creditorOf(service: RunningService, session: Session): Creditor {
  const prefix = session.environment === 'sandbox' ? '/sandbox' : ''
  const call: Creditor['call'] = (path, options = {}) =>
    service.call(`${prefix}${path}`, { ...options, as: session })
  const insert: Creditor['insert'] = (changes = {}, headers = {}) =>
    call(dividas, {
      body: { ...debt, ...natureFor(changes.contractId), ...personOf(changes.documento), ...changes },
      headers,
    })
  const status: Creditor['status'] = (id) => call(`${dividas}/${id}`)
  return {
    session,
    call,
    insert,
    status,
    inserted: async (changes) => {
      const answer = await insert(changes)
      assert.equal(answer.status, 201, answer.text)
      return String(answer.at('result.id'))
    },
    act: (id, verb, body) => call(`${dividas}/${id}/${verb}`, { body }),
    patch: async (id, body, version) => {
      const ifMatch = version ?? (await status(id)).headers.get('etag') ?? ''
      return call(`${dividas}/${id}`, { method: 'PATCH', body, headers: { 'If-Match': ifMatch } })
    },
    report: async (documento = cleanPerson, section = 'listingP') => {
      const answer = await call('/relatorioBasico/v2/consulta', { body: { documento } })
      assert.equal(answer.status, 200, answer.text)
      const at = (member: string) => answer.at(`result.report.negativeData.${section}.${member}`)
      return {
        items: at(`${section}Response`) as Shown['items'],
        summary: at('summary') as Shown['summary'],
      }
    },
    advance: async (duration) => {
      const answer = await service.call('/sandbox/relogio', { body: { advance: duration }, as: session })
      assert.equal(answer.status, 200, answer.text)
    },
  }
}

export async function sandboxCreditor(
  engine: Engine,
  clock = new TestClock(),
): Promise<Creditor & { readonly service: RunningService; readonly clock: TestClock }> {
  const service = await runService({ engine, clock })
  return { ...creditorOf(service, await service.newSession()), service, clock }
}

/** A client of production that may do everything and lists for one creditor. `renew` is for after the clock jumps. */
export async function productionCreditor(
  service: RunningService,
  over: Partial<ClientContract> = {},
): Promise<Creditor & { readonly renew: () => Promise<void> }> {
  const session = { ...(await service.newSession('production')) }
  const { clientId, clientSecret } = session
  await service.store.clients.setContract(clientId, {
    ...wholeContract,
    creditors: [{ document: '11222333000181', name: 'LOJA LTDA' }],
    ...over,
  })
  const renew = async () => {
    const answer = await service.call('/oauth/token', {
      body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    })
    Object.assign(session, { token: String(answer.at('access_token')) })
  }
  await renew()
  return { ...creditorOf(service, session), renew }
}
