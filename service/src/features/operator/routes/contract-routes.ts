import { ClientContract } from '@lastro/contract/clients/client-contract.ts'
import { operatorPath } from '@lastro/contract/operator/operator-parts.ts'
import { readJson } from '../../../http/body/read-json.ts'
import { validator } from '../../../http/body/validate.ts'
import { versionIn } from '../../../http/headers/if-match.ts'
import { type FieldError, fieldError, type Refusal, success } from '../../../http/reply.ts'
import { type Call, isRefusal } from '../../../http/route.ts'
import type { ClientStore } from '../../clients/client-store.ts'
import { type ContractFault, setContract } from '../../clients/set-contract.ts'
import type { SourceStore } from '../../declared-sources/source-store.ts'
import type { AccessDeps, Handle, OperatorRoute } from '../operator-access.ts'

export type ContractRouteDeps = AccessDeps & {
  readonly clients: ClientStore
  readonly declaredSources: Pick<SourceStore, 'list'>
}

/** A contract with its thousand creditors fits. */
const contractBytesMax = 256 * 1024

/** What a client may do, read and set as a whole. */
export function contractRoutes(deps: ContractRouteDeps): readonly OperatorRoute[] {
  const path = `${operatorPath}/clientes/{id}/contrato`
  return [
    { operation: 'operadorContratoLe', method: 'GET', path, handle: read(deps) },
    { operation: 'operadorContratoDefine', method: 'PUT', path, handle: define(deps) },
  ]
}

const contractBody = validator(ClientContract)

const read =
  ({ clients }: ContractRouteDeps): Handle =>
  async ({ id }) => {
    const client = await clients.findClient(id)
    return client === undefined ? { code: 'client_unknown' } : answer(client.contractVersion, client.contract)
  }

const define =
  (deps: ContractRouteDeps): Handle =>
  async ({ call, id }) => {
    const body = await readJson(call, contractBody, undefined, contractBytesMax)
    if (isRefusal(body)) return body
    const { ifMatch } = call.headers
    if (ifMatch === undefined) return { code: 'contract_version_required' }
    const request = { clientId: id, contract: body.value, version: versionIn(ifMatch) }
    const sourceNames = async () => (await deps.declaredSources.list()).map(({ name }) => name)
    const set = await setContract({ ...deps, sourceNames }, request)
    switch (set.kind) {
      case 'set':
        return answer(set.version, set.contract)
      case 'refused':
        return { code: 'fields_mismatch', errors: set.faults.map((fault) => errorOf(fault, call)) }
      case 'unknown':
        return { code: 'client_unknown' }
      case 'revoked':
        return { code: 'client_revoked' }
      case 'changed':
        return changed
    }
  }

const changed: Refusal = { code: 'contract_changed' }

const answer = (version: number, contract: ClientContract) => ({
  ...success({ version, contract }),
  headers: { ETag: `"${version}"` },
})

function errorOf({ member, entry, part, choices }: ContractFault, { language }: Call): FieldError {
  const field = typeof entry === 'number' ? `${member}[${entry}]` : member
  return choices === undefined
    ? fieldError(part === undefined ? field : `${field}.${part}`, 'format', language)
    : fieldError(field, 'choice', language, { choices: choices.join(', ') })
}
