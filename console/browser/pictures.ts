import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Clock } from '@lastro/service/clock.ts'
import type { Page } from 'playwright-core'
import { personOf } from '../../service/testing/invented/invented-debt.ts'
import { webhookReceiver } from '../../service/testing/servers/webhook-receiver.ts'
import {
  type ConsoleInBrowser,
  type Person,
  phone,
  startConsole,
  type VisitOptions,
} from './console-in-browser.ts'
import { insertDebt, inventedDebt, moveClock } from './invented-debt.ts'
import { palettePicture } from './palette-picture.ts'

/** The console's part of `npm run pictures`: its main pages, of a sandbox with people who do not exist. */
const pictures = resolve(import.meta.dirname, '../../docs/pictures')

/** Larger ones would make every clone slow for a look at them. */
const pictureBytesMax = 300 * 1024

/** What is pictured must not change with the day it is pictured on. */
const picturedAtMs = Date.UTC(2026, 10, 16, 12)
const clock = movableClock(picturedAtMs)

type Picture = {
  readonly name: string
  readonly path: string
  readonly look: VisitOptions
  /** What is done on the page before it is pictured. */
  readonly act?: (page: Page) => Promise<void>
  /** Who sees it: the person of a client where it says nothing. */
  readonly as?: 'nobody' | 'operator'
}

const desk: VisitOptions = { viewport: { width: 1280, height: 860 } }
const dark: VisitOptions = { ...desk, colorScheme: 'dark' }
const hand: VisitOptions = { viewport: phone }
const darkHand: VisitOptions = { ...hand, colorScheme: 'dark' }

const choose = async (page: Page) => {
  await page.getByLabel('CPF ou CNPJ').fill('000.000.012-44')
  await page.locator('label.choice', { hasText: 'Sanções' }).click()
  await page.getByLabel('CPF ou CNPJ').focus()
}

