import assert from 'node:assert/strict'
import type { Environment } from '@lastro/contract/clients/credentials.ts'
import type { Engine } from '../../src/store/engine/tables.ts'
import type { Answer, RunningService } from '../running-service.ts'
import { oldRows } from './old-store.ts'

/** A report for a client of an old store, with the credentials of before; `engine` is the one that the rows are of. */
export async function askAsBefore(
  service: RunningService,
  engine: Engine,
  environment: Environment,
  documento: string,
): Promise<Answer> {
  const { clientId, clientSecret, apiKey } = oldRows(engine).credentials[environment]
  const path = environment === 'sandbox' ? '/sandbox' : ''
  const token = await service.call(`${path}/oauth/token`, {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  })
  assert.equal(token.status, 200, token.text)
  return service.call(`${path}/relatorioBasico/v2/consulta`, {
    headers: { Authorization: `Bearer ${String(token.at('access_token'))}`, 'x-api-key': apiKey },
    body: { documento },
  })
}
