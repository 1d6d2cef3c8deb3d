import assert from 'node:assert/strict'
import type { Day } from '@lastro/rules/calendar/day.ts'
import type { Clock } from '@lastro/service/clock.ts'
import { personOf } from '../../../service/testing/invented/invented-debt.ts'
import type { Session } from '../../../service/testing/running-service.ts'
import { webhookReceiver } from '../../../service/testing/servers/webhook-receiver.ts'
import { debt, dividas, productionCreditor } from '../../../service/testing/services/listing-service.ts'
import type { ConsoleInBrowser, Person } from '../console-in-browser.ts'
import { insertDebt, inventedDebt, moveClock } from '../invented-debt.ts'
import { batchOf, decisionOf, policyName, queryBatchOf, reportOf, requestOf } from '../named-things.ts'
import type { Seer } from './scenes.ts'

/** What is pictured must not change with the day it is pictured on. */
export const picturedAtMs = Date.UTC(2026, 10, 16, 12)

/** A clock that stands still until it is set. */
export type MovableClock = Clock & { readonly set: (nowMs: number) => void }

export function movableClock(): MovableClock {
  let atMs = picturedAtMs
  return {
    nowMs: () => atMs,
    set: (nowMs) => {
      atMs = nowMs
    },
  }
}

export type Furnished = {
  readonly people: Readonly<Record<Seer, Person | undefined>>
  /** A route with what there is in the place of its ids. */
  readonly named: (route: string) => string
}

const prices = {
  relatorioBasico: 150,
  relato: 420,
  relatorioAvancado: 680,
  cadastral: 45,
  SANCOES: 20,
  DIVIDA_ATIVA: 25,
}

/** A client with queries, debts in several states and alerts, its people, and one of a client that has none of it. */
export async function furnish(inBrowser: ConsoleInBrowser, clock: MovableClock): Promise<Furnished> {
  const { service, newPerson } = inBrowser
  const analyst = await newPerson(['analyst'], { contract: { prices } })
  const client = analyst.client ?? assert.fail('an analyst is of a client')
  clock.set(picturedAtMs - 15 * dayMs)
  await renew(inBrowser, client)
  const before = await reportOf(inBrowser, analyst, inventedDebt.documento)
  const listed = await furnishListings(inBrowser, client)
  await furnishUsage(inBrowser, client, clock)
  const inReview = await furnishNewListings(inBrowser, client, listed.disputed)
  const occurrenceId = await furnishAlerts(inBrowser, client)
  const after = await reportOf(inBrowser, analyst, inventedDebt.documento)
  const [batchId, queryBatchId] = [await batchOf(inBrowser, analyst), await queryBatchOf(inBrowser, analyst)]
  await furnishProduction(inBrowser, clock)
  await furnishData(inBrowser)
  const requestId = await requestOf({ service })
  const ids: readonly (readonly [string, string])[] = [
    ['/consulta/relatorio/:id', after],
    ['/decisoes/:id', await decisionOf(inBrowser, analyst)],
    ['/alertas/ocorrencias/:id', occurrenceId],
    ['/operador/clientes/:id', client.clientId],
    ['/operador/analise/:id', inReview],
    ['/dividas/:id', listed.shown],
    ['/lotes/:id', batchId],
    ['/consultas/lotes/:id', queryBatchId],
  ]
  // By the policy of that decision, which there is only now.
  await service.call('/sandbox/alertas/v2/documentos', {
    as: client,
    body: { documento: '00000001163', label: 'Contrato 1004', policy: policyName },
  })
  return {
    people: {
      analyst,
      creditor: await newPerson(['creditor'], { client }),
      operator: await newPerson(['operator']),
      newcomer: await newPerson(['analyst', 'creditor']),
      nobody: undefined,
    },
    named: (route) =>
      ids
        .reduce((path, [of, id]) => (path.startsWith(of) ? path.replace(':id', id) : path), route)
        .replace(':name', 'loja-de-moveis')
        .replace(':guarantorId', listed.guarantor)
        .replace(':requestId', requestId)
        .replace(':one', before)
        .replace(':other', after),
  }
}

async function furnishListings({ service }: ConsoleInBrowser, client: Session) {
  const act = async (id: string, verb: string, body: object) => {
    const answer = await service.call(`/sandbox/negativacao/v2/dividas/${id}/${verb}`, { as: client, body })
    assert.ok(answer.status < 300, answer.text)
    return answer
  }
  const list = (documento: string, contractId: string, amount: string, changes: object = {}) =>
    insertDebt(service, client, { documento, contractId, amount, ...changes })
  const suspended = await list('12345678909', 'CT-1002', '890.00')
  const released = await list('00000001163', 'CT-1003', '12400.50')
  const disputed = await list('00000001325', 'CT-1004', '312.75')
  const shown = await list(inventedDebt.documento, 'CT-1001', '1520.33')
  const { name, birthDate, address } = inventedDebt
  const backing = '00000001406'
  const guarantor = await act(shown, 'avalistas', {
    documento: backing,
    name,
    birthDate,
    address,
    ...personOf(backing),
  })
  await moveClock(service, client, 'P12D')
  await act(suspended, 'suspensao', { courtOrder: '0000000-00.2026.8.26.0100' })
  await act(released, 'baixa', { reason: '01' })
  return { shown, disputed, guarantor: String(guarantor.at('result.id')) }
}

