import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Role } from '@lastro/contract/roles.ts'
import type { DocumentNumber } from '@lastro/rules/documents/document-number.ts'
import { systemClock } from '@lastro/service/clock.ts'
import { openCorrection } from '@lastro/service/features/person/open-request.ts'
import { personOf } from '../../service/testing/invented/invented-debt.ts'
import type { ConsoleInBrowser, Person } from './console-in-browser.ts'
import { insertDebt, inventedDebt } from './invented-debt.ts'

/** Something real for each address that names a thing by its id. */
export async function namedThings(
  { service, newPerson }: ConsoleInBrowser,
  role: Role,
  person: Person,
): Promise<(path: string) => string> {
  if (role === 'analyst') {
    const id = await occurrenceOf({ service }, person)
    const [one, other] = [await reportOf({ service }, person), await reportOf({ service }, person)]
    const batchId = await queryBatchOf({ service }, person)
    const decisionId = await decisionOf({ service }, person)
    const ids: readonly (readonly [string, string])[] = [
      ['/consulta/', one],
      ['/consultas/lotes', batchId],
      ['/decisoes/', decisionId],
    ]
    const idOf = (path: string) => ids.find(([begins]) => path.startsWith(begins))?.[1] ?? id
    return (path) =>
      path
        .replace(':id', idOf(path))
        .replace(':name', policyName)
        .replace(':one', one)
        .replace(':other', other)
  }
  const { client } = role === 'operator' ? await newPerson(['creditor']) : person
  const listingId = await insertDebt(service, client, role === 'operator' ? { birthDate: undefined } : {})
  const requestId = role === 'operator' ? await requestOf({ service }) : ''
  const guarantorId = role === 'creditor' ? await guarantorOf({ service }, person, listingId) : ''
  const batchId = role === 'creditor' ? await batchOf({ service }, person) : ''
  const idFor = (path: string) =>
    path.startsWith('/operador/clientes')
      ? (client?.clientId ?? '')
      : path.startsWith('/lotes')
        ? batchId
        : listingId
  return (path) =>
    path.replace(':id', idFor(path)).replace(':guarantorId', guarantorId).replace(':requestId', requestId)
}

/** Something that a person on file asked for. */
export async function requestOf({ service }: Pick<ConsoleInBrowser, 'service'>): Promise<string> {
  const { store, listings } = service
  const opened = await openCorrection(
    { ...store, listing: listings, clock: systemClock, newId: randomUUID, contact: undefined },
    {
      document: '52998224725' as DocumentNumber,
      subject: 'registration',
      listingId: undefined,
      field: 'data de nascimento',
      statement: 'Nasci em 20/05/1981.',
      asking: { channel: 'operator', by: 'Olívia', identity: 'RG' },
    },
  )
  assert.ok(opened.kind === 'opened')
  return opened.request.id
}

async function guarantorOf(
  { service }: Pick<ConsoleInBrowser, 'service'>,
  { client }: Person,
  listingId: string,
): Promise<string> {
  assert.ok(client)
  const { address, birthDate, name } = inventedDebt
  const documento = '00000001406'
  const body = { documento, name, birthDate, address, ...personOf(documento) }
  const path = `/sandbox/negativacao/v2/dividas/${listingId}/avalistas`
  const answer = await service.call(path, { as: client, body })
  assert.equal(answer.status, 201, answer.text)
  return String(answer.at('result.id'))
}

/** A batch with lines that were not taken. */
export async function batchOf(
  { service }: Pick<ConsoleInBrowser, 'service'>,
  { client }: Person,
): Promise<string> {
  assert.ok(client)
  const lines = [
    { ...inventedDebt, contractId: 'LT-1', amount: '1.00', legalNatureId: 'ZZ' },
    { documento: 1 },
  ]
  const answer = await service.call('/sandbox/negativacao/v2/lotes', {
    as: client,
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: lines.map((one) => `${JSON.stringify(one)}\n`).join(''),
  })
  assert.equal(answer.status, 200, answer.text)
  return answer.headers.get('location')?.split('/').at(-1) ?? ''
}

