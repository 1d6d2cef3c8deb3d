import {
  NewClientRequest,
  type OperatorClient,
  RotateKeyRequest,
} from '@lastro/contract/operator/operator-clients.ts'
import { environmentNames, operatorPageMax, operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import { instantText } from '@lastro/rules/calendar/day.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { ListQuery } from '../../../http/query/list-query.ts'
import { type Refusal, success } from '../../../http/reply.ts'
import { isRefusal } from '../../../http/route.ts'
import type { Client, ClientStore, ListedKey } from '../../clients/client-store.ts'
import { registerClient, renewSecret, rotateKey } from '../../clients/register-client.ts'
import { searchText } from '../../clients/search-text.ts'
import { keyPrefix } from '../../clients/secrets.ts'
import { type AccessDeps, type Handle, noBody, type OperatorRoute, once } from '../operator-access.ts'
import { afterIn, cutPage, limitIn } from '../operator-query.ts'

export type ClientRouteDeps = AccessDeps & { readonly clients: ClientStore }

/** Clients and their credentials. */
export function clientRoutes(deps: ClientRouteDeps): readonly OperatorRoute[] {
  const clients = `${operatorPath}/clientes`
  const one = `${clients}/{id}`
  const keys = `${one}/chaves`
  return [
    { operation: 'operadorClientesLista', method: 'GET', path: clients, handle: list(deps) },
    { operation: 'operadorClientesInclui', method: 'POST', path: clients, handle: create(deps) },
    { operation: 'operadorClientesLe', method: 'GET', path: one, handle: read(deps) },
    { operation: 'operadorClientesRevoga', method: 'POST', path: `${one}/revogar`, handle: revoke(deps) },
    { operation: 'operadorClientesSegredo', method: 'POST', path: `${one}/segredo`, handle: secret(deps) },
    { operation: 'operadorChavesLista', method: 'GET', path: keys, handle: listKeys(deps) },
    { operation: 'operadorChavesRotaciona', method: 'POST', path: keys, handle: rotate(deps) },
    { operation: 'operadorChavesEncerra', method: 'DELETE', path: `${keys}/{chaveId}`, handle: endKey(deps) },
  ]
}

const newClient = validator(NewClientRequest)
const rotation = validator(RotateKeyRequest)

const list =
  ({ clients }: ClientRouteDeps): Handle =>
  async ({ call }) => {
    const query = new ListQuery(call, ['environment', 'name', 'limit', 'cursor'])
    const environment = query.choice('environment', environmentNames)
    const name = query.text('name')
    const limit = limitIn(query)
    const after = afterIn(query)
    if (query.refusal !== undefined) return query.refusal
    const found = await clients.pageOfClients({
      limit: limit + 1,
      ...(environment !== undefined && { environment }),
      ...(name !== undefined && { name: searchText(name) }),
      ...(after !== undefined && { after }),
    })
    const { page, cursor } = cutPage(found, limit, (client) => client)
    return success({ clients: page.map(clientView), ...(cursor !== undefined && { cursor }) })
  }

const create =
  (deps: ClientRouteDeps): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, newClient)
    if (isRefusal(body)) return body
    return once(deps, asked, 'operadorClientesInclui', body.bytes, async () => {
      const { environment, name } = body.value
      const created = await registerClient(deps, { environment, name: name.trim() })
      asked.target = created.clientId
      const client = await deps.clients.findClient(created.clientId)
      if (client === undefined) throw new Error('A client that was just created is gone')
      const { clientSecret, apiKey } = created
      return success({ client: clientView(client), clientSecret, apiKey }, 201)
    })
  }

const read =
  ({ clients }: ClientRouteDeps): Handle =>
  async ({ id }) => {
    const client = await clients.findClient(id)
    return client === undefined ? unknown : success(clientView(client))
  }

const revoke =
  ({ clients, clock }: ClientRouteDeps): Handle =>
  async ({ id }) => {
    const isRevoked = await clients.revokeClient(id, clock.nowMs())
    const client = await clients.findClient(id)
    if (client === undefined) return unknown
    return isRevoked ? success(clientView(client)) : { code: 'client_revoked' }
  }

const secret =
  (deps: ClientRouteDeps): Handle =>
  (asked) =>
    once(deps, asked, 'operadorClientesSegredo', noBody, async () => {
      const renewed = await renewSecret(deps, asked.id)
      if (typeof renewed === 'string') return refusalOf[renewed]
      return success({ clientId: asked.id, clientSecret: renewed.clientSecret }, 201)
    })

const listKeys =
  ({ clients, clock }: ClientRouteDeps): Handle =>
  async ({ id }) => {
    const client = await clients.findClient(id)
    if (client === undefined) return unknown
    const keys = await clients.listKeys(id, operatorPageMax)
    return success({ keys: keys.map((key) => keyView(key, client, clock.nowMs())) })
  }

const rotate =
  (deps: ClientRouteDeps): Handle =>
  async (asked) => {
    const body = await readJson(asked.call, rotation)
    if (isRefusal(body)) return body
    return once(deps, asked, 'operadorChavesRotaciona', body.bytes, async () => {
      const overlapMs = body.value.overlapMinutes * 60_000
      const rotated = await rotateKey(deps, { clientId: asked.id, overlapMs })
      if (typeof rotated === 'string') return refusalOf[rotated]
      const client = await deps.clients.findClient(asked.id)
      if (client === undefined) return unknown
      const { apiKey, key } = rotated
      return success({ key: keyView(key, client, deps.clock.nowMs()), apiKey }, 201)
    })
  }

const endKey =
  ({ clients, clock }: ClientRouteDeps): Handle =>
  async ({ id, path }) => {
    const client = await clients.findClient(id)
    if (client === undefined) return unknown
    const key = await clients.endKey(id, path.chaveId ?? '', clock.nowMs())
    return key === undefined ? { code: 'client_key_unknown' } : success(keyView(key, client, clock.nowMs()))
  }

const unknown: Refusal = { code: 'client_unknown' }
const refusalOf: Readonly<Record<'unknown_client' | 'revoked', Refusal>> = {
  unknown_client: unknown,
  revoked: { code: 'client_revoked' },
}

const clientView = (client: Client): OperatorClient => ({
  id: client.id,
  environment: client.environment,
  name: client.name,
  createdAt: instantText(client.createdAtMs),
  ...(client.revokedAtMs !== undefined && { revokedAt: instantText(client.revokedAtMs) }),
  contractVersion: client.contractVersion,
})

const keyView = (
  { id, hint, createdAtMs, expiresAtMs }: ListedKey,
  { environment, revokedAtMs }: Client,
  nowMs: number,
) => ({
  id,
  // Of a key made before its end was kept, only the beginning is known.
  hint: hint ?? `${keyPrefix[environment]}…`,
  createdAt: instantText(createdAtMs),
  ...(expiresAtMs !== undefined && { expiresAt: instantText(expiresAtMs) }),
  active: revokedAtMs === undefined && (expiresAtMs === undefined || expiresAtMs > nowMs),
})