/** What has just begun, and waits. */
async function furnishNewListings({ service }: ConsoleInBrowser, client: Session, disputed: string) {
  const list = (documento: string, contractId: string, amount: string, changes: object = {}) =>
    insertDebt(service, client, { documento, contractId, amount, ...changes })
  const answer = await service.call(`/sandbox/negativacao/v2/dividas/${disputed}/contestacao`, {
    as: client,
    body: { statement: 'Não reconheço a dívida.' },
  })
  assert.equal(answer.status, 200, answer.text)
  await list('00000001597', 'CT-1006', '77.10')
  return list('00000001678', 'CT-1007', '640.00', {
    name: 'GLORIA SEM REGISTRO',
    birthDate: undefined,
  })
}

/** Something is watched, something happened to it, and a receiver took it; what happened last. */
async function furnishAlerts({ service }: ConsoleInBrowser, client: Session): Promise<string> {
  const receiver = await webhookReceiver()
  const alerts = '/sandbox/alertas/v2'
  const post = (path: string, body: object) => service.call(path, { as: client, body })
  await post(`${alerts}/webhooks`, { url: receiver.url, label: 'Sistema de cobrança' })
  await post(`${alerts}/emails`, { email: 'credito@exemplo.com.br' })
  for (const [at, documento] of ['52998224725', '12345678909', '00000001244'].entries()) {
    await post(`${alerts}/documentos`, { documento, label: `Contrato ${1001 + at}` })
  }
  let id = ''
  for (const [documento, event] of [
    ['00000001244', 'registration.changed'],
    ['12345678909', 'status.changed'],
    ['52998224725', 'listing.published'],
  ]) {
    const answer = await post('/sandbox/eventos', { documento, event })
    id = String((answer.at('result.occurrences') as { readonly id: string }[])[0]?.id)
  }
  await service.runJobs()
  receiver.close()
  return id
}

const dayMs = 86_400_000

/** Gives a client a token that is good at this hour of the clock. */
async function renew({ service }: ConsoleInBrowser, client: Session): Promise<void> {
  const { clientId: client_id, clientSecret: client_secret } = client
  const answer = await service.call('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id, client_secret },
  })
  Object.assign(client, { token: String(answer.at('access_token')) })
}

/** What an operator has to do: a debt to review, and a day of queries beside others. */
async function furnishProduction(inBrowser: ConsoleInBrowser, clock: MovableClock): Promise<void> {
  const { service } = inBrowser
  const creditor = await productionCreditor(service)
  await furnishUsage(inBrowser, creditor.session, clock, '')
  const answer = await creditor.call(dividas, { body: { ...debt, birthDate: undefined } })
  assert.equal(answer.status, 201, answer.text)
}

/** Two periods of one set of public data, of which the newer is served. */
async function furnishData({ service }: ConsoleInBrowser): Promise<void> {
  const { dataCatalogue } = service.store
  const account = { zip: 'Empresas0.zip', file: 'EMPRECSV', kind: 'companies', read: 61_204, kept: 61_200 }
  const files = [{ ...account, merged: 3, quarantined: 1, quarantinedBy: { root_invalid: 1 }, fields: {} }]
  for (const [period, date] of [
    ['2026-10', '2026-10-12'],
    ['2026-11', '2026-11-09'],
  ] as const) {
    const id = `receita-${period}`
    const startedAtMs = Date.parse(`${date}T12:00:00Z`)
    await dataCatalogue.begin({ id, dataSet: 'receita', period, date: date as Day, startedAtMs })
    await dataCatalogue.finish(id, { accounting: { files }, sizeBytes: 58_000_000 }, startedAtMs + dayMs)
  }
}

/** Two weeks of queries, more on some days than on others. */
async function furnishUsage(
  inBrowser: ConsoleInBrowser,
  client: Session,
  clock: MovableClock,
  prefix = '/sandbox',
): Promise<void> {
  for (let daysAgo = 15; daysAgo >= 0; daysAgo--) {
    clock.set(picturedAtMs - daysAgo * dayMs)
    await renew(inBrowser, client)
    const ask = (product: string) =>
      inBrowser.service.call(`${prefix}/${product}/v2/consulta`, {
        as: client,
        body: { documento: '12345678909' },
      })
    const busy = daysAgo % 7 === 0 ? 1 : 3 + ((daysAgo * 5) % 4)
    for (let count = 0; count < busy; count++) await ask('relatorioBasico')
    for (let count = 0; count < busy / 2; count++) await ask('cadastral')
    if (daysAgo % 3 === 0) await ask('relatorioAvancado')
  }
}