const confirm = async (page: Page) => {
  await choose(page)
  await page.getByRole('button', { name: 'Consultar', exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

const ask = async (page: Page) => {
  await confirm(page)
  await page.getByRole('button', { name: 'Consultar agora' }).click()
  await page.getByRole('img', { name: /Linha do tempo/ }).waitFor()
}

/** The report of a company that was closed, and has a partner with a restriction. */
const askClosed = async (page: Page) => {
  await page.getByLabel('CPF ou CNPJ').fill('99.999.004/0001-92')
  await page.locator('label.choice', { hasText: 'Relatório da empresa' }).click()
  await page.getByRole('button', { name: 'Consultar', exact: true }).click()
  await page.getByRole('button', { name: 'Consultar agora' }).click()
  await page.getByRole('img', { name: /Linha do tempo/ }).waitFor()
}

const find = async (page: Page) => {
  await page.getByRole('button', { name: 'Ir para…' }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('ferragens')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
}

const openMenu = (page: Page) => page.getByRole('button', { name: 'Menu' }).click()

const openListing = async (page: Page) => {
  await page.getByRole('link', { name: inventedDebt.name }).click()
  await page.getByRole('heading', { level: 1, name: 'Anotação' }).waitFor()
  await page.getByText('Comunicados').waitFor()
}

const sendBatch = async (page: Page) => {
  const lines = [
    { contractId: 'L-1' },
    { contractId: 'L-2', amount: '1.00' },
    { contractId: 'L-1' },
    { amount: 'x' },
  ]
  const body = lines.map((changes) => JSON.stringify({ ...inventedDebt, ...changes })).join('\n')
  const file = { name: 'lote.ndjson', mimeType: 'application/x-ndjson', buffer: Buffer.from(body) }
  await page.getByLabel('Arquivo').setInputFiles(file)
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Arquivo respondido por inteiro.').waitFor()
}

const openOccurrence = async (page: Page) => {
  await page.getByRole('link', { name: 'Uma dívida foi publicada.' }).first().click()
  await page.getByText('entregue', { exact: true }).waitFor()
}

const openClient = async (page: Page) => {
  await page.getByRole('link', { name: furnishedName }).click()
  await page.getByRole('button', { name: 'Salvar o contrato' }).waitFor()
}

const openUsage = async (page: Page) => {
  await openClient(page)
  await page.locator('.tabs').getByRole('link', { name: 'Consumo' }).click()
  await page.getByRole('img', { name: /por dia/ }).waitFor()
  await page.getByRole('img', { name: /por dia/ }).scrollIntoViewIfNeeded()
}

const searchTrail = async (page: Page) => {
  const form = page.locator('form')
  await form.getByLabel('Ambiente').selectOption('sandbox')
  await form.getByRole('button', { name: 'Procurar' }).click()
  await page
    .getByRole('cell', { name: /456\.789/ })
    .first()
    .waitFor()
}

const openReview = async (page: Page) => {
  await openClient(page)
  await page.getByRole('link', { name: 'Análise deste cliente' }).click()
  await page.getByRole('link', { name: 'GLORIA SEM REGISTRO' }).waitFor()
}

const clients = '/operador/clientes'

const all: readonly Picture[] = [
  { name: 'sign-in-light', path: '/', look: desk, as: 'nobody' },
  { name: 'query-light', path: '/consulta', look: desk, act: choose },
  { name: 'query-dark', path: '/consulta', look: dark, act: choose },
  { name: 'query-phone', path: '/consulta', look: hand, act: choose },
  { name: 'confirm-light', path: '/consulta', look: desk, act: confirm },
  { name: 'report-light', path: '/consulta', look: desk, act: ask },
  { name: 'report-dark', path: '/consulta', look: dark, act: ask },
  { name: 'report-phone', path: '/consulta', look: hand, act: ask },
  { name: 'report-phone-dark', path: '/consulta', look: darkHand, act: ask },
  { name: 'report-closed-light', path: '/consulta', look: desk, act: askClosed },
  { name: 'find-light', path: '/consulta', look: desk, act: find },
  { name: 'menu-phone', path: '/consulta', look: hand, act: openMenu },
  { name: 'listings-light', path: '/dividas', look: desk },
  { name: 'listings-dark', path: '/dividas', look: dark },
  { name: 'listings-phone', path: '/dividas', look: hand },
  { name: 'listing-light', path: '/dividas', look: desk, act: openListing },
  { name: 'listing-phone-dark', path: '/dividas', look: darkHand, act: openListing },
  { name: 'batch-light', path: '/lotes', look: desk, act: sendBatch },
  { name: 'account-dark', path: '/conta', look: dark },
  { name: 'alerts-light', path: '/alertas', look: desk },
  { name: 'watched-phone', path: '/alertas/documentos', look: hand },
  { name: 'delivery-light', path: '/alertas', look: desk, act: openOccurrence },
  { name: 'delivery-phone-dark', path: '/alertas', look: darkHand, act: openOccurrence },
  { name: 'clients-light', path: clients, look: desk, as: 'operator' },
  { name: 'contract-light', path: clients, look: desk, as: 'operator', act: openClient },
  { name: 'contract-phone-dark', path: clients, look: darkHand, as: 'operator', act: openClient },
  { name: 'usage-light', path: clients, look: desk, as: 'operator', act: openUsage },
  { name: 'usage-dark', path: clients, look: dark, as: 'operator', act: openUsage },
  { name: 'usage-phone', path: clients, look: hand, as: 'operator', act: openUsage },
  { name: 'trail-light', path: '/operador/trilha', look: desk, as: 'operator', act: searchTrail },
  { name: 'review-dark', path: clients, look: dark, as: 'operator', act: openReview },
  { name: 'sources-light', path: '/operador/fontes', look: desk, as: 'operator' },
]

async function makePictures(): Promise<void> {
  const inBrowser = await startConsole({ clock })
  try {
    const person = await furnished(inBrowser)
    await furnishAlerts(inBrowser, person)
    await furnishUsage(inBrowser, person)
    const operator = await inBrowser.newPerson(['operator'])
    for (const one of all) {
      const seenBy = { nobody: undefined, operator, person }[one.as ?? 'person']
      await picture(inBrowser, seenBy, one)
    }
  } finally {
    await inBrowser.close()
  }
}

async function picture(
  { visit }: ConsoleInBrowser,
  seenBy: Person | undefined,
  { name, path, look, act }: Picture,
) {
  const { page, open, close } = await visit(seenBy, look)
  await open(path)
  await act?.(page)
  const file = join(pictures, `console-${name}.png`)
  writeFileSync(file, palettePicture(await page.screenshot()))
  await close()
  const { size } = statSync(file)
  if (size > pictureBytesMax) throw new Error(`${name} has ${size} bytes, and may have ${pictureBytesMax}`)
}

/** The name that the harness gives a client. */
const furnishedName = 'Teste'

/** A person whose client has a price list and debts in several states. */
async function furnished({ service, newPerson }: ConsoleInBrowser): Promise<Person> {
  const prices = {
    relatorioBasico: 150,
    relato: 420,
    relatorioAvancado: 680,
    cadastral: 45,
    SANCOES: 20,
    DIVIDA_ATIVA: 25,
  }
  const person = await newPerson(['analyst', 'creditor'], { contract: { prices } })
  const { client } = person
  const act = async (id: string, verb: string, body: object) => {
    await service.call(`/sandbox/negativacao/v2/dividas/${id}/${verb}`, {
      ...(client && { as: client }),
      body,
    })
  }
  const debt = (documento: string, contractId: string, amount: string, changes: object = {}) =>
    insertDebt(service, client, { documento, contractId, amount, ...changes })
  const suspended = await debt('12345678909', 'CT-1002', '890.00')
  const released = await debt('00000001163', 'CT-1003', '12400.50')
  const disputed = await debt('00000001325', 'CT-1004', '312.75')
  const shown = await debt(inventedDebt.documento, 'CT-1001', '1520.33')
  const { name, birthDate, address } = inventedDebt
  const backing = '00000001406'
  await act(shown, 'avalistas', { documento: backing, name, birthDate, address, ...personOf(backing) })
  await moveClock(service, client, 'P12D')
  await act(suspended, 'suspensao', { courtOrder: '0000000-00.2026.8.26.0100' })
  await act(released, 'baixa', { reason: '01' })
  await act(disputed, 'contestacao', { statement: 'Não reconheço a dívida.' })
  await debt('00000001597', 'CT-1006', '77.10')
  await debt('00000001678', 'CT-1007', '640.00', { name: 'GLORIA SEM REGISTRO', birthDate: undefined })
  return person
}

/** Something is watched, something happened to it, and a receiver took it. */
async function furnishAlerts({ service }: ConsoleInBrowser, { client }: Person): Promise<void> {
  assert.ok(client)
  const receiver = await webhookReceiver()
  const alerts = '/sandbox/alertas/v2'
  const post = (path: string, body: object) => service.call(path, { as: client, body })
  await post(`${alerts}/webhooks`, { url: receiver.url, label: 'Sistema de cobrança' })
  await post(`${alerts}/emails`, { email: 'credito@exemplo.com.br' })
  for (const [at, documento] of ['52998224725', '12345678909', '00000001244'].entries()) {
    await post(`${alerts}/documentos`, { documento, label: `Contrato ${1001 + at}` })
  }
  for (const [documento, event] of [
    ['00000001244', 'registration.changed'],
    ['12345678909', 'status.changed'],
    ['52998224725', 'listing.published'],
  ]) {
    await post('/sandbox/eventos', { documento, event })
  }
  await service.runJobs()
  receiver.close()
}

/** Two weeks of queries, more on some days than on others. */
async function furnishUsage({ service }: ConsoleInBrowser, { client }: Person): Promise<void> {
  assert.ok(client)
  const { clientId: client_id, clientSecret: client_secret } = client
  for (let daysAgo = 15; daysAgo >= 0; daysAgo--) {
    clock.set(picturedAtMs - daysAgo * 86_400_000)
    const token = await service.call('/oauth/token', {
      body: { grant_type: 'client_credentials', client_id, client_secret },
    })
    const as = { ...client, token: String(token.at('access_token')) }
    const ask = (product: string) =>
      service.call(`/sandbox/${product}/v2/consulta`, { as, body: { documento: '12345678909' } })
    const busy = daysAgo % 7 === 0 ? 1 : 3 + ((daysAgo * 5) % 4)
    for (let count = 0; count < busy; count++) await ask('relatorioBasico')
    for (let count = 0; count < busy / 2; count++) await ask('cadastral')
    if (daysAgo % 3 === 0) await ask('relatorioAvancado')
  }
}

/** A clock that stands still until it is set. */
function movableClock(startMs: number): Clock & { readonly set: (nowMs: number) => void } {
  let atMs = startMs
  return {
    nowMs: () => atMs,
    set: (nowMs) => {
      atMs = nowMs
    },
  }
}

await makePictures()
