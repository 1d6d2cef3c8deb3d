import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import {
  type ConsoleInBrowser,
  type Person,
  phone,
  startConsole,
  type VisitOptions,
} from './console-in-browser.ts'
import { insertDebt, inventedDebt, moveClock } from './invented-debt.ts'

/** The console's part of `npm run pictures`: its main pages, of a sandbox with people who do not exist. */
const pictures = resolve(import.meta.dirname, '../../docs/pictures')

/** Larger ones would make every clone slow for a look at them. */
const pictureBytesMax = 300 * 1024

/** What is pictured must not change with the day it is pictured on. */
const clock = { nowMs: () => Date.UTC(2026, 10, 16, 12) }

type Picture = {
  readonly name: string
  readonly path: string
  readonly look: VisitOptions
  /** What is done on the page before it is pictured. */
  readonly act?: (page: Page) => Promise<void>
  readonly isSignedOut?: true
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
  await page.getByRole('heading', { level: 1, name: 'Relatório básico' }).waitFor()
}

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
  await page.getByText('Lote respondido por inteiro.').waitFor()
}

const all: readonly Picture[] = [
  { name: 'sign-in-light', path: '/', look: desk, isSignedOut: true },
  { name: 'query-light', path: '/consulta', look: desk, act: choose },
  { name: 'query-dark', path: '/consulta', look: dark, act: choose },
  { name: 'query-phone', path: '/consulta', look: hand, act: choose },
  { name: 'confirm-light', path: '/consulta', look: desk, act: confirm },
  { name: 'report-light', path: '/consulta', look: desk, act: ask },
  { name: 'report-phone-dark', path: '/consulta', look: darkHand, act: ask },
  { name: 'listings-light', path: '/dividas', look: desk },
  { name: 'listings-dark', path: '/dividas', look: dark },
  { name: 'listings-phone', path: '/dividas', look: hand },
  { name: 'listing-light', path: '/dividas', look: desk, act: openListing },
  { name: 'listing-phone-dark', path: '/dividas', look: darkHand, act: openListing },
  { name: 'batch-light', path: '/lotes', look: desk, act: sendBatch },
  { name: 'account-dark', path: '/conta', look: dark },
]

async function makePictures(): Promise<void> {
  const inBrowser = await startConsole({ clock })
  try {
    const person = await furnished(inBrowser)
    for (const one of all) await picture(inBrowser, person, one)
  } finally {
    await inBrowser.close()
  }
}

async function picture(
  { visit }: ConsoleInBrowser,
  person: Person,
  { name, path, look, act, isSignedOut }: Picture,
) {
  const { page, open, close } = await visit(isSignedOut ? undefined : person, look)
  await open(path)
  await act?.(page)
  const file = join(pictures, `console-${name}.png`)
  await page.screenshot({ path: file })
  await close()
  const { size } = statSync(file)
  if (size > pictureBytesMax) throw new Error(`${name} has ${size} bytes, and may have ${pictureBytesMax}`)
}

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
  const debt = (documento: string, name: string, contractId: string, amount: string, changes: object = {}) =>
    insertDebt(service, client, { documento, name, contractId, amount, ...changes })
  const suspended = await debt('12345678909', 'BRUNO INVENTADO DA SILVA', 'CT-1002', '890.00')
  const released = await debt('00000001163', 'CARLA FICTICIA SOUZA', 'CT-1003', '12400.50')
  const disputed = await debt('00000001325', 'DANIEL IMAGINARIO LIMA', 'CT-1004', '312.75')
  const shown = await debt(inventedDebt.documento, inventedDebt.name, 'CT-1001', '1520.33')
  const guarantor = { documento: '00000001406', name: 'ELISA AVALISTA DE EXEMPLO', birthDate: '1970-01-01' }
  await act(shown, 'avalistas', { ...guarantor, address: inventedDebt.address })
  await moveClock(service, client, 'P12D')
  await act(suspended, 'suspensao', { courtOrder: '0000000-00.2026.8.26.0100' })
  await act(released, 'baixa', { reason: '01' })
  await act(disputed, 'contestacao', { statement: 'Não reconheço a dívida.' })
  await debt('00000001597', 'FABIO DE MENTIRA', 'CT-1006', '77.10')
  await debt('00000001678', 'GLORIA SEM REGISTRO', 'CT-1007', '640.00', { birthDate: undefined })
  return person
}

await makePictures()
