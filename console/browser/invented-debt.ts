import assert from 'node:assert/strict'
import { personOf } from '../../service/testing/invented/invented-debt.ts'
import type { RunningService, Session } from '../../service/testing/running-service.ts'

/** A debt of somebody who does not exist. */
export const inventedDebt = {
  documento: '529.982.247-25',
  name: 'ANA CLARA DE EXEMPLO',
  birthDate: '1980-05-20',
  amount: '1520.33',
  dueDate: '2026-03-10',
  contractId: 'CT-1001',
  legalNatureId: 'CP',
  address: {
    addressLine: 'RUA DE EXEMPLO',
    number: '100',
    district: 'CENTRO',
    city: 'SAO PAULO',
    state: 'SP',
    zipCode: '01001000',
  },
  contact: { email: 'ana@exemplo.com.br' },
}

/** Lists it as the client of a test, by its own credentials; its id. */
export async function insertDebt(
  service: RunningService,
  client: Session | undefined,
  changes: { readonly documento?: string; readonly [member: string]: unknown } = {},
): Promise<string> {
  assert.ok(client)
  const body = { ...inventedDebt, ...personOf(changes.documento), ...changes }
  const answer = await service.call('/sandbox/negativacao/v2/dividas', { as: client, body })
  assert.equal(answer.status, 201, answer.text)
  return String(answer.at('result.id'))
}

export async function moveClock(
  service: RunningService,
  client: Session | undefined,
  advance: string,
): Promise<void> {
  assert.ok(client)
  const answer = await service.call('/sandbox/relogio', { as: client, body: { advance } })
  assert.equal(answer.status, 200, answer.text)
}