/** A batch of queries with a line that could not be read. */
export async function queryBatchOf(
  { service }: Pick<ConsoleInBrowser, 'service'>,
  { client }: Person,
): Promise<string> {
  assert.ok(client)
  const answer = await service.call('/sandbox/consultas/v2/lotes?product=relatorioBasico', {
    as: client,
    headers: { 'Content-Type': 'text/csv' },
    body: 'documento\n12345678909\nx\n',
  })
  assert.ok(answer.status < 300, answer.text)
  return String(answer.at('result.id'))
}

/** Asks for a report with the keys of the client, which the sandbox keeps too; the id of its query. */
export async function reportOf(
  { service }: Pick<ConsoleInBrowser, 'service'>,
  { client }: Person,
  documento = '12345678909',
): Promise<string> {
  assert.ok(client)
  const body = { documento }
  const answer = await service.call('/sandbox/relatorioBasico/v2/consulta', { as: client, body })
  assert.equal(answer.status, 200, answer.text)
  return answer.headers.get('x-request-id') ?? ''
}

export const policyName = 'loja-de-moveis'

/** Saves a policy and decides by it on a test document; the id of the decision. */
export async function decisionOf(
  { service }: Pick<ConsoleInBrowser, 'service'>,
  { client }: Person,
): Promise<string> {
  assert.ok(client)
  const rule = (id: string, when: object, outcome: string, reason: string) => ({
    id,
    when,
    outcome,
    whenUnknown: 'review',
    reason: { pt: reason, en: reason },
  })
  const policy = {
    name: policyName,
    title: { pt: 'Loja de móveis', en: 'Furniture shop' },
    documentTypes: ['CPF'],
    report: { product: 'relatorioBasico' },
    rules: [
      rule('cadastro', { value: 'registration.status', is: 'closed' }, 'decline', 'O CPF está cancelado.'),
      rule(
        'dividas',
        {
          and: [
            {
              value: 'negative.sum',
              of: { withinDays: 1800, kinds: ['listingP', 'notary'] },
              above: '500.00',
            },
            {
              or: [
                { value: 'negative.count', above: 0 },
                { not: { value: 'registration.status', is: 'regular' } },
              ],
            },
          ],
        },
        'decline',
        'Dívidas acima de R$ 500.',
      ),
    ],
    otherwise: { outcome: 'approve', reason: { pt: 'Nada impede a venda.', en: 'Nothing in the way.' } },
  }
  const saved = await service.call('/sandbox/politicas/v2', { as: client, body: policy })
  assert.ok(saved.status === 201 || saved.at('code') === 'policy_name_taken', saved.text)
  const body = { documento: '12345678909', policy: policyName }
  const answer = await service.call('/sandbox/decisoes/v2', { as: client, body })
  assert.equal(answer.status, 201, answer.text)
  const id = String(answer.at('result.id'))
  const reviewed = await service.call(`/sandbox/decisoes/v2/${id}/revisao`, {
    as: client,
    headers: { 'If-Match': '"1"' },
    body: {
      outcome: 'approve',
      reason: 'Comprovou a renda com três holerites.',
      by: 'Maria da Silva, crédito',
    },
  })
  assert.equal(reviewed.status, 201, reviewed.text)
  await service.keepAll()
  return id
}

/** Watches a test document and makes something happen to it; the id of what happened. */
export async function occurrenceOf(
  { service }: Pick<ConsoleInBrowser, 'service'>,
  { client }: Person,
): Promise<string> {
  assert.ok(client)
  const documento = '52998224725'
  await service.call('/sandbox/alertas/v2/documentos', { as: client, body: { documento } })
  const answer = await service.call('/sandbox/eventos', {
    as: client,
    body: { documento, event: 'listing.published' },
  })
  return String((answer.at('result.occurrences') as { readonly id: string }[])[0]?.id)
}
